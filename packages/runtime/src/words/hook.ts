/** Native functions whose calls can be waited for. */
import { checkFunction } from '../arguments.js';
import { CompiledFunction, codeOf, uncompiled } from '../execution/compiled-function.js';
import { nameOf } from '../messages/format.js';
import { ownerBehind } from '../ownership/owner.js';
import { applyOn } from '../realm.js';
import { schedulerOfCaller } from '../threads/current.js';
import type { AnyFunction } from '../dispatch/calls.js';
import { dress } from '../dispatch/wrappers.js';

/** The length of a function; a Proxy that was revoked has none that can be read. */
function lengthOf(fn: Function): number {
  try {
    return fn.length;
  } catch {
    return 0;
  }
}

/**
 * Makes a native function observable: `waitFor(hooked)` waits for its next call on the same scheduler, or by plain code
 * that has entered no scheduler. Returns a function that calls the native one.
 *
 * @example
 * const ring = hook(() => "rrring");
 * //@compile
 * function guard() {
 *   waitFor(ring);
 *   return "awake";
 * }
 * const guarding = guard();
 * ring(); // "rrring"
 * scheduler.pulse(16);
 * guarding.result; // "awake"
 */
export function hook<F extends AnyFunction>(fn: F): F {
  checkFunction('hook', 'a function', fn);
  if (codeOf(fn) !== undefined) return fn;
  const name = nameOf(fn);
  const code = new CompiledFunction(fn, 'direct', uncompiled(name || 'hooked', name, lengthOf(fn)));
  const hooked = function (this: unknown, ...args: never[]): unknown {
    // A call from plain code that has entered no scheduler belongs to none, and the subscribers of all of them receive
    // it.
    const { subscribers } = code;
    if (subscribers !== null && subscribers.size > 0) subscribers.publish(schedulerOfCaller(), ownerBehind(this), args);
    return applyOn(fn, this, args);
  };
  return dress(hooked, code) as unknown as F;
}
