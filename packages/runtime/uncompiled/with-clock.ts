'use compile';

import type { ClockView } from '../src/time/clock.js';
import * as threadClock from '../src/words/with-clock-parts.js';
import { callOnClock } from '../src/words/with-clock-parts.js';

/**
 * Runs `fn` on a clock: until it ends, its waits, and those of the threads that it starts, use that clock. Returns the
 * result of `fn`. Called from plain code, it starts a thread, like any script.
 * @throws {TypeError} if the arguments are not a clock and a function.
 * @throws {SpindleError} for a clock of another scheduler.
 *
 * @example
 * const slowMotion = new Clock(scheduler.clock);
 * slowMotion.scale = 0.25;
 * scheduler.pulse(100);
 * slowMotion.now; // 25
 */
// Editors go to a call signature, but not to an arrow type.
export const withClock: { <T>(clock: ClockView, fn: () => T): T } = (clock, fn, ...more: unknown[]) => {
  const before = threadClock.putOnClock(clock, fn, more);
  try {
    return callOnClock(fn, before);
  } finally {
    threadClock.putBack(before);
  }
};
