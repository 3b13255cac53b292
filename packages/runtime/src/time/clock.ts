import { DEV } from '../messages/development.js';
import { badArgument, endOfClock, nothingToSkip } from '../messages/errors.js';
import { printInOneLine } from '../messages/format.js';
import { checkBoolean, checkNumber } from '../arguments.js';
import { type Timer, type TimerList, Wheel } from './wheel.js';

/** What can be read from a clock, and from the word `clock` of scripts, which is the clock of the running thread. */
export interface ClockView {
  readonly frame: number;
  readonly now: number;
  readonly delta: number;
  readonly skipping: boolean;
  fastForward(on?: boolean): void;
}

export interface ClockScheduler {
  readonly inbox: { note(kind: string, name: string, args: ArrayLike<unknown>): void } | null;
  /** One of its clocks goes on. */
  releaseThreadsOn(clock: Clock): void;
}

/** A clock that has its time from elsewhere (words/follow.ts). */
export interface Follower {
  /** A pulse has begun: the clock of the scheduler, and those that hang on it, have its time. */
  follow(): void;
  /** That clock has had a frame alone. */
  followAlone(clock: Clock): void;
}

/** The record of a `skippable`, for its clock. */
export interface Skipped {
  /** Is it being skipped? */
  readonly isOn: boolean;
  ask(on: boolean): void;
}

/** In the word `clock`: the clock that it represents now. */
export const BEHIND: unique symbol = Symbol('clock');

/** The clock itself, also of the word `clock`; undefined for what is no clock. */
export function clockBehind(view: unknown): Clock | undefined {
  try {
    return view instanceof Clock ? view : (view as { readonly [BEHIND]?: Clock } | null | undefined)?.[BEHIND];
  } catch {
    // A Proxy that was revoked, or whose traps throw.
    return undefined;
  }
}

/**
 * A clock counts milliseconds for its threads. It runs `scale` times as fast as its parent, and
 * stops while it is paused. So a pause menu, slow motion or skipping a cutscene affects only the threads on that clock.
 * Threads get a clock with `withClock(clock, fn)` and pass it on to the threads that they start.
 *
 * A clock computes its time from its parent's time on demand, so an idle clock costs nothing and need not be closed.
 * @throws {TypeError} without a parent, which is the clock of a scheduler, of a thread, or any other one. In a script,
 * `clock` is that of its thread.
 *
 * @example
 * const slowMotion = new Clock(scheduler.clock);
 * slowMotion.scale = 0.25;
 * scheduler.pulse(100);
 * slowMotion.now; // 25
 */
export class Clock {
  /** Its parent clock; null for the clock of a scheduler. */
  readonly parent: Clock | null;
  /** @internal The clock of its scheduler. */
  readonly root: Clock;
  /** @internal Its timers; created with the first, because most clocks have none. */
  wheel: Wheel | null = null;
  /**
   * @internal On the root: the clocks that have timers, itself included. Sorted by age when time passes, so that
   * parents come first.
   */
  readonly active: Clock[];
  /** @internal On the root: its scheduler. */
  scheduler!: ClockScheduler;
  /** @internal On the root: the clocks that follow something else, in order of making; null without any. */
  followers: Set<Follower> | null = null;
  /**
   * @internal The root: how many threads are paused or interrupted, and how many clocks are paused or have frames of their own, counted where
   * each begins and ends to be so. While it is 0, a turn need not look for any of them. `irregularities` (scheduling/stops.ts) is the same from
   * scratch: `verify` compares.
   */
  irregular = 0;
  /** @internal Its place among the clocks of its scheduler, in order of making. */
  readonly rank: number;
  /** The root: how many clocks hang on it. */
  #made = 0;
  #isActive = false;
  /** @internal Its time when it was last set going, and that of its parent at that moment. */
  fromMs = 0;
  /** @internal */ parentFromMs = 0;
  #frame = 0;
  /** @internal The frames that it alone has had, with the clocks below it (`skippable`). */
  ownFrames = 0;
  /** @internal That of a `skippable`. */
  skipped: Skipped | null = null;
  #scale = 1;
  /** @internal */ pausedHere = false;
  /**
   * @internal The frame in which it was created or last changed. The pulse of that frame used it as it was before, and added what
   * the field below says.
   */
  changedFrame = 0;
  /** @internal What that pulse added to it. On the root: what the last pulse added. */
  addedMs = 0;

