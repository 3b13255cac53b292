// Made by `npm run natives` from packages/runtime/uncompiled/tween.ts: change that one.
// @ts-nocheck -- a `yield` has no type

import { $arrow } from '../dispatch/wrappers.js';
import * as tweening from './tweening.js';
import { waitForNext } from './tweening.js';

/** The frames of `tween`: one call of `fn` in each, the last one with exactly 1. */
export const tween: (ms: number, fn: (t: number) => unknown, ease?: (t: number) => number) => void = $arrow(function* (
  ms,
  fn,
  ease,
) {
  let passedMs = 0;
  while (!tweening.showAt(passedMs, ms, fn, ease)) {
    yield waitForNext(ms);
    passedMs += tweening.delta();
  }
}, 'tween(3) runtime');
