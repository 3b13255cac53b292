/**
 * The words of scripts: waits, signals and combinators. Each wait exists twice: as a free function, which lets go of the
 * thread's executor while it really waits, and as a method of Executor, which keeps it.
 */
import { hostFor } from '../dispatch/calls.js';
import { BEHIND, type Clock, type ClockView } from '../time/clock.js';
import { type Code, codeOf, functionCode } from '../execution/compiled-function.js';
import {
  badArgument,
  noCallToHear,
  noFunctionToStart,
  notCompiled,
  nothingToWaitFor,
  timeBeforeCall,
} from '../messages/errors.js';
import { coreOf as coreOfOwner, executors, knownCore, mayOwn, ownerBehind, threadsOf } from '../ownership/executor.js';
import { pause, pauseForFrame } from '../execution/generator-frames.js';
import { join } from '../threads/joins.js';
import { nameOf, printInOneLine } from '../messages/format.js';
import { ThreadSet } from '../collections/lists.js';
import { checkName, checkOptions, fieldsOf, isA } from '../arguments.js';
import { turn as theTurn } from '../execution/suspension.js';
import { isPromise } from '../execution/promises.js';
import { currentScheduler, type Scheduler, type SignalOptions } from '../scheduling/scheduler.js';
import { current as theCurrent, Thread } from '../threads/thread.js';
import {
  checkMs,
  checkPriority,
  needThread,
  waitCondition,
  waitFrameCount,
  waitTime,
  waitTurn,
} from '../waits/timed.js';
import { startThread } from '../scheduling/turn.js';
import { thenableOf } from '../waits/kinds.js';
import { callsOf, watch } from '../waits/subscriptions.js';

// Constants of this file: an import is a cell that is read each time, and the engine does not know what stands in it.
const current = theCurrent;
const turn = theTurn;

/** What a script writes as a call and the plugin hands over as `() => call`; or a function, a Thread or a Promise. */
export type Start = unknown;

function raise(error: Error): never {
  throw error;
}

// ---- threads, promises, entities, functions --------------------------------------------------------------------------------

