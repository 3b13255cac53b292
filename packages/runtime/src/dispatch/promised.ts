/** Calls that give a Promise to wait for: `Promise.all([walk(), fetch(url)])`, `f().then(g)`. */
import { currentScheduler } from '../scheduling/current-scheduler.js';
import { runningThread } from '../threads/current.js';
import { Thread } from '../threads/thread.js';
import { PromisedCalls } from '../waits/promised.js';
import { type AnyFunction, outside } from './calls.js';

/**
 * `outside`; when the thread then waits for a Promise, the thread of the call is of its family (R5b). A script that has ended at
 * once gives a Promise too, so that a chain on it does not depend on whether it has waited.
 */
export function promised(fn: AnyFunction, self?: unknown, args?: readonly unknown[]): unknown {
  const { lastThreadId } = currentScheduler();
  const given = outside(fn, self, args);
  const thread = runningThread();
  if (!(given instanceof Thread))
    return currentScheduler().lastThreadId === lastThreadId || isChainable(given) ? given : Promise.resolve(given);
  if (thread !== null) ((thread.ownRare.promised ??= new PromisedCalls()) as PromisedCalls).add(given);
  return given;
}

/** It answers to `.then`, `.catch` or `.finally` itself, as a Promise does, or the schema of a validator. */
const isChainable = (value: unknown): boolean =>
  ['then', 'catch', 'finally'].some((name) => name in (Object(value) as object));