  constructor(parent: ClockView) {
    // The scheduler makes its own by `rootClock`.
    const isRoot = (parent as unknown) === ROOT;
    const clock = isRoot ? null : clockBehind(parent);
    if (clock === undefined) throw badArgument('new Clock', 'a clock to hang on', parent);
    this.parent = clock;
    this.root = clock === null ? this : clock.root;
    this.active = clock === null ? [this] : [];
    this.rank = this.root.#made++;
    if (clock === null) return;
    this.parentFromMs = clock.now;
    this.changedFrame = clock.frame;
  }

  /** Milliseconds since the clock was created, scaled and without its pauses. */
  get now(): number {
    const { parent } = this;
    if (parent === null || this.pausedHere) return this.fromMs;
    return Math.min(this.fromMs + (parent.now - this.parentFromMs) * this.#scale, END_MS);
  }

  /**
   * The number of pulses of the scheduler so far; on a clock of `skippable` also of the frames that were skipped. Scale and
   * pause do not affect it.
   */
  get frame(): number {
    return this.parent === null ? this.#frame : this.parent.frame + this.ownFrames;
  }

  /**
   * The milliseconds that the last pulse added to it; in a pulse, those of that pulse. 0 before the first pulse after
   * it was created, and while it is paused.
   *
   * @example
   * const slowMotion = new Clock(scheduler.clock);
   * slowMotion.scale = 0.25;
   * scheduler.pulse(100);
   * slowMotion.delta; // 25
   * slowMotion.pause();
   * scheduler.pulse(100);
   * slowMotion.delta; // 0
   */
  get delta(): number {
    const { parent } = this;
    if (parent === null || this.changedFrame === this.frame) return this.addedMs;
    return this.pausedHere ? 0 : parent.delta * this.#scale;
  }

  /**
   * How many of its milliseconds pass in one millisecond of its parent; 0 or more. A change takes effect from the next
   * pulse.
   */
  get scale(): number {
    return this.#scale;
  }
  set scale(scale: number) {
    const rate = this.parent?.rate ?? 1;
    const expected = `a number from 0 to ${MOST_RATE} times the speed of its scheduler`;
    checkNumber('clock.scale', expected, scale, (value) => value >= 0 && value * rate <= MOST_RATE);
    this.#setGoing(scale);
    this.#scale = scale;
  }

  /** @internal How many of its milliseconds pass in one of a pulse, if it is not paused. */
  get rate(): number {
    return this.parent === null ? this.#scale : this.#scale * this.parent.rate;
  }

  /** Is the `skippable` that runs on it, or on one of its parents, being skipped? Then leave out sound and animation. */
  get skipping(): boolean {
    return this.skipped?.isOn === true || this.parent?.skipping === true;
  }

  /**
   * Asks to skip the `skippable` that runs on this clock, or on the nearest of its parents: see there. With `false`, stops
   * skipping: say so before a choice with a time limit.
   * @throws {TypeError} for anything but true or false.
   * @throws {SpindleError} on a clock that is not of a `skippable`. `fastForward(false)` then does nothing.
   */
  fastForward(on: boolean = true): void {
    checkBoolean('clock.fastForward', 'true or false', on);
    this.#note(on ? 'fastForward' : 'fastForward(false)');
    const { skipped, parent } = this;
    skipped?.ask(on);
    // A script that wants to be seen wants it whatever is skipped around it.
    if (parent !== null && (skipped === null || !on)) parent.fastForward(on);
    else if (skipped === null && on) throw nothingToSkip();
  }

  /** Is it, or one of its parents, paused? */
  get paused(): boolean {
    return this.pausedHere || this.parent?.paused === true;
  }

  /**
   * Stops its threads, and those of the clocks below it, as `thread.pause()` does: none of them goes on, and nothing that
   * they wait for is missed. A running thread stops at its next real wait. Idempotent.
   */
  pause(): void {
    this.#setPaused(true);
  }

  /** Lets them go on after `pause()`. */
  resume(): void {
    this.#setPaused(false);
  }

  #setPaused(paused: boolean): void {
    const { root } = this;
    const changes = paused !== this.pausedHere;
    this.#setGoing(paused ? 'pause' : 'resume');
    this.pausedHere = paused;
    if (!changes) return;
    root.irregular += paused ? 1 : -1;
    if (!paused) root.scheduler.releaseThreadsOn(this);
  }

