/** `tween`: calls back in each frame of a time. */
import { checkFunction, checkCount } from '../arguments.js';
import { checkMs, needThread } from '../waits/wait-arguments.js';
import { tween as showFrames } from './tween.generated.js';

/**
 * Calls `fn` in each frame for `ms` milliseconds of the thread's clock, with the part of the time that has passed: now
 * with 0, the last time with exactly 1. `ease` changes the number before `fn` gets it, except the last one. With 0 ms, `fn` is called
 * once, and the script does not wait. Both functions run to their end at once: they cannot wait. Other threads can act on the thread's owner meanwhile.
 * @throws {TypeError} if `ms` is not a number, or `fn` or `ease` not a function. @throws {RangeError} if `ms` is
 * negative or NaN. @throws {NotInThreadError} outside any thread.
 *
 * @example
 * //@compile
 * function fadeOut(hero) {
 *   const shown = [];
 *   tween(100, (t) => shown.push((hero.alpha = 1 - t)));
 *   return shown.join(" ");
 * }
 * const fading = fadeOut({ alpha: 1 });
 * runToEnd(scheduler, { frameMs: 25 });
 * fading.result; // "1 0.75 0.5 0.25 0"
 */
export function tween(ms: number, fn: (t: number) => unknown, ease?: (t: number) => number): void {
  checkCount('tween', 3, arguments);
  needThread('tween');
  checkMs('tween', ms, 'milliseconds ≥ 0 and a function');
  checkFunction('tween', 'milliseconds ≥ 0 and a function', fn);
  if (ease !== undefined) checkFunction('tween', 'a function as ease', ease);
  return showFrames(ms, fn, ease);
}
