/** Scripts that do a little in each frame, for ever. */
// @compile
export function walk(actor) {
  while (true) {
    actor.x += actor.speed;
  }
}

// @compile
export function walkOn(clock, actor) {
  withClock(clock, () => walk(actor));
}

export class Walker {
  x = 0;
  speed = 1;
  // @compile
  walk() {
    while (true) {
      this.x += this.speed;
    }
  }
  // @compile
  pace() {
    // @nowait
    while (true) {
      wait(16);
      this.x += this.speed;
    }
  }
  // @compile
  listen() {
    // @nowait
    while (true) {
      waitSignal('go');
      this.x += this.speed;
    }
  }
  // @compile
  dive(depth) {
    if (depth > 1) this.dive(depth - 1);
    else {
      while (true) {
        this.x += this.speed;
      }
    }
  }
}

// @compile
export function listenTo(actor) {
  // @nowait
  while (true) {
    waitSignal('go');
    actor.x += actor.speed;
  }
}

// @compile
export function pace(actor) {
  // @nowait
  while (true) {
    wait(16);
    actor.x += actor.speed;
  }
}

/** Waits at the bottom of `depth` calls. */
// @compile
export function dive(actor, depth) {
  if (depth > 1) dive(actor, depth - 1);
  else {
    while (true) {
      actor.x += actor.speed;
    }
  }
}
