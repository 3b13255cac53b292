/** What emitters, timers and Promises get for compiled functions. */
import { codeOf, setCode } from '../execution/compiled-function.js';
import { callOn, isBound } from '../realm.js';
import { asPlainCode, callingThread, schedulerOfCaller } from '../threads/current.js';
import type { ThreadScheduler } from '../threads/thread.js';
import type { AnyFunction } from './calls.js';
import { showAs } from './wrappers.js';

/**
 * What an emitter, a timer or a Promise gets for a compiled function: it starts a thread of its own whenever it is
 * called, also where the emitter is called inside a thread, and always on the scheduler of the script that has passed
 * it. On one scheduler the same function always has the same handler. No code can find out what a bound function calls,
 * so it counts as compiled; all else comes back as it is.
 */
export function handler(fn: unknown): unknown {
  return typeof fn === 'function' ? handlerOf(fn as AnyFunction, schedulerOfCaller()) : fn;
}

/** The scheduler that a handler starts its threads on; null until a script has passed it. */
interface Bound {
  scheduler: ThreadScheduler | null;
}
interface Made<T> extends Bound {
  readonly given: T;
}

/**
 * What is passed for one function or listener. It keeps no scheduler alive: a function of a module may outlive many.
 */
interface Passed<T> {
  readonly on: WeakMap<ThreadScheduler, Made<T>>;
  /** Passed by plain code that had entered no scheduler. */
  unbound: Made<T> | undefined;
  newest: WeakRef<Made<T>> | undefined;
}
const handlers = new WeakMap<object, Passed<AnyFunction>>();
const listeners = new WeakMap<object, Passed<Listener>>();
const handled = new WeakSet<object>();

function handlerOf(fn: AnyFunction, scheduler: ThreadScheduler | null): AnyFunction {
  const code = codeOf(fn);
  if ((code === undefined && !isBound(fn)) || handled.has(fn)) return fn;
  return known(handlers, fn, scheduler, (bound) => {
    const made = function (this: unknown, ...args: unknown[]) {
      return callFor(bound.scheduler, fn, this, args);
    };
    showAs(made, fn);
    if (code !== undefined) setCode(made, code);
    handled.add(made);
    return made;
  });
}

/**
 * The one of the scheduler. Plain code that has entered no scheduler gets the newest one, so that it can take off what
 * a script has put on. A script gets what such code has put on, which then belongs to its scheduler.
 */
function known<T>(
  all: WeakMap<object, Passed<T>>,
  given: object,
  scheduler: ThreadScheduler | null,
  make: (bound: Bound) => T,
): T {
  const passed: Passed<T> = all.get(given) ?? { on: new WeakMap(), unbound: undefined, newest: undefined };
  all.set(given, passed);
  let made = (scheduler === null ? passed.newest?.deref() : passed.on.get(scheduler)) ?? passed.unbound;
  if (made === undefined) {
    const bound: Bound = { scheduler };
    made = Object.assign(bound, { given: make(bound) });
    passed.newest = new WeakRef(made);
    if (scheduler === null) passed.unbound = made;
  }
  if (scheduler !== null) {
    if (made === passed.unbound) passed.unbound = undefined;
    made.scheduler = scheduler;
    passed.on.set(scheduler, made);
  }
  return made.given;
}

/** Calls a function as code of this scheduler; a thread of another one that calls the emitter is not its starter. */
function callFor(scheduler: ThreadScheduler | null, fn: AnyFunction, self: unknown, args: readonly unknown[]): unknown {
  if (scheduler === null) return asPlainCode(fn, self, args);
  // A scheduler that was closed hears nothing any more: its listeners count as taken off.
  if (scheduler.closed !== null) return undefined;
  const caller = callingThread();
  return asPlainCode(fn, self, args, caller?.scheduler === scheduler ? caller : null, scheduler);
}

interface Listener {
  readonly handleEvent: unknown;
}

/**
 * The same for what may be an object with a compiled `handleEvent`, which is looked up whenever an event comes, as the
 * DOM does.
 */
export function listener(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return handler(given);
  const listening = given as Listener;
  const scheduler = schedulerOfCaller();
  const handle = (on: ThreadScheduler | null): unknown =>
    typeof listening.handleEvent === 'function' ? handlerOf(listening.handleEvent as AnyFunction, on) : undefined;
  if (!listeners.has(given) && (handle(scheduler) ?? listening.handleEvent) === listening.handleEvent) return given;
  return known(listeners, given, scheduler, (bound) => ({
    handleEvent: (event: unknown) => callOn(handle(bound.scheduler) as AnyFunction, listening, event),
  }));
}
