/** Calls that give a Promise to wait for: `Promise.all([walk(), fetch(url)])`, `f().then(g)`. */
import { runningThread } from '../threads/current.js';
import { Thread } from '../threads/thread.js';
import { PromisedCalls } from '../waits/promised.js';
import { type AnyFunction, outside } from './calls.js';

/** `outside`; when the thread then waits for a Promise, the thread of the call is of its family (R5b). */
export function promised(fn: AnyFunction, self?: unknown, args?: readonly unknown[]): unknown {
  const given = outside(fn, self, args);
  const thread = runningThread();
  if (thread !== null && given instanceof Thread)
    ((thread.ownRare.promised ??= new PromisedCalls()) as PromisedCalls).add(given);
  return given;
}
