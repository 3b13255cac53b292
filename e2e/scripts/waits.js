/** Scripts that wait for what a page has: clicks, keys, pointers, timers, frames, answers of a server. */

// @compile
export function openDoor(button, log) {
  for (let knocks = 1; knocks <= 2; knocks++) {
    log.push('closed');
    const click = waitForEvent(button, 'click');
    log.push(`${click.type} on ${click.target.textContent}`);
  }
  return 'open';
}

// @compile
export function readName(input) {
  const keys = listen(input, 'keydown');
  let name = '';
  while (true) {
    const { key } = keys.next();
    if (key === 'Enter') return name;
    name += key;
  }
}

// @compile
export function confirm(source) {
  return waitForEvent(source, 'keydown', { filter: ({ key }) => key === 'y' || key === 'n' }).key;
}

// @compile
export function drag(pad) {
  const from = waitForEvent(pad, 'pointerdown');
  const moves = listen(pad, 'pointermove');
  const to = waitForEvent(pad, 'pointerup');
  return { x: to.offsetX - from.offsetX, y: to.offsetY - from.offsetY, moves: moves.size };
}

// @compile
export function giveUp(button) {
  try {
    return waitForEvent(button, 'click', { timeout: 50 });
  } catch (error) {
    return error.name;
  }
}

// @compile
export function onTick(log) {
  log.push('called');
  wait(50);
  log.push('done');
}

// @compile
export function ask(address) {
  const answer = fetch(address);
  return answer.json().greeting;
}

/** A call that gives a Promise is waited for; it may be one of a frame, whose `Promise` is not ours. */
// @compile
export function waitForFrame(frame) {
  const before = clock.frame;
  const value = frame.contentWindow.later(30);
  return { value, waited: clock.frame > before };
}

// @compile
export function download(address, controller) {
  try {
    return withTimeout(50, fetch(address, { signal: controller.signal }));
  } finally {
    controller.abort();
  }
}

// @compile
export function waitForAbort(signal) {
  waitForEvent(signal, 'abort');
  return 'aborted';
}

// @compile
export function sleep(ms) {
  const before = performance.now(); // @allow SPN603: the page's own time is what is asked for
  wait(ms);
  return performance.now() - before; // @allow SPN603
}

// @compile
export function waitForTap(container) {
  return waitForEvent(container, 'pointerdown').type;
}
