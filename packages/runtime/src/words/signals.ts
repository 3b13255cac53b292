/** `signal`, `clearSignal`, `waitSignal`. */
import { checkCount } from '../arguments.js';
import { currentScheduler } from '../scheduling/current-scheduler.js';
import type { SignalOptions } from '../threads/scheduler-interface.js';
import { waitForSignal } from '../waits/signals.js';
import { ownWaits } from './own-wait-table.js';
import { needThread } from '../waits/wait-arguments.js';
import type { SignalArguments, SignalName, SignalValue } from '../threads/values.js';

/**
 * Wakes every thread that waits for the signal `name`, in the order in which they began to wait; they continue in the
 * next pulse. With `sticky: true` the signal is remembered for threads that wait for it later, until
 * `clearSignal(name)`.
 *
 * @example
 * //@compile
 * function guard() {
 *   return "the door is " + waitSignal("door");
 * }
 * const guarding = guard();
 * signal("door", "open");
 * scheduler.pulse(16);
 * guarding.result; // "the door is open"
 */
export function signal<K extends SignalName>(name: K, ...given: SignalArguments<K, SignalOptions>): void;
export function signal(name: string, value?: unknown, options: SignalOptions = {}): void {
  checkCount('signal', 3, arguments);
  currentScheduler().signal(name, value, options);
}

/**
 * Forgets a sticky signal.
 *
 * @example
 * //@compile
 * function guest() {
 *   return waitSignal("door open");
 * }
 * signal("door open", "welcome", { sticky: true });
 * clearSignal("door open");
 * guest().status; // "waiting"
 */
export function clearSignal(name: SignalName): void {
  checkCount('clearSignal', 1, arguments);
  currentScheduler().clearSignal(name);
}

/**
 * Waits for `signal(name, value)` and returns the value. @throws {NotInThreadError} outside any thread.
 *
 * @example
 * //@compile
 * function intro() {
 *   return "skipped with " + waitSignal("skip");
 * }
 * const playing = intro();
 * signal("skip", "Escape");
 * scheduler.pulse(16);
 * playing.result; // "skipped with Escape"
 */
export function waitSignal<K extends SignalName>(name: K): SignalValue<K> {
  checkCount('waitSignal', 1, arguments);
  return waitForSignal('waitSignal', needThread('waitSignal').scheduler, name, false) as SignalValue<K>;
}

ownWaits['waitSignal'] = (name: string) => waitForSignal('waitSignal', needThread('waitSignal').scheduler, name, true);
