/** Threads of one priority that wait for the same moment of one clock: one timer for all of them. */
import { FrameList, type FrameListed } from './frame-list.js';

/** An element of a sleep list. */
export interface Sleeper extends FrameListed {
  /** How many milliseconds it waits. While it is hot, its list knows better. */
  subject: unknown;
}

/** Its neighbour in a slot of the wheel; see time/wheel.ts. */
interface Neighbour {
  deadlineMs: number;
  wheelSlot: number;
  prev: Neighbour | null;
  next: Neighbour | null;
}

/** What is resumed when the wait is over, which took so long and began in that frame. */
interface Warmed {
  readonly body: object;
  readonly step: object | null;
  readonly ms: number;
  readonly frame: number;
}

/** The lists of a clock; see time/sleepers.ts. */
interface SleepersOf {
  /** The turns of a list begin. */
  begin(list: SleepList<any>): void;
  /** They are over. */
  end(list: SleepList<any>): void;
  /** Takes a list out of the wheel that nobody is in. */
  tidy(list: SleepList<any>): void;
}

/** With more holes than that, and more holes than threads, it is time to close them. */
const MANY_HOLES = 16;

/**
 * Threads in `wait(ms)` with one deadline, in the order in which they began to wait. The list is in the wheel, not its threads, so a
 * timer that comes due wakes all of them without looking at any. Their turns compact it in place, as those of a list of
 * frames do: when they wait again for one moment, the list goes back into the wheel with that as its deadline, and its
 * threads keep their slots. Its hot threads have begun to wait in one frame, and wait equally long.
 */
export class SleepList<T extends Sleeper> extends FrameList<T> implements Neighbour {
  deadlineMs = 0;
  wheelSlot = -1;
  prev: Neighbour | null = null;
  next: Neighbour | null = null;
  /** The run queue of its threads. */
  readonly queue: object;
  /** What put it into the wheel. */
  readonly home: SleepersOf;
  /** How long its hot threads wait. */
  ms = 0;
  /** The frame in which it got its deadline, and its hot threads began to wait. */
  openedAt = 0;
  /** No other timer of this deadline has come after it: who waits for the same moment belongs here. */
  isOpen = false;
  /** Its deadline has come, and the turns of its threads have not. */
  isWoken = false;
  /** While it is woken: which place in the order of its run queue it has. */
  place = 0;
  /** Places of those that have left it. */
  holes = 0;

  constructor(queue: object, home: SleepersOf) {
    super();
    this.queue = queue;
    this.home = home;
  }

  /** It gets a deadline, which is `ms` ahead. */
  open(deadlineMs: number, ms: number, frame: number): void {
    this.deadlineMs = deadlineMs;
    this.ms = ms;
    this.openedAt = frame;
    this.isOpen = true;
  }

  /** Is there nobody in it? */
  get isEmpty(): boolean {
    return this.items.length === this.holes;
  }

  override isDue(thread: T): boolean {
    return this.at < 0 ? this.isWoken : thread.slot > this.at;
  }

  override sinceOf(): number {
    return this.openedAt;
  }

  protected override settle(thread: T, since: number): void {
    thread.since = since;
    thread.subject = this.ms;
  }

  override append(items: readonly (T | null)[]): void {
    super.append(items);
    for (let i = 0; i < items.length; i++) if (items[i] === null) this.holes++;
  }

  protected override clear(slot: number): void {
    super.clear(slot);
    if (this.at < 0 ? this.isWoken : slot >= this.kept) return;
    this.holes++;
    if (this.at >= 0) return;
    if (this.isEmpty) this.home.tidy(this);
    else if (this.holes > MANY_HOLES && this.holes * 2 > this.items.length) this.#closeHoles();
  }

  /** Empties it. */
  takeAll(): T[] {
    for (let slot = 0; slot < this.items.length; slot++) this.cool(slot);
    this.bodies.length = this.holes = 0;
    return this.drain();
  }

  #closeHoles(): void {
    const { items, bodies, steps } = this;
    let kept = 0;
    for (let slot = 0; slot < items.length; slot++) {
      const thread = items[slot] as T | null;
      if (thread === null) continue;
      bodies[kept] = bodies[slot] as object | null;
      if (steps !== null) steps[kept] = steps[slot] ?? null;
      thread.slot = kept;
      items[kept++] = thread;
    }
    items.length = bodies.length = kept;
    this.holes = 0;
  }

  override beginTurns(): void {
    this.isWoken = false;
    this.holes = 0;
    super.beginTurns();
  }

  /** One who has just begun to wait in it is hot at once, if it waits as the hot ones do. `step`: of a frame object. */
  warm(thread: T, { body, step, ms, frame }: Warmed): void {
    if (thread.list !== this || ms !== this.ms || frame !== this.openedAt) return;
    this.bodies[thread.slot] = body;
    if (step !== null) this.steps ??= [];
    if (this.steps !== null) this.steps[thread.slot] = step;
  }
}
