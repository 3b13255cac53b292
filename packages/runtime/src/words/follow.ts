/** `follow`: a clock whose time comes from something else, such as music. */
import { checkCount, checkFunction } from '../arguments.js';
import { inRegion } from '../execution/pauses.js';
import { DEV } from '../messages/development.js';
import { badArgument } from '../messages/errors.js';
import { callOutside } from '../scheduling/uncaught.js';
import type { ThreadScheduler } from '../threads/thread.js';
import { Clock, clockBehind, type ClockView } from '../time/clock.js';

const SCALE = '1 on a clock that follows: new Clock(clock), which hangs on it, may have another scale';

/**
 * Makes a clock that hangs on `clock`, but has its time from `source`: a function that gives milliseconds. It is read at
 * once, and then at the beginning of each pulse in which the clock is not paused. So nothing drifts: `now` is what the
 * source said last. It never goes back, and it begins at 0 or later: while the source says less than `now`, the clock
 * stands still. A jump is one long pulse. While a `skippable` around it is skipped, its time passes as elsewhere.
 * A recorder records each reading, and a replay does not call `source`.
 * @throws {TypeError} if `clock` is no clock or `source` no function, or what that gives no number of milliseconds. If it
 * throws or gives none later, the clock stands still, and `pulse` throws the error at its end.
 *
 * @example
 * const audio = { currentTime: 0 };
 * const song = follow(scheduler.clock, () => audio.currentTime * 1000);
 * audio.currentTime = 1.5;
 * scheduler.pulse(16);
 * song.now; // 1500
 * audio.currentTime = 0.2;
 * scheduler.pulse(16);
 * song.now; // 1500
 */
export function follow(clock: ClockView, source: () => number): FollowingClock {
  checkCount('follow', 2, arguments);
  const parent = clockBehind(clock);
  if (parent === undefined) throw badArgument('follow', 'a clock to hang on', clock);
  checkFunction('follow', 'a clock and a function that gives milliseconds', source);
  return new FollowingClock(parent, source);
}

/** A clock that `follow` has made. */
export class FollowingClock extends Clock {
  readonly #source: () => number;
  /** @internal */ isFollowing = true;
  /** @internal */ nowMs: number;
  /** @internal What its last step added, and in which frame that was. */
  stepMs = 0;
  /** @internal */ stepFrame: number;

  /** @internal */
  constructor(parent: Clock, source: () => number) {
    super(parent);
    this.#source = source;
    this.nowMs = Math.max(0, this.#read());
    this.stepFrame = this.frame;
    (this.root.followers ??= new Set()).add(this);
  }

  /** Its source is not read any more. From now on its time passes with that of the clock on which it hangs. Idempotent. */
  unfollow(): void {
    if (!this.isFollowing) return;
    // So it notes from where it goes on.
    super.scale = 1;
    this.isFollowing = false;
    this.root.followers?.delete(this);
  }

  override get now(): number {
    return this.isFollowing ? this.nowMs : super.now;
  }

  override get delta(): number {
    if (!this.isFollowing) return super.delta;
    return this.stepFrame === this.frame ? this.stepMs : 0;
  }

  /** 1 while it follows: its source says how fast it is. A clock that hangs on it may have any. */
  override get scale(): number {
    return super.scale;
  }
  override set scale(scale: number) {
    if (this.isFollowing && scale !== 1) throw badArgument('clock.scale', SCALE, scale);
    super.scale = scale;
  }

  /** @internal */
  override get rate(): number {
    return this.isFollowing ? 1 : super.rate;
  }

  /** @internal */
  follow(): void {
    if (!this.paused) callOutside(this.#scheduler, () => this.#moveTo(this.#read()));
  }

  /** @internal */
  followAlone(clock: Clock): void {
    if (this.isBelow(clock) && !this.paused) this.#moveTo(this.nowMs + (this.parent as Clock).delta);
  }

  #moveTo(ms: number): void {
    this.stepMs = Math.max(0, ms - this.nowMs);
    this.stepFrame = this.frame;
    this.nowMs = Math.max(this.nowMs, ms);
  }

  #read(): number {
    const region = DEV ? 'the source of follow' : '';
    const readSource = (): number => inRegion(region, this.#source);
    const { inbox } = this.#scheduler;
    const ms = inbox === null ? readSource() : inbox.input('follow', readSource);
    if (Number.isFinite(ms) && ms <= Number.MAX_SAFE_INTEGER) return ms;
    throw badArgument('follow', 'its source to give milliseconds', ms);
  }

  get #scheduler(): ThreadScheduler {
    return this.root.scheduler as unknown as ThreadScheduler;
  }
}
