/** Words that wait for several: `all`, `race`, `tracks`, `withTimeout`, `hold`. */
import { fieldsOf, isA, membersOf, checkCount } from '../arguments.js';
import { isPromise } from '../execution/is-promise.js';
import { DEV } from '../messages/development.js';
import { badArgument, noCall, timeBeforeCall, timedOut } from '../messages/errors.js';
import { runTurn } from '../scheduling/first-turn.js';
import { addModes, first, joinMode, outcomeOf, type Policy, type Settled, word } from '../threads/join-modes.js';
import { noteCause } from '../threads/bystanders.js';
import { type Join, type Joiner, leaveJoin } from '../threads/joins.js';
import { cancelAll } from '../threads/settle-joins.js';
import { wake } from '../threads/wake.js';
import { Thread } from '../threads/thread.js';
import type { AllOf, GivenBy, RaceOf, SomeCalls, ValuesOf } from '../threads/values.js';
import { checkMs, needThread } from '../waits/wait-arguments.js';
import { Arms, type Calls, hasFailed } from './arms.js';
import { ownWaits } from './own-wait-table.js';

/** The threads that a word waits for begin in order until one of them has decided it, and end with the thread that waits for them. */
function beginArms(name: Join['mode'], calls: Calls, ms?: number): Arms {
  const parent = needThread(name);
  // All are checked before the first of them starts, so that none of them runs when the error is thrown.
  const { items } = calls;
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (typeof item !== 'function' && !isA(item, Thread) && !isPromise(item)) throw noCall(name, item);
  }
  return new Arms(name, parent, calls, ms);
}

/** Calls one by one, or one array or plain object of them. */
const callsOf = (name: string, given: readonly unknown[]): Calls =>
  (given.length === 1 ? membersOf(name, 'calls, functions, threads or promises', given[0]) : undefined) ?? {
    items: given,
  };

/** @internal Runs the first turns of what a word waits for. */
export function joinBegun(begun: Arms, keeps: boolean): unknown {
  if (begun.hasNext(null)) runTurn(begun, null);
  return begun.join(keeps);
}

const beginAll = (given: readonly unknown[]): Arms => beginArms('all', callsOf('all', given));

function beginRace(given: readonly unknown[]): Arms {
  const calls = callsOf('race', given);
  if (calls.items.length === 0) throw badArgument('race', 'at least one call', given[0]);
  return beginArms('race', calls);
}

function beginTracks(functions: Readonly<Record<string, unknown>>): Arms {
  const fields = fieldsOf('tracks', 'an object of functions', functions);
  return beginArms('tracks', { keys: fields.map(([key]) => key), items: fields.map(([, item]) => item) });
}

function beginTimeout(ms: number, fn: unknown): Arms {
  if (typeof fn === 'number' && typeof ms !== 'number') throw timeBeforeCall('withTimeout', fn);
  checkMs('withTimeout', ms, 'milliseconds ≥ 0 and a call');
  return beginArms('withTimeout', { items: [fn] }, ms);
}

/**
 * Starts the calls side by side, in order, and waits for all of them. Takes them one by one, or as one array or plain object. Returns an array of
 * their values, in the order of the calls, or an object with the same keys. The first error cancels the others; what has not begun then never
 * begins.
 *
 * @example
 * //@compile
 * function walk(who, ms) {
 *   wait(ms);
 *   return who;
 * }
 * //@compile
 * function meet(names) {
 *   const { first, last } = all({ first: walk("Ada", 100), last: walk("Bo", 50) });
 *   return [first, last, ...all(names.map((name) => walk(name, 10)))].join(" and ");
 * }
 * const meeting = meet(["Cy", "Di"]);
 * runToEnd(scheduler);
 * meeting.result; // "Ada and Bo and Cy and Di"
 */
export function all<const T extends readonly unknown[]>(...calls: SomeCalls<T>): AllOf<T> {
  return joinBegun(beginAll(calls), false) as AllOf<T>;
}

