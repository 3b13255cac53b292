/** What a script can read: its clock, its thread, a random number. */
import { checkCount } from '../arguments.js';
import { turn } from '../execution/turn-state.js';
import { printInOneLine } from '../messages/format.js';
import { currentScheduler } from '../scheduling/current-scheduler.js';
import { randomOf } from '../scheduling/random.js';
import { stayingThread, runningThread } from '../threads/current.js';
import type { Thread } from '../threads/thread.js';
import { BEHIND, type Clock, type ClockView } from '../time/clock.js';

/**
 * A random number, 0 ≤ n < 1, from the seed of the scheduler.
 *
 * @example
 * //@compile
 * function roll() {
 *   return 1 + Math.floor(6 * random());
 * }
 * const [one, other] = [new Scheduler({ seed: 7 }), new Scheduler({ seed: 7 })];
 * one.enter(() => roll()) === other.enter(() => roll()); // true
 */
export function random(): number {
  checkCount('random', 0, arguments);
  return randomOf(currentScheduler()).draw();
}

/**
 * The running thread; undefined in plain code.
 *
 * @example
 * //@compile
 * function walk() {
 *   return currentThread().name;
 * }
 * start(() => walk(), { name: "Ada" }).result; // "Ada"
 * currentThread(); // undefined
 */
export function currentThread(): Thread | undefined {
  checkCount('currentThread', 0, arguments);
  return stayingThread() ?? undefined;
}

// A class: the getters of an object literal are not inlined.
class ClockOfThread implements ClockView {
  get frame(): number {
    return runningThread() === null ? currentScheduler().clock.frame : turn.frame;
  }
  get now(): number {
    return (runningThread() ?? currentScheduler()).clock.now;
  }
  get delta(): number {
    return (runningThread() ?? currentScheduler()).clock.delta;
  }
  get skipping(): boolean {
    return this[BEHIND].skipping;
  }
  fastForward(on?: boolean): void {
    this[BEHIND].fastForward(on);
  }
  get [BEHIND](): Clock {
    return (runningThread() ?? currentScheduler()).clock;
  }
  toString(): string {
    return String(this[BEHIND]);
  }
}
printInOneLine(ClockOfThread.prototype);

/**
 * The clock of the running thread; in plain code, the clock of the scheduler. `new Clock(clock)` creates a clock whose
 * parent it is.
 * `now` is its time in milliseconds, `frame` counts pulses, and `delta` is what this pulse added to it, in
 * milliseconds.
 *
 * @example
 * //@compile
 * function bell() {
 *   wait(100);
 *   return clock.now;
 * }
 * const ringing = bell();
 * runToEnd(scheduler, { frameMs: 50 });
 * ringing.result; // 100
 * clock.frame; // 2
 * clock.delta; // 50
 */
export const clock: ClockView = new ClockOfThread();
