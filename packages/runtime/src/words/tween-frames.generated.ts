// Made by `npm run natives` from packages/runtime/uncompiled/tween.ts: change that one.
// @ts-nocheck -- a frame has no type
/* oxlint-disable max-lines, max-lines-per-function, no-shadow, typescript/consistent-return -- nobody reads it */

import { $keep4 } from '../dispatch/frames.js';
import { $arrow } from '../dispatch/wrappers.js';
import * as tweening from './tweening.js';
import { waitForNext } from './tweening.js';

/** The frames of `tween`: one call of `fn` in each, the last one with exactly 1. */
export const tween: (ms: number, fn: (t: number) => unknown, ease?: (t: number) => number) => void = $arrow(function (
  $f,
  $v,
  $m,
  $this,
  ms,
  fn,
  ease,
) {
  let $c = $v,
    $pc = 0,
    passedMs;
  if ($f !== null) {
    $pc = 1;
    $c = $f.code;
    ms = $f.l0;
    fn = $f.l1;
    ease = $f.l2;
    passedMs = $f.l3;
  }
  if ($pc === 0) passedMs = 0;
  while ($pc !== 0 || !tweening.showAt(passedMs, ms, fn, ease)) {
    if ($pc === 0 && $c.waits(($v = waitForNext(ms)))) return $keep4($f, $c, $this, 1, ms, fn, ease, passedMs);
    $pc = 0;
    passedMs += tweening.delta();
  }
}, 'tween(3) runtime frames bare through 0:0:gv7t;ms,fn,ease,passedMs;3');
