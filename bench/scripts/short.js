/** Scripts that end. */
// @compile
export function atOnce(actor) {
  actor.x += actor.speed;
  if (actor.x < 0) wait();
}

// @compile
export function nextFrame(actor) {
  actor.x += actor.speed;
  wait();
  actor.x += actor.speed;
}

// @compile
export function untilSignal(actor) {
  waitSignal('end');
  actor.x += actor.speed;
}
