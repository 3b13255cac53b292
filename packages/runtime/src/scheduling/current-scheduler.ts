/** Which scheduler a call uses, and a plain call. */
import type { CompiledFunction } from '../execution/compiled-function.js';
import { DEV } from '../messages/development.js';
import { ownerElsewhere } from '../messages/warning-texts.js';
import { hasThreads } from '../ownership/owner.js';
import { current, runningThread } from '../threads/current.js';
import type { Lock, ThreadScheduler } from '../threads/thread.js';
import { Scheduler } from './scheduler.js';

/**
 * The default scheduler: plain calls use it unless another one was entered. A game with one world needs no other.
 *
 * @example
 * //@compile
 * function opening() {
 *   wait(30);
 *   return "open";
 * }
 * const show = opening(); // from plain code: a Thread
 * scheduler.pulse(16);
 * scheduler.pulse(16);
 * show.result; // "open"
 */
export const scheduler: Scheduler = new Scheduler();
current.standard = scheduler;

/** @internal The scheduler that plain calls use: the entered one, else the default one. */
export function currentScheduler(): ThreadScheduler {
  return runningThread()?.scheduler ?? current.entered ?? current.standard;
}

/**
 * @internal A thread started by a thread stays with its scheduler; else it goes to the one where threads of its owner
 * live, to the entered one, to the one that the owner used last if that is not closed, to the default one.
 */
export function schedulerForCall(
  lock: Lock | null,
  starters: ThreadScheduler | undefined,
  code: CompiledFunction,
): ThreadScheduler {
  if (starters !== undefined) return starters;
  const { entered } = current;
  if (lock === null || lock.scheduler === null) return currentScheduler();
  if (!hasThreads(lock)) return entered ?? (lock.scheduler.closed === null ? lock.scheduler : current.standard);
  // Timers and `onError` of the default one enter it, and not the author.
  if (DEV && entered !== null && entered !== lock.scheduler && entered !== current.standard)
    entered.warnings.say(ownerElsewhere(lock.owner, code.path));
  return lock.scheduler;
}

/** @internal Replaces the default scheduler, for tests; returns the old one. */
export function setDefaultScheduler(replacement: ThreadScheduler): ThreadScheduler {
  const old = current.standard;
  current.standard = replacement;
  return old;
}
