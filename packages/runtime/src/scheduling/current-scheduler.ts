/** Which scheduler a plain call uses. */
import { current, runningThread } from '../threads/current.js';
import type { ThreadScheduler } from '../threads/thread.js';
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

/** @internal Replaces the default scheduler, for tests; returns the old one. */
export function setDefaultScheduler(replacement: ThreadScheduler): ThreadScheduler {
  const old = current.standard;
  current.standard = replacement;
  return old;
}
