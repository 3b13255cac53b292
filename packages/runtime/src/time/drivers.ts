/** The only file that uses real time: loops that pulse a scheduler. Each returns the function that stops it. */
import { alreadyDriven, badArgument } from '../messages/errors.js';
import { checkNumber, checkOptions, fieldsOf } from '../arguments.js';
import { environment } from '../messages/warnings.js';

/** The longest pulse, in ms, of an animation frame: a longer gap is made up for in several. */
const LONGEST_PULSE_MS = 50;
/** The most time, in ms, that is made up for in one go after a stop, such as a hidden tab or a breakpoint. */
const CATCH_UP_MS = 250;
/** The limit of pulses in a row, unless `catchUpMs` asks for more: an interval may be very short. */
const CATCH_UP_PULSES = 1000;

/** The longest delay that a platform keeps to: a longer one fires immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface Pulsed {
  readonly clock: { readonly frame: number };
  /** Stops its driver; null without one. */
  stopDriver: (() => void) | null;
  pulse(dtMs: number): void;
}

interface PaceOptions {
  /**
   * After an interruption, the driver catches up at most this many milliseconds at once, in pulses of the usual length,
   * and drops the rest. Default 250, or 1,000 pulses if that is less.
   */
  readonly catchUpMs?: number;
}

export type DriverOptions = PaceOptions &
  (
    | {
        /**
         * One pulse for each animation frame of the page, with the time that has passed; after a gap, several pulses of
         * at most 50 ms.
         */
        readonly driver: 'animationFrame';
      }
    | {
        /**
         * One pulse of exactly `intervalMs` for each such stretch of real time; default 16. Fractions count: 2.5 is 400
         * a second.
         */
        readonly driver: 'interval';
        readonly intervalMs?: number;
      }
  );

const FRAME_OPTIONS: readonly string[] = ['driver', 'catchUpMs'];
const INTERVAL_OPTIONS: readonly string[] = ['driver', 'intervalMs', 'catchUpMs'];

/** Starts a driver; returns the function that stops it. A scheduler has one at a time. */
export function startDriver(scheduler: Pulsed, options: DriverOptions): () => void {
  const given = Object.fromEntries(fieldsOf(WORD, 'a driver', options)) as unknown as GivenOptions;
  const { driver, intervalMs = 16 } = given;
  const isFixed = driver === 'interval';
  if (!isFixed && driver !== 'animationFrame')
    throw badArgument(WORD, 'driver: "animationFrame" or "interval"', driver);
  checkOptions(WORD, given, isFixed ? INTERVAL_OPTIONS : FRAME_OPTIONS);
  checkNumber(WORD, 'intervalMs between 0 and 2^31', intervalMs, (ms) => ms > 0 && ms <= LONGEST_TIMER_MS);
  const { catchUpMs = Math.min(CATCH_UP_MS, CATCH_UP_PULSES * intervalMs) } = given;
  checkNumber(WORD, 'catchUpMs ≥ 0', catchUpMs, (ms) => ms >= 0 && ms < 2 ** 53);
  if (scheduler.stopDriver !== null) throw alreadyDriven();
  const pace = new Pace(scheduler, { isFixed, pulseMs: isFixed ? intervalMs : LONGEST_PULSE_MS, catchUpMs });
  const stop = isFixed ? driveInterval(pace, intervalMs) : driveFrames(pace);
  const stopOnce = (): void => {
    if (pace.isStopped) return;
    pace.isStopped = true;
    scheduler.stopDriver = null;
    stop();
  };
  scheduler.stopDriver = stopOnce;
  return stopOnce;
}

interface GivenOptions extends PaceOptions {
  readonly driver: string;
  readonly intervalMs?: number;
}
const WORD = 'drive';

/** Functions of the platform, where they exist. */
const platform = globalThis as unknown as {
  performance: { now(): number };
  setInterval(fn: () => void, ms: number): unknown;
  clearInterval(timer: unknown): void;
  setTimeout(this: void, fn: () => void, ms: number): unknown;
  setImmediate?(this: void, fn: () => void): unknown;
  requestAnimationFrame?(fn: (nowMs: number) => void): number;
  cancelAnimationFrame?(handle: number): void;
};

