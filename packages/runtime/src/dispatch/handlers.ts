/** What emitters, timers and Promises get for compiled functions. */
import { codeOf, isBound, setCode } from '../execution/compiled-function.js';
import { type AnyFunction, outside } from './calls.js';
import { showAs } from './wrappers.js';

/**
 * What an emitter, a timer or a Promise gets for a compiled function: it starts a thread of its own whenever it is
 * called, also where the emitter is called inside a thread. The same function always has the same handler. No code
 * can find out what a bound function calls, so it counts as compiled; all else comes back as it is.
 */
export function handler(fn: unknown): unknown {
  if (typeof fn !== 'function') return fn;
  const code = codeOf(fn);
  if (code === undefined && !isBound(fn)) return fn;
  let made = handlers.get(fn);
  if (made === undefined) {
    made = function (this: unknown, ...args: unknown[]) {
      return outside(fn as AnyFunction, this, args);
    };
    showAs(made, fn);
    handlers.set(fn, made);
    handlers.set(made, made);
    if (code !== undefined) setCode(made, code);
  }
  return made;
}
const handlers = new WeakMap<object, Function | Listener>();

interface Listener {
  readonly handleEvent: unknown;
}

/**
 * The same for what may be an object with a compiled `handleEvent`, which is looked up whenever an event comes, as the
 * DOM does.
 */
export function listener(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return handler(given);
  let made = handlers.get(given);
  if (made === undefined) {
    const listening = given as Listener;
    if (handler(listening.handleEvent) === listening.handleEvent) return given;
    made = {
      handleEvent: (event: unknown) => (handler(listening.handleEvent) as AnyFunction).call(listening, event as never),
    };
    handlers.set(given, made);
  }
  return made;
}
