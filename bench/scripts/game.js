/** The scripts of a game with many actors: walkers are in scripts/walkers.js. */
// @compile
export function blink(actor, delayMs) {
  // @nowait
  while (true) {
    wait(delayMs);
    actor.x += actor.speed;
  }
}

// @compile
export function react(actor, name) {
  // @nowait
  while (true) {
    waitSignal(name);
    actor.x += actor.speed;
  }
}

/** Walks for half a second, rests, and turns round: one script on its own object, whose calls are on it too. */
export class Guard {
  x = 0;
  speed = 1;
  // @compile
  patrol() {
    // @nowait
    while (true) {
      this.step(30);
      wait(500);
      this.turn();
    }
  }
  // @compile
  step(frames) {
    for (let i = 0; i < frames; i++) {
      this.x += this.speed;
    }
  }
  // @compile
  turn() {
    this.speed = -this.speed;
    if (this.speed > 1) wait();
  }
}

/** A bullet of games/boss: it flies until it has left the field, and is then fired again. */
export class Bullet {
  y = 0;
  speed = 3;
  constructor(spare) {
    this.spare = spare;
  }
  // @compile
  fly() {
    while (this.isInside()) {
      this.step();
    }
    this.spare.push(this);
  }
  /** The same, without calls. */
  // @compile
  dash() {
    while (this.y < 720) {
      this.y += this.speed;
    }
    this.spare.push(this);
  }
  // @compile
  isInside() {
    return this.y < 720;
  }
  // @compile
  step() {
    this.y += this.speed;
  }
}
