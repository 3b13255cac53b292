// Made by `npm run natives` from packages/runtime/natives/with-clock.ts: change that one.
// @ts-nocheck -- a `yield` has no type

import { $thread } from '../dispatch/wrappers.js';
import type { ClockView } from '../time/clock.js';
import * as steps from './with-clock-steps.js';

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
export const withClock: <T>(clock: ClockView, fn: () => T) => T = $thread.arrow(function* (clock, fn) {
  const before = steps.putOnClock(clock, fn);
  try {
    return yield fn();
  } finally {
    steps.putBack(before);
  }
}, 'withClock(2) 20:11:p0pn');