/** Lets the platform run one macrotask: Promises that settle without time have settled after it. */
export function macrotask(): Promise<void> {
  const { setImmediate: soon, setTimeout: later } = platform;
  return new Promise((resolve) => void (soon === undefined ? later(resolve, 0) : soon(resolve)));
}

/** Calls a function once, after so many milliseconds of real time. `isAwaited`: somebody waits for that in real time. */
export type Later = (fn: () => void, ms: number, isAwaited: boolean) => void;

let later: Later = laterOnPlatform;

/** For tests: a timer of their own; returns the old one. */
export function setLater(replacement: Later): Later {
  const old = later;
  later = replacement;
  return old;
}

/** Keeps no process alive. Under a test runner time is that of the test: no timer is set there, unless it waits itself. */
function laterOnPlatform(fn: () => void, ms: number, isAwaited: boolean): void {
  if ((environment() === 'test' && !isAwaited) || typeof platform.setTimeout !== 'function') return;
  const timer = platform.setTimeout(fn, ms) as { unref?(): void } | number;
  if (typeof timer === 'object') timer.unref?.();
}

/** So long, in ms of real time, a thread may wait for the first pulse. */
const FIRST_PULSE_MS = 2000;

/**
 * Calls `late` if two seconds later the scheduler has never been pulsed, and no driver runs that will, such as that of
 * a hidden page.
 */
export function expectPulse(scheduler: Pulsed, late: () => void, isAwaited: boolean): void {
  const isSeenTo = (): boolean => scheduler.clock.frame > 0 || scheduler.stopDriver !== null;
  if (!isSeenTo()) later(() => isSeenTo() || late(), FIRST_PULSE_MS, isAwaited);
}

/** Turns real time into pulses. What is owed is paid before each pulse, so one that throws is not made again. */
class Pace {
  isStopped = false;
  readonly #scheduler: Pulsed;
  readonly #isFixed: boolean;
  readonly #pulseMs: number;
  readonly #mostMs: number;
  #lastMs = platform.performance.now();
  /** Real time that no pulse has made up for yet, in ms. */
  #owedMs = 0;

  constructor(scheduler: Pulsed, options: { isFixed: boolean; pulseMs: number; catchUpMs: number }) {
    this.#scheduler = scheduler;
    this.#isFixed = options.isFixed;
    this.#pulseMs = options.pulseMs;
    this.#mostMs = Math.max(options.catchUpMs, options.pulseMs);
  }

  tick(): void {
    const nowMs = platform.performance.now();
    this.#owedMs = Math.min(this.#owedMs + Math.max(0, nowMs - this.#lastMs), this.#mostMs);
    this.#lastMs = nowMs;
    if (this.#isFixed && this.#owedMs < this.#pulseMs) return;
    // A pulse may stop its own driver.
    do this.#pulse();
    while (!this.isStopped && this.#owedMs >= (this.#isFixed ? this.#pulseMs : Number.MIN_VALUE));
  }

  #pulse(): void {
    const ms = this.#isFixed ? this.#pulseMs : Math.min(this.#owedMs, this.#pulseMs);
    this.#owedMs -= ms;
    this.#scheduler.pulse(ms);
  }
}

function driveInterval(pace: Pace, intervalMs: number): () => void {
  const timer = platform.setInterval(() => pace.tick(), intervalMs);
  return () => platform.clearInterval(timer);
}

function driveFrames(pace: Pace): () => void {
  if (platform.requestAnimationFrame === undefined) {
    throw new TypeError('No requestAnimationFrame here. Use driver: "interval".');
  }
  const onFrame = (): void => {
    // First, so that a pulse that throws does not end the loop.
    handle = platform.requestAnimationFrame?.(onFrame) ?? 0;
    pace.tick();
  };
  let handle = platform.requestAnimationFrame(onFrame);
  return () => platform.cancelAnimationFrame?.(handle);
}
