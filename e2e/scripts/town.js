/** A small town at night, to be looked at by the inspector: two guards, a thief, a bell. One of the scripts has a bug. */
import { Executor } from '@spindle/runtime';

// @compile
class Figure extends Executor {
  constructor(name) {
    super();
    this.name = name;
    this.x = 0;
    this.said = '';
  }

  walkTo(x) {
    while (Math.abs(this.x - x) > 1) {
      this.x += Math.sign(x - this.x);
    }
  }

  say(text) {
    this.said = text;
    this.wait(300);
    this.said = '';
  }
}

// @compile
export class Guard extends Figure {
  patrol() {
    // @nowait
    while (true) {
      this.walkTo(40);
      wait(400);
      this.walkTo(0);
      wait(400);
    }
  }

  /** Nobody rings the "bel": the guard sleeps for ever, and keeps all orders waiting. */
  keepWatch() {
    this.say('All is well.');
    this.waitSignal('bel');
    this.say('Thieves!');
  }

  chase(thief) {
    this.walkTo(thief.x);
    this.say('Got you!');
  }
}

// @compile
export class Thief extends Figure {
  sneak() {
    // @nowait
    while (true) {
      this.walkTo(90);
      wait(250);
      this.walkTo(10);
      wait(250);
    }
  }
}

// @compile
export function ringBell(guards, thief) {
  wait(500);
  signal('bell');
  for (const guard of guards) {
    start(() => guard.chase(thief));
  }
}

export class Walker {
  constructor() {
    this.x = 0;
  }

  // @compile
  walk() {
    while (true) {
      this.x += 1;
    }
  }
}

// @compile
export function nap(ms) {
  // @nowait
  while (true) {
    wait(ms);
  }
}
