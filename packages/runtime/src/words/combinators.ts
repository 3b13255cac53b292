/** Words that wait for several: `all`, `race`, `tracks`, `withTimeout`, `hold`. */
import { fieldsOf, isA } from '../arguments.js';
import { isPromise } from '../execution/is-promise.js';
import { badArgument, timeBeforeCall } from '../messages/errors.js';
import { join } from '../threads/settle-joins.js';
import { Thread } from '../threads/thread.js';
import { checkMs, needThread } from '../waits/timed.js';
import { type Startable, startChild } from './start.js';
import type { ValueOf, ValuesOf } from '../threads/values.js';

/** Starts the children of a combinator, in order; they end with the thread that waits for them. */
function startAll(name: string, starts: readonly unknown[]): Thread[] {
  const parent = needThread(name);
  return starts.map((item) => toStart(name, item)).map((item) => startChild(parent, item));
}

/** All are checked before the first of them starts, so that none of them runs when the error is thrown. */
function toStart(name: string, item: unknown): Startable {
  if (typeof item === 'function') return item as () => unknown;
  if (isA(item, Thread)) return item;
  if (isPromise(item)) return () => item;
  throw badArgument(name, 'calls, functions, threads or promises', item);
}

export function joinAll(name: string, starts: readonly unknown[], keeps: boolean): unknown {
  return join('all', startAll(name, starts), keeps);
}

export function joinRace(name: string, starts: readonly unknown[], keeps: boolean): unknown {
  if (starts.length === 0) throw badArgument(name, 'at least one call', undefined);
  return join('race', startAll(name, starts), keeps);
}

export function joinTracks(name: string, tracks: Readonly<Record<string, unknown>>, keeps: boolean): unknown {
  const fields = fieldsOf(name, 'an object of functions', tracks);
  const parent = needThread(name);
  const keys = fields.map(([key]) => key);
  const items = fields.map(([, item]) => toStart(name, item));
  const threads = items.map((item, i) => startChild(parent, item, { name: keys[i] as string }));
  return join('tracks', threads, keeps, { keys });
}

export function joinWithTimeout(name: string, ms: number, fn: unknown, keeps: boolean): unknown {
  if (typeof fn === 'number' && typeof ms !== 'number') throw timeBeforeCall(name, fn);
  checkMs(name, ms, 'milliseconds ≥ 0 and a call');
  return join('timeout', startAll(name, [fn]), keeps, { ms });
}

export function joinHold(fn: unknown): unknown {
  return join('hold', startAll('hold', [fn]), true);
}

/**
 * Starts the calls side by side and waits for all of them. Returns an array of their values, in the order of the calls.
 * The first error cancels the others.
 *
 * @example
 * // @compile
 * function walk(who, ms) {
 *   wait(ms);
 *   return who;
 * }
 * // @compile
 * function meet() {
 *   return all(walk("Ada", 100), walk("Bo", 50)).join(" and ");
 * }
 * const meeting = meet();
 * runToEnd(scheduler);
 * meeting.result; // "Ada and Bo"
 */
export const all = <T extends readonly unknown[]>(...calls: T): ValuesOf<T> =>
  joinAll('all', calls, false) as ValuesOf<T>;

/**
 * Starts the calls side by side and waits until the first one ends. Returns its value; the others are cancelled.
 *
 * @example
 * // @compile
 * function walk(who, ms) {
 *   wait(ms);
 *   return who;
 * }
 * // @compile
 * function compete() {
 *   return race(walk("Ada", 100), walk("Bo", 50));
 * }
 * const competing = compete();
 * runToEnd(scheduler);
 * competing.result; // "Bo"
 */
export const race = <T extends readonly unknown[]>(...calls: T): ValueOf<T[number]> =>
  joinRace('race', calls, false) as ValueOf<T[number]>;

/**
 * Waits for a call, but for at most `ms` milliseconds. Returns its value.
 * @throws {TimeoutError} after that time; the call is cancelled.
 *
 * @example
 * // @compile
 * function ask() {
 *   try {
 *     return withTimeout(100, waitSignal("answer"));
 *   } catch (error) {
 *     return error.name;
 *   }
 * }
 * const asking = ask();
 * runToEnd(scheduler);
 * asking.result; // "TimeoutError"
 */
export const withTimeout = <T>(ms: number, call: T): ValueOf<T> =>
  joinWithTimeout('withTimeout', ms, call, false) as ValueOf<T>;

/**
 * Runs each function on its own thread and waits for all of them. Returns an object of their values.
 *
 * @example
 * // @compile
 * function opening() {
 *   const { camera, music } = tracks({
 *     camera: () => {
 *       wait(300);
 *       return "zoomed in";
 *     },
 *     music: () => {
 *       wait(100);
 *       return "faded out";
 *     },
 *   });
 *   return camera + ", " + music;
 * }
 * const scene = opening();
 * runToEnd(scheduler);
 * scene.result; // "zoomed in, faded out"
 */
export const tracks = <T extends Readonly<Record<string, unknown>>>(functions: T): ValuesOf<T> =>
  joinTracks('tracks', functions, false) as ValuesOf<T>;
