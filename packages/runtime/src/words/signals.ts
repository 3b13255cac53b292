/** `signal`, `clearSignal`, `waitSignal`. */
import { currentScheduler } from '../scheduling/current-scheduler.js';
import type { SignalOptions } from '../threads/host.js';
import { waitForSignal } from '../waits/signals.js';
import { needThread } from '../waits/timed.js';

/**
 * Wakes every thread that waits for the signal `name`, in the order in which they began to wait; they go on in the next pulse.
 * With `sticky: true` it is remembered for those who come later, until `clearSignal(name)`.
 *
 * @example
 * // @compile
 * function guard() {
 *   return "the door is " + waitSignal("door");
 * }
 * const guarding = guard();
 * signal("door", "open");
 * scheduler.pulse(16);
 * guarding.result; // "the door is open"
 */
export function signal(name: string, value?: unknown, options: SignalOptions = {}): void {
  currentScheduler().signal(name, value, options);
}

/** Forgets a sticky signal. */
export function clearSignal(name: string): void {
  currentScheduler().clearSignal(name);
}

/** Waits for `signal(name, value)` and gives the value. */
export const waitSignal = (name: string): any =>
  waitForSignal('waitSignal', needThread('waitSignal').host, name, false);
