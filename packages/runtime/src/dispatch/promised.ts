/** Calls that give a Promise to wait for: `Promise.all([walk(), fetch(url)])`, `f().then(g)`. */
import { applyOn } from '../realm.js';
import { currentScheduler } from '../scheduling/current-scheduler.js';
import { asPlainCode, runningThread } from '../threads/current.js';
import { Thread } from '../threads/thread.js';
import { PromisedCalls } from '../waits/promised-calls.js';
import type { AnyFunction } from './calls.js';
import { handler } from './handlers.js';
import { showAs } from './wrappers.js';

/**
 * A call as plain code makes it; when the thread then waits for a Promise, the thread of the call is of its family (R5b). A script that has ended at
 * once gives a Promise too, so that a chain on it does not depend on whether it has waited.
 */
export function promised(fn: AnyFunction, self?: unknown, args?: readonly unknown[]): unknown {
  const { lastThreadId } = currentScheduler();
  const given: unknown = asPlainCode(fn, self, args);
  const thread = runningThread();
  if (!(given instanceof Thread))
    return currentScheduler().lastThreadId === lastThreadId || isChainable(given) ? given : Promise.resolve(given);
  if (thread !== null) callsOf(thread).add(given);
  return given;
}

const callsOf = ({ ownRare }: Thread): PromisedCalls => (ownRare.promised ??= new PromisedCalls()) as PromisedCalls;

/**
 * What a `then`, `catch` or `finally` gets: a `handler`. The thread that it starts while the thread that has written it waits
 * for the end of the chain is of the family of that one.
 */
export function reaction(fn: unknown): unknown {
  const made = handler(fn);
  const thread = runningThread();
  if (made === fn || thread === null) return made;
  const calls = callsOf(thread);
  calls.hasHandlers = true;
  const reacting = function (this: unknown, ...args: unknown[]) {
    const given = applyOn(made as AnyFunction, this, args);
    if (given instanceof Thread) calls.add(given);
    return given;
  };
  showAs(reacting, fn as AnyFunction);
  return reacting;
}

/** Does a value answer to `.then`, `.catch` or `.finally` itself, as a Promise does, or the schema of a validator? */
const isChainable = (value: unknown): boolean =>
  ['then', 'catch', 'finally'].some((name) => name in (Object(value) as object));
