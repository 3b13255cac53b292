/** `wait`, `waitFrames`, `waitUntilTime`, `waitUntil`. */
import { checkCount } from '../arguments.js';
import { pause, pauseForFrame } from '../execution/pauses.js';
import { kinds } from '../execution/wait-kind-table.js';
import { turn } from '../execution/turn-state.js';
import { runningThread } from '../threads/current.js';
import type { Predicate } from '../threads/values.js';
import { waitCondition } from '../waits/predicate.js';
import { waitClockTime, waitFrameCount, waitTime } from '../waits/wait-arguments.js';

// Their types describe what a script gets. At run time each may return PAUSE, which only the emitted `yield` sees.

/**
 * Waits `ms` milliseconds of the thread's clock: until the first pulse in which the clock is at least now + ms. Without
 * an argument, waits until the next frame. Other threads can act on the thread's owner meanwhile; `this.wait(ms)` keeps
 * the owner.
 * @throws {TypeError} if `ms` is not a number.
 * @throws {RangeError} if it is negative or NaN.
 * @throws {NotInThreadError} outside any thread.
 *
 * @example
 * //@compile
 * function bell() {
 *   wait(100);
 *   return clock.now;
 * }
 * const ringing = bell();
 * runToEnd(scheduler, { frameMs: 16 });
 * ringing.result; // 112
 */
export function wait(ms?: number): void {
  checkCount('wait', 1, arguments);
  // Nearly every wait: all that is checked of a number is that it is one.
  if (runningThread() !== null && typeof ms === 'number' && ms >= 0 && ms <= Number.MAX_SAFE_INTEGER)
    return pause(kinds.timer, ms, false) as unknown as void;
  return waitTime(ms, false) as void;
}

/**
 * Waits until the n-th frame from now; 0 does not wait.
 *
 * @example
 * //@compile
 * function blink() {
 *   waitFrames(3);
 *   return clock.frame;
 * }
 * const blinking = blink();
 * runToEnd(scheduler);
 * blinking.result; // 3
 */
export function waitFrames(frames: number): void {
  checkCount('waitFrames', 1, arguments);
  return waitFrameCount('waitFrames', frames, false) as void;
}

/**
 * Waits until the thread's clock has reached `ms`; does not wait if it already has. Other threads can act on the
 * thread's owner meanwhile; `this.waitUntilTime(ms)` keeps the owner.
 * @throws {TypeError} if `ms` is not a number. @throws {RangeError} if it is negative or NaN.
 * @throws {NotInThreadError} outside any thread.
 *
 * @example
 * //@compile
 * function verse(line, ms) {
 *   waitUntilTime(ms);
 *   return line + " at " + clock.now;
 * }
 * //@compile
 * function song() {
 *   const lines = [verse("one", 500), verse("two", 1000), verse("late", 700)];
 *   return lines.join(", ");
 * }
 * const singing = song();
 * runToEnd(scheduler, { frameMs: 50 });
 * singing.result; // "one at 500, two at 1000, late at 1000"
 */
export function waitUntilTime(ms: number): void {
  checkCount('waitUntilTime', 1, arguments);
  return waitClockTime(ms, false) as void;
}

/**
 * The limit of small integers, which an engine compares without unboxing. Larger frames, and Infinity, are left to
 * `waitCondition`.
 */
const MANY_FRAMES = 2 ** 30 - 1;

/**
 * With a predicate: waits until it returns a truthy value, and returns that value. The predicate is called immediately,
 * then once in each pulse; its thread goes on before those for which only time has passed. With a number: waits until that frame, and keeps the owner.
 *
 * @example
 * //@compile
 * function guard(door) {
 *   waitUntil(() => door.isOpen);
 *   return "who is there?";
 * }
 * const door = { isOpen: false };
 * const guarding = guard(door);
 * scheduler.pulse(16);
 * guarding.status; // "checking"
 * door.isOpen = true;
 * scheduler.pulse(16);
 * guarding.result; // "who is there?"
 */
export function waitUntil<T>(condition: Predicate<T>): T;
export function waitUntil(frame: number): void;
export function waitUntil(condition: number | (() => unknown)): unknown {
  checkCount('waitUntil', 1, arguments);
  // The frame-wait of nearly every loop, or it has waited in the meantime.
  const thread = runningThread();
  if (thread !== null && typeof condition === 'number' && condition > 0 && condition < MANY_FRAMES) {
    if (condition <= turn.frame) return undefined;
    // Who has a hot turn is alone on its executor.
    if (turn.hot !== null || thread.alone) return pauseForFrame(condition);
  }
  return waitCondition('waitUntil', condition, false);
}
