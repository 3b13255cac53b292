'use compile';

import * as tweening from '../src/words/tweening.js';
import { waitForNext } from '../src/words/tweening.js';

/** The frames of `tween`: one call of `fn` in each, the last one with exactly 1. */
export const tween: (ms: number, fn: (t: number) => unknown, ease?: (t: number) => number) => void = (ms, fn, ease) => {
  let passedMs = 0;
  while (!tweening.showAt(passedMs, ms, fn, ease)) {
    waitForNext(ms);
    passedMs += tweening.delta();
  }
};