/** What a call gave, as `waitFor(call())` gets it: that need not be something to wait for. */
class Given {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/** Stands in emitted code around the call in `waitFor(call())`. */
export const given = (value: unknown): Given => new Given(value);

export function waitForTarget(name: string, target: unknown, receiver: unknown, keeps: boolean): unknown {
  const thread = needThread(name);
  const isGiven = isA(target, Given);
  const awaited = isGiven ? target.value : target;
  if (isA(awaited, Thread)) return join('one', [awaited], keeps);
  const code = codeOf(awaited);
  if (code !== undefined && !isWrittenAtWaitFor(code)) {
    checkReceiver(name, receiver);
    const label = (): string => `${name}(${code.label})`;
    return watch(callsOf(code, thread, { receiver: ownerBehind(receiver), label }), keeps);
  }
  if (isPromise(awaited)) return pause('promise', awaited, keeps);
  const acting = threadOfEntity(thread, awaited);
  if (acting !== undefined) return join('entity', [acting], keeps);
  if (knownCore(awaited) !== undefined) return undefined;
  const thenable = executors.has(awaited) ? null : thenableOf(awaited);
  if (thenable !== null) return pause('promise', thenable, keeps);
  if (isGiven || (mayOwn(awaited) && !isCollection(awaited))) return awaited;
  if (typeof awaited !== 'function') throw nothingToWaitFor(name, awaited);
  throw code === undefined ? notCompiled(name, awaited) : noCallToHear(name);
}

/** `waitFor(() => this.ready())`: the function is new at each call, so nobody ever calls it. */
const isWrittenAtWaitFor = ({ id }: Code): boolean => /~(?:this\.)?waitFor(?:~\d+)?$/.test(id);

/** `Symbol.iterator` is looked for, not read. */
const isCollection = (object: object): boolean =>
  Symbol.iterator in object ||
  ArrayBuffer.isView(object) ||
  object instanceof ArrayBuffer ||
  object instanceof WeakMap ||
  object instanceof WeakSet;

/** A call is on an object or a function, or on nothing. */
export function checkReceiver(name: string, receiver: unknown): void {
  const isFit =
    receiver === undefined || typeof receiver === 'function' || (typeof receiver === 'object' && receiver !== null);
  if (!isFit) throw badArgument(name, 'a receiver that is an object', receiver);
}

/** The newest live thread of an entity that `thread` started, else the last one in its executor's list. */
function threadOfEntity(thread: Thread, entity: unknown): Thread | undefined {
  const core = knownCore(entity);
  if (core === undefined) return undefined;
  return (
    core.owned.toArray().findLast((owned) => owned.parent === thread) ??
    threadsOf(core).findLast((other) => other !== thread)
  );
}

// ---- signals ------------------------------------------------------------------------------------------------------------------

export function waitForSignal(name: string, signalName: unknown, keeps: boolean): unknown {
  return (needThread(name).host as Scheduler).waitSignal(name, signalName, keeps);
}

/**
 * Wakes every thread that waits for the signal `name`, in the order in which they began to wait; they go on in the next pulse.
 * With `sticky: true` it is remembered for those who come later, until `clearSignal(name)`.
 *
 * @example
 * // @compile
 * function guard() {
 *   return "the door is " + waitSignal("door");
 * }
 * const guarding = guard();
 * signal("door", "open");
 * scheduler.pulse(16);
 * guarding.result; // "the door is open"
 */
export function signal(name: string, value?: unknown, options: SignalOptions = {}): void {
  currentScheduler().signal(name, value, options);
}

/** Forgets a sticky signal. */
export function clearSignal(name: string): void {
  currentScheduler().clearSignal(name);
}

// ---- starting threads ------------------------------------------------------------------------------------------------------------

const NONE: StartOptions = {};
const START_OPTIONS: readonly string[] = ['owner', 'priority', 'name'];

export interface StartOptions {
  /** The object that the thread acts for; default none. */
  readonly owner?: object;
  /** Lower runs first within a pulse. Default: that of the thread that starts it, else 0. */
  readonly priority?: number;
  /** Shown in dumps and errors, and in what others wait for; a trace shows its calls. */
  readonly name?: string;
}

/**
 * Starts a function on a thread of its own, at once, up to its first wait. Nobody waits for it.
 *
 * @example
 * // @compile
 * function playMusic() {
 *   while (true) wait(1000);
 * }
 * const music = start(() => playMusic());
 * music.status; // "sleeping"
 * music.cancel();
 * music.status; // "cancelled"
 */
export const start = (fn: Start, options: StartOptions = NONE): Thread => startAs('start', fn, options);

function startAs(word: string, fn: Start, options: StartOptions): Thread {
  if (typeof fn !== 'function') throw noFunctionToStart(word, fn);
  if (options !== NONE) checkOptions(word, options, START_OPTIONS);
  const { owner, priority, name } = options;
  checkPriority(word, priority);
  checkName(word, name);
  const parent = current.thread ?? current.starter;
  const core =
    owner === undefined ? null : (coreOfOwner(owner) ?? raise(badArgument(word, 'an owner that can own', owner)));
  const code = functionCode(fn as () => unknown);
  const host = hostFor(core, parent?.host, code);
  host.inbox?.told('start', name ?? nameOf(fn), []);
  const thread = startThread({ code, self: owner, args: [] }, { host, core, parent, priority, name, unwraps: true });
  if (parent === null) host.waitsForPulse(thread);
  return thread;
}

/** Like `start`, but the thread ends when the one that started it ends. */
export function attach(fn: Start, options: StartOptions = NONE): Thread {
  const parent = needThread('attach');
  const thread = startAs('attach', fn, options);
  adopt(parent, thread);
  return thread;
}

function adopt(parent: Thread, child: Thread): void {
  if (child.ended) return;
  child.own.adopter?.own.children?.delete(child);
  child.own.adopter = parent;
  (parent.own.children ??= new ThreadSet()).add(child);
}

/** Starts the children of a combinator, in order; they end with the thread that waits for them. */
function startAll(name: string, starts: readonly unknown[]): Thread[] {
  const parent = needThread(name);
  return starts.map((item) => toStart(name, item)).map((item) => startChild(parent, item));
}

type Startable = Thread | (() => unknown);

/** A Thread is taken as it is; it ends with the thread that waits for it, like every child. */
function startChild(parent: Thread, item: Startable, options: StartOptions = NONE): Thread {
  const thread = typeof item === 'function' ? start(item, options) : item;
  adopt(parent, thread);
  return thread;
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

// ---- the free functions ----------------------------------------------------------------------------------------------------------
// Their types say what a script gets. At run time each may give PAUSE, which only the emitted `yield` sees.

/**
 * Waits `ms` milliseconds of the thread's clock: until the first pulse with the clock ≥ now + ms. Without an argument until the
 * next frame. Others may use the thread's owner meanwhile; `this.wait(ms)` keeps it.
 * @throws {TypeError} not a number. @throws {RangeError} negative or NaN. @throws {NotInThreadError} outside any thread.
 */
export const wait = (ms?: number): void => waitTime('wait', ms, false) as void;

/** Waits until the n-th frame from now; 0 does not wait. */
export const waitFrames = (frames: number): void => waitFrameCount('waitFrames', frames, false) as void;

/** Waits for its own next deadline, `ms` after the last one, without drift. Gives the number of the turn, from 1. */
export const every = (ms: number): number => waitTurn(ms) as number;

/** A small integer, which the engine compares with others as it is. What is beyond it goes the long way, and Infinity is refused there. */
const MANY_FRAMES = 2 ** 30 - 1;

/**
 * With a predicate: waits until it is true and gives its value; it is tried at once, then once in each pulse.
 * With a number: waits until that frame, and keeps the owner.
 */
export function waitUntil<T>(condition: () => T): T;
export function waitUntil(frame: number): void;
export function waitUntil(condition: number | (() => unknown)): unknown {
  const { thread } = current;
  // The frame-wait of nearly every loop.
  if (
    thread !== null &&
    thread.alone &&
    typeof condition === 'number' &&
    condition > turn.frame &&
    condition < MANY_FRAMES
  )
    return pauseForFrame(condition);
  return waitCondition('waitUntil', condition, false);
}

/**
 * Waits for the end of a thread, of a Promise or of anything else with a `then` (a tween), of what an entity does, or for the next
 * call of a compiled function (on `receiver`, if given). Gives the result, or the argument of that call. `waitFor(call())` waits
 * for the value of the call, then for that value, if it is something to wait for; else it gives it.
 * @throws {TypeError} for what is nothing to wait for. @throws {NotInThreadError} outside any thread.
 */
export const waitFor = (target: unknown, receiver?: unknown): any => waitForTarget('waitFor', target, receiver, false);

/** Waits for `signal(name, value)` and gives the value. */
export const waitSignal = (name: string): any => waitForSignal('waitSignal', name, false);

/** Starts the calls side by side and waits for all of them; gives their values in order. The first error ends the others. */
export const all = (...calls: Start[]): any => joinAll('all', calls, false);

/** Starts the calls side by side and waits for the first to end; the others are cancelled. */
export const race = (...calls: Start[]): any => joinRace('race', calls, false);

/** Waits for a call for `ms` at the most. @throws {TimeoutError} after that; the call is cancelled. */
export const withTimeout = (ms: number, call: Start): any => joinWithTimeout('withTimeout', ms, call, false);

/** Runs each function on a thread of its own and waits for all; gives an object of their values. */
export const tracks = (functions: Readonly<Record<string, unknown>>): any => joinTracks('tracks', functions, false);

/** A random number, 0 ≤ n < 1, from the seed of the scheduler. */
export const random = (): number => currentScheduler().random.draw();

/** The thread that runs now; undefined in plain code. */
export const currentThread = (): Thread | undefined => current.thread ?? undefined;

// A class: the getters of an object literal are not inlined.
class ClockOfThread implements ClockView {
  get frame(): number {
    const { thread } = current;
    return thread === null ? currentScheduler().clock.frame : turn.frame;
  }
  get now(): number {
    return (current.thread ?? currentScheduler()).clock.now;
  }
  get [BEHIND](): Clock {
    return (current.thread ?? currentScheduler()).clock;
  }
  toString(): string {
    return String(this[BEHIND]);
  }
}
printInOneLine(ClockOfThread.prototype);

/** The clock of the thread that runs now; in plain code that of the scheduler. `new Clock(clock)` hangs another one on it. */
export const clock: ClockView = new ClockOfThread();