  /** @internal Is it this clock, or does it hang on it? */
  isBelow(clock: Clock): boolean {
    return this === clock || this.parent?.isBelow(clock) === true;
  }

  /**
   * The clock is about to change: it continues from its current time. The first change in a frame notes what the pulse
   * has added to it.
   */
  #setGoing(change: unknown): void {
    this.#note(change);
    if (this.changedFrame !== this.frame) {
      this.addedMs = this.delta;
      this.changedFrame = this.frame;
    }
    this.fromMs = this.now;
    this.parentFromMs = this.parent?.now ?? 0;
  }

  #note(change: unknown): void {
    this.root.scheduler.inbox?.note('clock', `#${this.rank}`, [change]);
  }

  /** @internal */
  toString(): string {
    if (!DEV) return 'Clock';
    const { now, frame, scale, paused } = this;
    return `Clock at ${now} ms in frame ${frame}${scale === 1 ? '' : `, scale ${scale}`}${paused ? ', paused' : ''}`;
  }

  /** @internal Puts a timer in, due when this clock has come to `deadlineMs`. */
  insert(timer: Timer, deadlineMs: number): void {
    if (this.parent !== null && !this.#isActive) {
      this.#isActive = true;
      this.root.active.push(this);
    }
    (this.wheel ??= new Wheel()).insert(timer, deadlineMs);
  }

  /** @internal Puts a timer in, due when this clock has gone on by `ms`. */
  insertIn(timer: Timer, ms: number): void {
    this.insert(timer, this.now + ms);
  }

  /** @internal The root: refuses a pulse that would take a clock to its end while something waits on it. */
  checkPulse(dtMs: number): void {
    if (dtMs === 0) return;
    const { active } = this;
    for (let i = 0; i < active.length; i++) {
      const clock = active[i] as Clock;
      if (!(clock.now + dtMs * clock.rate <= END_MS) && !clock.paused) throw endOfClock(dtMs, clock.#scale);
    }
  }

  /** @internal The scheduler calls this once a pulse, on the root. */
  advance(dtMs: number, frame: number): void {
    this.#frame = frame;
    this.addedMs = this.pausedHere ? 0 : dtMs * this.#scale;
    this.fromMs += this.addedMs;
    this.followers?.forEach((clock) => clock.follow());
  }

  /** @internal The root: appends what is due to `due`, clock by clock in order of making; only of `below` and those below it. */
  collect(due: TimerList[], below: Clock = this): void {
    const { active } = this;
    // The clocks are nearly always in order, so this costs one comparison for each.
    if (active.length > 1) active.sort((a, b) => a.rank - b.rank);
    let kept = 0;
    for (let i = 0; i < active.length; i++) {
      const clock = active[i] as Clock;
      // A paused clock does not advance, but a timer of 0 ms would be due in any case.
      if (!clock.paused && (below === this || clock.isBelow(below))) clock.wheel?.advance(clock.now, due);
      clock.#isActive = i === 0 || hasTimers(clock);
      if (clock.#isActive) active[kept++] = clock;
    }
    active.length = kept;
  }
}

printInOneLine(Clock.prototype);

/** @internal Has it timers that are not due yet? */
export const hasTimers = ({ wheel }: Clock): boolean => wheel !== null && wheel.count > 0;

/**
 * The end of each clock: beyond it a double cannot count single milliseconds. At a scale of 1 that is after 285,000
 * years.
 */
const END_MS = Number.MAX_SAFE_INTEGER;
/** A faster clock would reach its end in a game. */
const MOST_RATE = 1e9;

/** Stands for the parent of a scheduler's own clock. */
const ROOT = Symbol('root');

/** @internal The clock of a scheduler. */
export function rootClock(scheduler: ClockScheduler): Clock {
  const clock = new Clock(ROOT as unknown as ClockView);
  clock.scheduler = scheduler;
  return clock;
}
