/** Functions of the entry `host` that take a scheduler, as not every game needs them: pulses in real time, timers without a thread, and waits by the names of older schedulers. */
import { findLive } from '../collections/live-threads.js';
import { pause } from '../execution/pauses.js';
import { addKinds, kinds } from '../execution/wait-kind-table.js';
import { DEV } from '../messages/development.js';
import { badArgument, schedulerClosed } from '../messages/errors.js';
import { showInDevelopment } from '../overlay/show-errors.js';
import { checkCount, checkFunction, isA } from '../arguments.js';
import { setAlarm } from './alarm.js';
import { endWait } from '../scheduling/end.js';
import { Scheduler } from '../scheduling/scheduler.js';
import type { Thread, Waiting } from '../threads/thread.js';
import type { SignalName, SignalValue } from '../threads/values.js';
import { wake } from '../threads/wake.js';
import { type DriverOptions, startDriver } from '../time/drivers.js';
import { waitCondition } from '../waits/predicate.js';
import { waitForSignal } from '../waits/signals.js';
import { checkMs, needThread } from '../waits/wait-arguments.js';

/**
 * Makes pulses of a scheduler in real time until you call the function that it returns. In development, what scripts throw and nothing
 * catches then stands on the page; `hideErrors` of `@spindle/runtime/overlay` ends that.
 * @throws {SpindleError} if the scheduler has a driver. @throws {SchedulerClosedError} if it is closed.
 *
 * @example
 * const stop = drive(scheduler, { driver: "interval", intervalMs: 16 });
 * stop(); // no pulse has come yet
 * scheduler.clock.frame; // 0
 */
export function drive(scheduler: Scheduler, options: DriverOptions): () => void {
  checkScheduler('drive', scheduler);
  if (scheduler.closed !== null) throw schedulerClosed('a driver', scheduler.closed.reason);
  if (DEV) showInDevelopment();
  return startDriver(scheduler, options);
}

/**
 * Calls `fn` once, as plain code, in the first pulse in which `ms` milliseconds have passed on the clock of the calling thread, or of
 * the scheduler. Returns a function that cancels the call. If `fn` throws, `pulse` throws that error at its end.
 * @throws {TypeError} without a scheduler, if `ms` is not a number or `fn` not a function.
 * @throws {RangeError} if `ms` is negative or NaN.
 *
 * @example
 * const heard = [];
 * after(scheduler, 5000, () => heard.push("bell"));
 * const undo = after(scheduler, 5000, () => heard.push("horn"));
 * undo();
 * scheduler.pulse(5000);
 * heard.join(); // "bell"
 */
export function after(scheduler: Scheduler, ms: number, fn: () => unknown): () => void {
  checkCount('after', 3, arguments);
  checkScheduler('after', scheduler);
  return setAlarm(scheduler, ms, fn);
}

/**
 * Ends the wait of the thread with this `id` from outside: the thread continues in the next pulse, and its wait returns `value`.
 * Returns false, and changes nothing, if no thread with that id is waiting: it runs, is ready, is blocked, or is at the end of a
 * loop's iteration.
 *
 * @example
 * //@compile
 * function guard() {
 *   return waitSignal("the gate opens");
 * }
 * const guarding = guard();
 * resume(scheduler, guarding.id, "a message came first"); // true
 * scheduler.pulse(16);
 * guarding.result; // "a message came first"
 */
export function resume(scheduler: Scheduler, id: number, value?: unknown): boolean {
  checkScheduler('resume', scheduler);
  if (typeof id !== 'number') throw badArgument('resume', 'the id of a thread', id);
  scheduler.inbox?.note('resume', `#${id}`, [value]);
  const found = findLive(scheduler.live, id);
  return found !== undefined && endWait(found, value);
}

/** In a script: the same as `wait(ms)`. */
export function sleep(scheduler: Scheduler, ms: number): void {
  checkCount('sleep', 2, arguments);
  needScheduler('sleep', scheduler);
  checkMs('sleep', ms);
  return pause(kinds.sleep, ms, false) as unknown as void;
}

/** In a script: the same as `waitUntil(predicate)`. */
export function check<T>(scheduler: Scheduler, predicate: () => T): T {
  checkCount('check', 2, arguments);
  needScheduler('check', scheduler);
  checkFunction('check', 'a predicate', predicate);
  return waitCondition('check', predicate, false) as T;
}

/** In a script: the same as `waitSignal(name)`, for a signal of this scheduler. */
export function waitSignalOn<K extends SignalName>(scheduler: Scheduler, name: K): SignalValue<K> {
  checkCount('waitSignalOn', 2, arguments);
  needScheduler('waitSignalOn', scheduler);
  return waitForSignal('waitSignalOn', scheduler, name, false) as SignalValue<K>;
}

/** In a script: lets the other threads run and continues in the next pulse. */
export function yieldTurn(scheduler: Scheduler): void {
  checkCount('yieldTurn', 1, arguments);
  needScheduler('yieldTurn', scheduler);
  return pause(kinds.yield, undefined, false) as unknown as void;
}

function needScheduler(word: string, scheduler: unknown): void {
  needThread(word);
  checkScheduler(word, scheduler);
}

function checkScheduler(word: string, scheduler: unknown): void {
  if (!isA(scheduler, Scheduler)) throw badArgument(word, 'a scheduler', scheduler);
}

addKinds<Thread>({
  sleep: {
    status: 'sleeping',
    begin: (thread: Waiting<number>) => thread.clock.insertIn(thread, thread.subject),
    onTimer: wake,
    label: (ms: number) => `sleep(${ms})`,
  },
  yield: { status: 'ready', begin: wake, label: () => 'yieldTurn()' },
});
