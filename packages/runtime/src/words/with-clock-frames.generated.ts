// Made by `npm run natives` from packages/runtime/uncompiled/with-clock.ts: change that one.
// @ts-nocheck -- a frame has no type
/* oxlint-disable max-lines, max-lines-per-function, no-shadow, typescript/consistent-return -- nobody reads it */

import { $argumentsFrom, $keep2 } from '../dispatch/frames.js';
import { $arrow } from '../dispatch/wrappers.js';
import type { ClockView } from '../time/clock.js';
import * as threadClock from './with-clock-parts.js';
import { callOnClock } from './with-clock-parts.js';

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
export const withClock: {
  <T>(clock: ClockView, fn: () => T): T;
} = $arrow(function ($f, $v, $m, $this, $args) {
  let $c = $v,
    $pc = 0,
    clock,
    fn,
    more,
    before,
    $paused0;
  if ($f !== null) {
    $pc = 1;
    before = $f.l1;
  }
  if ($pc === 0) {
    ({ 0: clock, 1: fn } = $args);
    more = $argumentsFrom($args, 2);
    before = threadClock.putOnClock(clock, fn, more);
  }
  try {
    if ($m !== 0) throw $v;
    if ($pc === 0 && $c.waits(($v = callOnClock(fn, before)))) {
      $paused0 = true;
      return $keep2($f, $c, $this, 1, $args, before);
    }
    $pc = 0;
    return $v;
  } finally {
    if (!$paused0) {
      $pc = $m = 0;
      threadClock.putBack(before);
    }
  }
}, 'withClock(2) runtime frames list bare 0:0:wwos;arguments clock fn ...more,before;1');
