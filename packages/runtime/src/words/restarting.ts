/** What `restart` does but wait: uncompiled/restart.ts uses it. */
import { isPromise } from '../execution/is-promise.js';
import { pause } from '../execution/pauses.js';
import { pending } from '../execution/suspension.js';
import { kinds } from '../execution/wait-kind-table.js';
import { thenableOf } from '../waits/promise.js';

/** Where a load puts the frame. Nobody calls it. */
export const here = (): void => {};

/** Calls what begins a wait for a Promise again. `keeps`: whether the script keeps its owner meanwhile, as it did. */
export function beginAgain(begin: () => unknown, keeps: boolean): unknown {
  const value = begin();
  if (pending.kind === null) return isPromise(value) ? pause(kinds.promise, value, keeps) : value;
  if (pending.kind === kinds.promise) pending.keeps = keeps;
  return value;
}

/** What a call gave may have a `then`. */
export function waitForThenable(given: unknown, keeps: boolean): unknown {
  const thenable = thenableOf(given);
  return thenable === null ? given : pause(kinds.promise, thenable, keeps);
}
