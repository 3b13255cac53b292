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

// @compile
export function sleep(actor, delayMs) {
  wait(delayMs);
  actor.x += actor.speed;
}

export class Door {
  x = 0;
  speed = 1;
  // @compile
  knock() {
    this.x += this.speed;
    if (this.x < 0) wait();
  }
  // @compile
  nextFrame() {
    this.x += this.speed;
    wait();
    this.x += this.speed;
  }
  // @compile
  untilSignal() {
    waitSignal('end');
    this.x += this.speed;
  }
  // @compile
  sleep(delayMs) {
    wait(delayMs);
    this.x += this.speed;
  }
}

/** Each door has a thread of its own, which ends at once. */
// @compile
export function knockAtAll(doors) {
  for (const door of doors) door.knock();
}
