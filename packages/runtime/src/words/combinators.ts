/** Words that wait for several: `all`, `race`, `tracks`, `withTimeout`, `hold`. */
import { fieldsOf, isA } from '../arguments.js';
import { isPromise } from '../execution/promises.js';
import { badArgument, timeBeforeCall } from '../messages/errors.js';
import { join } from '../threads/joins.js';
import { Thread } from '../threads/thread.js';
import { checkMs, needThread } from '../waits/timed.js';
import { type Start, type Startable, startChild } from './start.js';

/** Starts the children of a combinator, in order; they end with the thread that waits for them. */
function startAll(name: string, starts: readonly unknown[]): Thread[] {
  const parent = needThread(name);
  return starts.map((item) => toStart(name, item)).map((item) => startChild(parent, item));
}

/** All are looked at before the first of them is started: whoever catches the error has none of them running. */
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

/** Starts the calls side by side and waits for all of them; gives their values in order. The first error ends the others. */
export const all = (...calls: Start[]): any => joinAll('all', calls, false);

/** Starts the calls side by side and waits for the first to end; the others are cancelled. */
export const race = (...calls: Start[]): any => joinRace('race', calls, false);

/** Waits for a call for `ms` at the most. @throws {TimeoutError} after that; the call is cancelled. */
export const withTimeout = (ms: number, call: Start): any => joinWithTimeout('withTimeout', ms, call, false);

/** Runs each function on a thread of its own and waits for all; gives an object of their values. */
export const tracks = (functions: Readonly<Record<string, unknown>>): any => joinTracks('tracks', functions, false);
