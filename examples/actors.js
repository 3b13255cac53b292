/** Who plays in the scenes, and the timeline that their doings are written to. */
import { clock, Executor } from '@spindle/runtime';

/** What has happened: rows of frame, ms, who and what. */
export const timeline = [];

/** Hears of every new row; the live demo prints them as they come. */
export const listeners = new Set();

export function tell(who, what) {
  const row = { frame: clock.frame, ms: Math.round(clock.now), who: who.name, what };
  timeline.push(row);
  for (const hear of listeners) hear(row);
}

export const NORTH = { name: 'north', dx: 0, dy: -1 };
export const SOUTH = { name: 'south', dx: 0, dy: 1 };
export const EAST = { name: 'east', dx: 1, dy: 0 };
export const WEST = { name: 'west', dx: -1, dy: 0 };

/** How long a line stays on the screen, for each of its letters. */
const LETTER_MS = 40;

/** How long one square takes. */
const SQUARE_MS = 150;

/** A figure on a grid. It does one thing at a time: what it is told meanwhile queues. */
// @compile
export class Actor extends Executor {
  constructor(name, x, y) {
    super();
    this.name = name;
    this.x = x;
    this.y = y;
  }

  walk(direction, squares) {
    tell(this, `sets out ${squares} squares ${direction.name}`);
    for (let walked = 0; walked < squares; walked++) {
      this.step(direction);
    }
    tell(this, `arrives at ${this.x}, ${this.y}`);
  }

  step({ dx, dy }) {
    this.wait(SQUARE_MS);
    this.x += dx;
    this.y += dy;
  }

  /** First along, then up or down. */
  walkToPoint({ x, y }) {
    if (x !== this.x) this.walk(x > this.x ? EAST : WEST, Math.abs(x - this.x));
    if (y !== this.y) this.walk(y > this.y ? SOUTH : NORTH, Math.abs(y - this.y));
  }

  /** Whoever waits for the signal hears who has arrived. */
  walkToPointAndSignal(point, name) {
    this.walkToPoint(point);
    signal(name, this.name);
  }

  say(line) {
    tell(this, `“${line}”`);
    this.wait(line.length * LETTER_MS);
  }

  jump() {
    tell(this, 'jumps');
    this.wait(300);
    tell(this, 'lands');
  }
}
