/** Everybody on the stage. An actor does one thing at a time: what it is told meanwhile queues. */
import { clock, Executor, wait } from '@spindle/runtime';
import { type Direction, type Place, SOUTH } from './grid.js';
import { steeredBy } from './input.js';
import { type Figure, type Look, world } from './world.js';

export interface ActorOptions {
  name?: string;
  look?: Look;
  color?: string;
  size?: number;
  /** Squares in a second. */
  speed?: number;
  /** How far it can see, in squares. */
  sight?: number;
  /** It comes onto the stage when it first does something. */
  isLate?: boolean;
}

const JUMP_MS = 420;
const SHAKE_MS = 350;
/** How long words stay: a while, and more for each letter. */
const WORDS_MS = 700;
const LETTER_MS = 38;
/** Who is nearer than this to a square has reached it. */
const NEAR = 0.02;

// @compile
export class Actor extends Executor implements Figure {
  x: number;
  y: number;
  name: string;
  look: Look;
  color: string;
  size: number;
  speed: number;
  words = '';
  facing: Direction = SOUTH;
  walked = 0;
  lift = 0;
  tremble = 0;
  life = 1;
  sight: number;
  pen = '';
  above = false;
  /** Plain code or a script: called when somebody taps on it. */
  onPress: (() => unknown) | null = null;

  constructor(x = 0, y = 0, options: ActorOptions = {}) {
    super();
    const { name = '', look = 'glitch', color = 'violet', size = 1, speed = 5, sight = 0, isLate = false } = options;
    this.x = x;
    this.y = y;
    this.name = name || look;
    this.look = look;
    this.color = color;
    this.size = size;
    this.speed = speed;
    this.sight = sight;
    if (!isLate) world().figures.add(this);
  }

  /** Puts it on a square, at once. */
  place(x: number, y: number): void {
    this.x = x;
    this.y = y;
    world().figures.add(this);
  }

  /** Takes it off the stage. */
  leave(): void {
    world().figures.delete(this);
  }

  /** Walks straight on, as far as no wall is in the way, and tells whether none was. */
  walk(direction: Direction, squares = 1): boolean {
    for (let i = 0; i < squares; i++) {
      if (!this.step(direction)) return false;
    }
    return true;
  }

  /** Walks to a square, around walls: `walkTo(8, 3)`, `walkTo(door)`. Tells whether there is a way. */
  walkTo(goal: Place | number, y = 0): boolean {
    const to = typeof goal === 'number' ? { x: goal, y } : goal;
    while (Math.abs(to.x - this.x) > 0.5 || Math.abs(to.y - this.y) > 0.5) {
      const direction = world().grid.stepTowards(this, to);
      if (direction === null) return false;
      this.step(direction);
    }
    return true;
  }

  /** Walks until it stands beside somebody, who may walk away meanwhile. */
  walkTowards(other: Place): void {
    while (this.distanceFrom(other) > 1.1) {
      const direction = wayTo(this, other);
      if (direction === null) return;
      this.step(direction);
    }
  }

  /** One square, over some frames. Tells whether no wall was there. */
  step(direction: Direction): boolean {
    this.facing = direction;
    const x = Math.round(this.x) + direction.dx;
    const y = Math.round(this.y) + direction.dy;
    if (world().grid.isBlocked(x, y)) {
      this.wait();
      return false;
    }
    this.glide(x, y);
    return true;
  }

  /** Goes straight to a point, also between squares and through walls. */
  glide(x: number, y: number): void {
    world().figures.add(this);
    let isThere = false;
    do {
      isThere = this.approach(x, y);
    } while (!isThere);
  }

  /** As far as it comes in this frame. */
  approach(x: number, y: number): boolean {
    const from = { x: this.x, y: this.y };
    const far = Math.hypot(x - this.x, y - this.y);
    const way = Math.min((this.speed * clock.delta) / 1000, far);
    const isThere = far - way < NEAR;
    this.x = isThere ? x : this.x + ((x - this.x) * way) / far;
    this.y = isThere ? y : this.y + ((y - this.y) * way) / far;
    this.walked += way;
    if (this.pen !== '') world().draw(from, { x: this.x, y: this.y }, this.pen);
    return isThere;
  }

  /** Goes where the arrow keys, or a finger that stays down, say. It never ends: write `player.steer()` in plain code, or `start(() => player.steer())`. */
  steer(): void {
    while (true) {
      const direction = steeredBy(this);
      if (direction === null) wait();
      else this.step(direction);
    }
  }

  jump(): void {
    world().figures.add(this);
    try {
      for (let t = 0; t < 1; t += clock.delta / JUMP_MS) this.lift = Math.sin(t * Math.PI) * 0.7;
    } finally {
      this.lift = 0;
    }
  }

  say(words: string): void {
    world().figures.add(this);
    this.words = words;
    try {
      this.wait(WORDS_MS + words.length * LETTER_MS);
    } finally {
      this.words = '';
    }
  }

  /** Trembles for a moment, whatever else it does. */
  // @beside @restart
  shake(): void {
    try {
      for (let t = 0; t < 1; t += clock.delta / SHAKE_MS) this.tremble = 1 - t;
    } finally {
      this.tremble = 0;
    }
  }

  /** How many squares are between them, around corners not counted. */
  distanceFrom({ x, y }: Place): number {
    return Math.hypot(x - this.x, y - this.y);
  }

  /** Is it near enough, with no wall between? */
  // @instant
  sees(other: Place, squares = this.sight): boolean {
    return this.distanceFrom(other) <= squares && world().grid.isClear(this, other);
  }

  // @instant
  canWalk({ dx, dy }: Direction): boolean {
    return !world().grid.isBlocked(Math.round(this.x) + dx, Math.round(this.y) + dy);
  }
}

/** Past others where there is room: so those who walk towards one stand around it. */
function wayTo(actor: Actor, goal: Place): Direction | null {
  const { grid, figures } = world();
  const others = [...figures].filter((one) => one !== actor && one !== goal);
  return grid.stepTowards(actor, goal, others) ?? grid.stepTowards(actor, goal);
}
