/** `start` and `attach`: threads of their own. */
import { layers } from '../execution/layers.js';
import { checkCount } from '../arguments.js';
import { SmallSet } from '../collections/small-set.js';
import { schedulerForCall } from '../scheduling/current-scheduler.js';
import { codeOf, type CompiledFunction, functionCode } from '../execution/compiled-function.js';
import { type Call, NO_ARGUMENTS } from '../execution/call.js';
import { DEV } from '../messages/development.js';
import { noFunctionToStart } from '../messages/errors.js';
import { nameOf } from '../messages/format.js';
import { checkStart, NO_OPTIONS, START_OPTIONS, type StartOptions } from '../scheduling/start-options.js';
import { leaveParent } from '../scheduling/end.js';
import { makeThread, runTurn } from '../scheduling/first-turn.js';
import { review } from '../scheduling/stops.js';
import { callingThread } from '../threads/current.js';
import type { Thread, ThreadStart } from '../threads/thread.js';
import { needThread } from '../waits/wait-arguments.js';
import type { Callable, GivenBy } from '../threads/values.js';

/** A call in a script, which the plugin passes as `() => call`; or a function, a Thread or a Promise. */
export type Start = unknown;

/**
 * Starts a function on its own thread and runs it up to its first wait. The caller does not wait for it. Returns the
 * thread.
 *
 * @example
 * //@compile
 * function playMusic() {
 *   while (true) wait(1000);
 * }
 * const music = start(() => playMusic());
 * music.status; // "sleeping"
 * music.cancel();
 * music.status; // "cancelled"
 */
export function start<T>(fn: Callable<T>, options: StartOptions = NO_OPTIONS): Thread<GivenBy<T>> {
  checkCount('start', 2, arguments);
  const thread = runTurn(beginStart('start', fn, options), null);
  if (DEV && callingThread() === null) thread.scheduler.pulses?.expect(thread);
  layers.scopes?.add(thread);
  return thread as Thread<GivenBy<T>>;
}

/**
 * The record of all functions that have neither a name nor a record of their own: most are arms, `() => call`, which are made anew for each race. Such
 * a function stands where the receiver of a call does.
 */
export const ANONYMOUS: CompiledFunction = functionCode(function (this: () => unknown) {
  return this();
});

/** @internal The call of a function that a script has handed over. */
export function callOf(fn: Function, owner?: object): Call {
  const code = owner || !isNameless(fn) || codeOf(fn) ? functionCode(fn as () => unknown) : ANONYMOUS;
  return { code, self: code === ANONYMOUS ? fn : owner, args: NO_ARGUMENTS };
}

/** As nearly all arms are. A field that is no text makes no difference, nor does a Proxy that was revoked. */
function isNameless(fn: Function): boolean {
  try {
    return fn.name === '';
  } catch {
    return false;
  }
}

/**
 * @internal What begins. Its caller gives it its first turn, as each function around that is a frame of the native stack more (first-turn.ts). No
 * thread is borrowed for it: the caller gets the thread, so it would stay.
 */
function beginStart(word: string, fn: Start, options: StartOptions): ThreadStart {
  if (typeof fn !== 'function') throw noFunctionToStart(word, fn);
  const lock = checkStart(word, options, START_OPTIONS);
  const { owner, priority, name } = options;
  const parent = callingThread();
  const call = callOf(fn, owner);
  const scheduler = schedulerForCall(lock, parent?.scheduler, call.code);
  scheduler.inbox?.note('start', name ?? nameOf(fn), []);
  const around = parent?.rare?.openScope;
  // What is attached ends with its starter, so no scope waits for it, nor for what it begins.
  const openScope = (word === 'attach' && around?.background) || around;
  return { call, scheduler, lock, parent, priority, name, unwraps: true, openScope };
}

/**
 * Like `start`, but the new thread is cancelled when the thread that started it ends. An arm of `race` or `all` is a thread of its
 * own: what it attaches ends with the arm, and not with the script around it.
 * @throws {NotInThreadError} outside any thread.
 *
 * @example
 * //@compile
 * function hum() {
 *   while (true) wait(1000);
 * }
 * let humming;
 * //@compile
 * function ride() {
 *   humming = attach(hum());
 *   wait(100);
 * }
 * ride();
 * runToEnd(scheduler);
 * humming.status; // "cancelled"
 */
export function attach<T>(fn: Callable<T>, options: StartOptions = NO_OPTIONS): Thread<GivenBy<T>> {
  checkCount('attach', 2, arguments);
  const parent = needThread('attach');
  const thread = makeThread(beginStart('attach', fn, options));
  // It ends after what it begins in its first turn: who has started last ends first.
  adopt(parent, thread);
  return runTurn(thread, null) as Thread<GivenBy<T>>;
}

/** @internal */
export function adopt(parent: Thread, child: Thread): void {
  if (child.ended) return;
  leaveParent(child);
  child.own.adopter = parent;
  parent.own.arms?.writeOut();
  (parent.own.adopted ??= new SmallSet()).add(child);
  if (parent.frozen || child.frozen) review([child]);
}
