'use compile';

import type { ClockView } from '../src/time/clock.js';
import * as steps from '../src/words/with-clock-steps.js';

/**
 * Runs `fn` on a clock: its waits, and those of the threads that it starts, count on that one, until it ends. Gives what `fn` gives.
 * From plain code it starts a thread, as any script does.
 * @throws {TypeError} for what is no clock or no function. @throws {SpindleError} for a clock of another scheduler.
 *
 * @example
 * const slowMotion = new Clock(scheduler.clock);
 * slowMotion.scale = 0.25;
 * scheduler.pulse(100);
 * slowMotion.now; // 25
 */
export const withClock: <T>(clock: ClockView, fn: () => T) => T = (clock, fn) => {
  const before = steps.putOnClock(clock, fn);
  try {
    return fn();
  } finally {
    steps.putBack(before);
  }
};
