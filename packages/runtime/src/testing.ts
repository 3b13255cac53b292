/** Virtual time for tests: no timer, and no clock except the scheduler's own. */
import { badArgument, internal } from './messages/errors.js';
import { checkFunction, checkNumber, checkOptions, isA } from './arguments.js';
import { Scheduler } from './scheduling/scheduler.js';
import { setDefaultScheduler } from './scheduling/current-scheduler.js';
import { checkMs } from './waits/timed.js';
import { brokenInvariants } from './ownership/verify.js';

export interface RunOptions {
  /** The milliseconds of each frame; default 16. */
  readonly frameMs?: number;
  /** The largest number of frames to run; default 10,000. */
  readonly maxFrames?: number;
}

/**
 * Makes pulses until no thread is live. Returns the number of frames that this took, or `maxFrames` if threads are
 * still live.
 *
 * @example
 * // @compile
 * function opening() {
 *   wait(100);
 * }
 * scheduler.spawn(opening);
 * runToEnd(scheduler, { frameMs: 16 }); // 8
 */
export function runToEnd(scheduler: Scheduler, options: RunOptions = {}): number {
  if (!isA(scheduler, Scheduler)) throw badArgument('runToEnd', 'a scheduler', scheduler);
  checkOptions('runToEnd', options, ['frameMs', 'maxFrames']);
  const { frameMs = 16, maxFrames = 10_000 } = options;
  checkMs('runToEnd', frameMs, 'frameMs: milliseconds ≥ 0');
  checkNumber('runToEnd', 'maxFrames: a number of frames ≥ 0', maxFrames, (count) => count >= 0);
  let frames = 0;
  while (frames < maxFrames && scheduler.live.size > 0) {
    scheduler.pulse(frameMs);
    frames++;
  }
  return frames;
}

/**
 * Checks the invariants of ownership between two pulses: one family holds an executor, no thread is blocked on a free
 * one, no ended thread is listed anywhere.
 * @throws {SpindleError} that names each broken invariant, which is a bug of the runtime.
 *
 * @example
 * scheduler.pulse(16);
 * verify(scheduler); // undefined
 */
export function verify(scheduler: Scheduler): void {
  if (!isA(scheduler, Scheduler)) throw badArgument('verify', 'a scheduler', scheduler);
  const heard = scheduler.signals.subscriptions();
  const asked = scheduler.predicates.items.filter((thread) => thread !== null);
  const { threads } = scheduler;
  const broken = brokenInvariants(threads, [...asked, ...heard.map(({ thread }) => thread)]);
  if (scheduler.live.size !== threads.length) broken.push(`${scheduler.live.size} threads are counted as live`);
  if (broken.length > 0) throw internal(broken.join('; '));
}

/**
 * Makes plain calls use `scheduler` while `fn` runs, and until the Promise that `fn` returns settles. Returns a Promise
 * of its result.
 */
export async function withScheduler<T>(scheduler: Scheduler, fn: () => T | Promise<T>): Promise<T> {
  if (!isA(scheduler, Scheduler)) throw badArgument('withScheduler', 'a scheduler and a function', scheduler);
  checkFunction('withScheduler', 'a scheduler and a function', fn);
  scheduler.pulses.expectNone();
  const old = setDefaultScheduler(scheduler);
  try {
    return await fn();
  } finally {
    setDefaultScheduler(old);
  }
}
