// Made by `npm run natives` from packages/runtime/uncompiled/skippable.ts: change that one.
// @ts-nocheck -- a `yield` has no type

import { $arrow } from '../dispatch/wrappers.js';
import { waitForEvent } from './wait-for-event.js';
import { waitSignal } from './signals.js';
import * as skips from './skips.js';

/** Skips each time that the signal or event comes. */
export const heed: (skip: skips.Skip, by: NonNullable<skips.SkippableOptions['by']>) => unknown = $arrow(function* (
  skip,
  by,
) {
  while (true) {
    if (typeof by === 'string') yield waitSignal(by);
    else yield waitForEvent(by[0], by[1]);
    skips.ask(skip);
  }
}, 'heed(2) runtime');

/**
 * Runs `fn` so that it can be skipped: on a clock of its own, as `withClock` does. `clock.fastForward()`, or the signal or
 * event `by`, asks for it. At the end of the pulse the threads on this clock, and on the clocks below it, then have one
 * frame after the other, each as long as the last pulse that took time, until `fn` has ended. No other thread has a frame
 * meanwhile. So a cutscene that is skipped leaves the game as one that was watched. Returns the result of `fn`.
 *
 * Skipping stops before its end when nothing on the clock waits for time (a choice), when the clock is paused, when a
 * script says `clock.fastForward(false)`, as it should before a choice with a time limit, and when neither `fn` nor what it
 * waits for has gone on for `skipPatienceMs` (60,000) of its time. While `fn` waits for a Promise or a thread on another
 * clock, the game has its usual frames. `clock.skipping` tells the host to leave out sound and animation.
 * @throws {TypeError} if the arguments are not a function and options.
 *
 * @example
 * //@compile
 * function opening() {
 *   skippable(() => wait(10_000), { by: "skip" });
 *   return clock.now;
 * }
 * const thread = opening();
 * scheduler.pulse(16);
 * scheduler.signal("skip");
 * scheduler.pulse(16);
 * thread.result; // 32
 */
// Editors go to a call signature, but not to an arrow type.
export const skippable: {
  <T>(fn: () => T, options?: skips.SkippableOptions): T;
} = $arrow(function* (fn, options = {}, ...more: unknown[]) {
  const skip = skips.prepare(fn, options, more);
  const key = skips.attachKey(skip, heed);
  skips.beginSkip(skip);
  try {
    return yield fn();
  } finally {
    skips.end(skip, key);
  }
}, 'skippable(1) runtime');