/**
 * Starts the calls side by side, in order, and waits until the first one ends. Takes them one by one, or as one array or plain object. Returns its
 * value, or for an object `{ key, value }`; the others are cancelled, and what has not begun then never begins. @throws {TypeError} if there
 * are none.
 *
 * @example
 * //@compile
 * function walk(who, ms) {
 *   wait(ms);
 *   return who;
 * }
 * //@compile
 * function compete() {
 *   const { key, value } = race({ red: walk("Ada", 100), blue: walk("Bo", 50) });
 *   return key + ": " + value;
 * }
 * const competing = compete();
 * runToEnd(scheduler);
 * competing.result; // "blue: Bo"
 */
export function race<const T extends readonly unknown[]>(...calls: SomeCalls<T>): RaceOf<T> {
  return joinBegun(beginRace(calls), false) as RaceOf<T>;
}

/**
 * Waits for a call, but for at most `ms` milliseconds. Returns its value.
 * @throws {TimeoutError} after that time; the call is cancelled.
 *
 * @example
 * //@compile
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
export function withTimeout<T>(ms: number, call: () => T): GivenBy<T>;
/**
 * Waits for a call, but for at most `ms` milliseconds. Returns its value.
 * @throws {TimeoutError} after that time; the call is cancelled.
 */
export function withTimeout<T>(ms: number, call: T): Awaited<T>;
export function withTimeout(ms: number, call: unknown): unknown {
  checkCount('withTimeout', 2, arguments);
  return joinBegun(beginTimeout(ms, call), false);
}

/**
 * Runs each function on its own thread and waits for all of them. Returns an object of their values.
 *
 * @example
 * //@compile
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
export function tracks<T extends Readonly<Record<string, unknown>>>(functions: T): ValuesOf<T> {
  checkCount('tracks', 1, arguments);
  return joinBegun(beginTracks(functions), false) as ValuesOf<T>;
}

// `this.all` and the others keep the executor.
ownWaits['all'] = (...calls: unknown[]) => joinBegun(beginAll(calls), true);
ownWaits['race'] = (...calls: unknown[]) => joinBegun(beginRace(calls), true);
ownWaits['withTimeout'] = (ms: number, call: unknown) => joinBegun(beginTimeout(ms, call), true);
ownWaits['tracks'] = (functions: Record<string, unknown>) => joinBegun(beginTracks(functions), true);
ownWaits['hold'] = (call: unknown) => joinBegun(beginArms('hold', { items: [call] }), true);

// ---- when they are over ---------------------------------------------------------------------------------------------

/** All have to end with a value; the first error ends the others. */
const every: Policy = ({ targets, remaining, keys }, ended) => {
  // An earlier failure would have settled the join, so only the thread that has just ended can have failed.
  const failed = (ended === null ? targets : [ended]).find(hasFailed);
  if (failed !== undefined) return { ...outcomeOf(failed), why: 'failed' };
  if (remaining > 0) return null;
  const values = targets.map((target) => target.value);
  const value = keys === undefined ? values : Object.fromEntries(keys.map((key, i) => [key, values[i]]));
  return { value, mode: 'value' };
};

/** The time of `withTimeout` is over. */
function timeOut(joiner: Joiner): void {
  const record = joiner.subject;
  const error = timedOut('withTimeout', record.ms as number);
  leaveJoin(record);
  wake(joiner, error, 'error');
  joiner.scheduler.joinOver(joiner, record.targets);
  if (DEV) noteCause(record.targets, 'join');
  cancelAll(record.targets, error);
}

addModes({
  all: word('all', every),
  tracks: word('tracks', every),
  race: {
    ...word('race', (join, ended) => {
      const settled = first(join, ended);
      if (settled === null) return null;
      const { targets, keys } = join;
      const { value, mode, from } = settled as Required<Settled>;
      const given = mode === 'value' && keys !== undefined ? { key: keys[targets.indexOf(from)], value } : value;
      return { value: given, mode, from, why: 'was first' };
    }),
    oneIsEnough: true,
  },
  withTimeout: { ...joinMode((names, ms) => `withTimeout(${ms}, ${names})`, first), onTimer: timeOut },
  hold: word('hold', first),
});
