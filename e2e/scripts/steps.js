/** A script to step through. */
// @compile
export function patrol(log) {
  let steps = 0;
  log.push('starts');
  wait(100);
  steps += 1;
  for (const room of ['hall', 'tower']) {
    visit(room, log);
    steps += 1;
    wait(50);
  }
  if (steps > 2) {
    log.push('rests');
    wait(50);
  }
  log.push(steps);
  return steps;
}

// @compile
function visit(room, log) {
  const seen = `sees the ${room}`;
  wait(20);
  log.push(seen);
}
