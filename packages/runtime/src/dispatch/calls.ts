/**
 * What a call of compiled code does: in its thread, beside it, in a synchronous region, from plain code (R2, R3, R5). Where nobody
 * waits for it: beside.ts.
 */
import type { Call } from '../execution/call.js';
import type { CompiledFunction } from '../execution/compiled-function.js';
import { layers } from '../execution/layers.js';
import { kinds, refusal } from '../execution/wait-kind-table.js';
import { execute } from '../execution/generator-frames.js';
import { beginPause, inRegion, losePause, pause, refusePause } from '../execution/pauses.js';
import { PAUSE, pending } from '../execution/suspension.js';
import { turn } from '../execution/turn-state.js';
import { DEV } from '../messages/development.js';
import { besideInOwnThread } from '../messages/warning-texts.js';
import { show } from '../messages/format.js';
import { hasExecutor } from '../ownership/hand-over.js';
import { lockOf, NOBODY, ownerBehind } from '../ownership/owner.js';
import { schedulerForCall } from '../scheduling/current-scheduler.js';
import { stayed, mayBorrow, runBorrowed } from '../scheduling/borrowed.js';
import { runTurn, startThread } from '../scheduling/first-turn.js';
import type { Inbox } from '../threads/inbox.js';
import { type Join, joinOfOne, waitsFor } from '../threads/joins.js';
import { resultOf } from '../threads/settle-joins.js';
import { callingThread, current, runningThread } from '../threads/current.js';
import { type Lock, type ThreadScheduler, type ThreadStart, type Thread } from '../threads/thread.js';

export type AnyFunction = (this: unknown, ...args: never[]) => unknown;

/**
 * Does a call only have to run its body, in the current thread? A wrapper asks this before it calls `invoke`, and then
 * runs the body itself: each call between two bodies is a frame on the native stack, and limits how deep a script can
 * recurse.
 */
export function isDirect(code: CompiledFunction, self: unknown): boolean {
  const thread = runningThread();
  if (pending.kind !== null || code.subscribers !== null) return false;
  if (turn.region !== null) return isDirectInRegion(code, self, thread);
  return thread !== null && actsHere(code, self, thread) && (!code.viaInvoke || isOwnBeside(code, self, thread));
}

/** Of a function that is detached or runs beside: is it a call on the own owner? */
function isOwnBeside(code: CompiledFunction, self: unknown, thread: Thread): boolean {
  if (code.detached) return false;
  if (DEV) warnOfOwnCall(code, self, thread);
  return true;
}

/** `isDirect` in a synchronous region (see `ask` and `invokeInRegion`). */
function isDirectInRegion(code: CompiledFunction, self: unknown, thread: Thread | null): boolean {
  if (code.question) return true;
  if (thread === null || turn.isUsed || code.detached) return false;
  return code.lexical !== undefined || isOnOwn(self, thread);
}

/** The lock of the owner that a call of a thread is on: nearly always it is that of the thread. */
const lockOfCall = (self: unknown, { lock }: Thread): Lock | null =>
  lock !== null && self === lock.owner ? lock : lockOf(self);

/** Is a call without an owner, or on the one of the thread? */
function isOnOwn(self: unknown, thread: Thread): boolean {
  const lock = lockOfCall(self, thread);
  return lock === null || lock === thread.lock;
}

/** Is it a call without an owner, or on the owner of the thread, whose executor it holds? */
function actsHere(code: CompiledFunction, self: unknown, thread: Thread): boolean {
  const lock = lockOfCall(self, thread);
  return lock === null || (lock === thread.lock && (code.instant || hasExecutor(thread)));
}

/** Calls compiled code. Returns its value; PAUSE inside a thread when it waits; a Thread in plain code when it waits. */
export function invoke(code: CompiledFunction, self: unknown, args: ArrayLike<unknown>): unknown {
  if (pending.kind !== null) throw losePause(`at the call of ${code.label}`);
  const thread = runningThread();
  if (code.subscribers !== null && (thread !== null || code.question)) announce(code, self, args);
  if (code.question) return ask(code, self, args);
  if (turn.region !== null) return invokeInRegion(code, self, args);
  if (thread === null) return callFromPlainCode(code, self, args);
  if (code.detached) return callBeside(code, self, args, null);
  if (code.lexical !== undefined) return execute(code, code.lexical.self, args);
  if (actsHere(code, self, thread)) {
    if (DEV && code.beside) warnOfOwnCall(code, self, thread);
    return execute(code, self, args);
  }
  const other = lockOf(self);
  if (other === thread.lock) return pause(kinds.blocked, { code, self, args }, true);
  if (turn.depth < DEEP || code.again !== null) return callBeside(code, self, args, other);
  return valueOfCall(runTurn(beginCall(code, self, args, thread.scheduler, other, thread), null));
}

/**
 * From this many calls on the native stack on, a call on another owner stands there with two functions, `invoke` and `runTurn`. A borrowed thread
 * is quicker, but takes twice the bytes (borrowed.ts).
 */
const DEEP = 8;

/** A call on another owner, or on none, that gets a thread. */
function beginCall(
  code: CompiledFunction,
  self: unknown,
  args: ArrayLike<unknown>,
  scheduler: ThreadScheduler,
  lock: Lock | null,
  parent: Thread | null,
): ThreadStart {
  return { call: { code, self, args }, scheduler, lock, parent, joined: true };
}

/** The value of a call whose first turn is over, or PAUSE until it has one. */
function valueOfCall(thread: Thread): unknown {
  stayed.thread = null;
  if (thread.ended) layers.orders?.inheritAtOnce(thread);
  else thread.joined = false;
  return thread.ended && !thread.cancelled ? resultOf(thread) : joinCall(thread, 'call');
}

/** A call on the own owner runs in its thread, also of a function that is marked to run beside what the owner does. */
function warnOfOwnCall(code: CompiledFunction, self: unknown, thread: Thread): void {
  const { warnings } = thread.scheduler;
  if (warnings.isOn && self === thread.owner && !thread.code.beside) warnings.say(besideInOwnThread(code, thread.name));
}

/**
 * A call in a synchronous region: a getter, a constructor, a callback of a native. No call queues there. A call whose
 * value is used (`turn.isUsed`, set by `now`) has to run to its end in this turn. A thread of another owner whose value
 * is not used may wait and continue later. The flag is for this one call: it is cleared before the body runs.
 */
function invokeInRegion(code: CompiledFunction, self: unknown, args: ArrayLike<unknown>): unknown {
  const thread = runningThread();
  const region = turn.isUsed ? turn.region : null;
  turn.isUsed = false;
  if (thread === null) return callFromPlainCode(code, self, args, region);
  if (code.detached) return callBeside(code, self, args, null, region);
  if (code.lexical !== undefined) return execute(code, code.lexical.self, args);
  if (isOnOwn(self, thread)) return execute(code, self, args);
  const lock = lockOf(self) as Lock;
  return actsForHolder(lock, thread) ? execute(code, self, args) : callBeside(code, self, args, lock, region);
}

/** Who holds an owner and waits for a thread lets it act there (R5b): here at once, as the call cannot queue first. */
const actsForHolder = (lock: Lock, thread: Thread): boolean => lock.holders.some((holder) => waitsFor(holder, thread));

/**
 * A question runs immediately in the thread that asks, or in plain code: it needs no executor and starts no thread
 * (R5c). But the calls and questions of one thread on one owner happen in their order: calls that it has detached end
 * first.
 */
function ask(code: CompiledFunction, self: unknown, args: ArrayLike<unknown>): unknown {
  const thread = runningThread();
  const orders: readonly Thread[] =
    (thread !== null && turn.region === null && layers.orders?.toldBefore(thread, self)) || NOBODY;
  if (orders.length === 0) return execute(code, code.receiver(self), args);
  if (DEV) thread?.scheduler.queues?.asks(thread);
  const question: Call = { code, self, args };
  const record: Join = { mode: 'orders', targets: orders.slice(), nodes: null, remaining: 0, question };
  return pause(kinds.join, record, true);
}

/** A call on another owner, or on none: it starts its own thread. Returns its value, or PAUSE until it has one. */
function callBeside(
  code: CompiledFunction,
  self: unknown,
  args: ArrayLike<unknown>,
  lock: Lock | null,
  region: string | null = null,
): unknown {
  const starter = runningThread();
  const earlier = dropsFor(lock, code);
  if (earlier !== undefined) return joinCall(earlier, 'shared');
  const value = startCall(code, self, args, lock, starter, region, schedulerForCall(lock, starter?.scheduler, code));
  return value === PAUSE ? valueOfCall(stayed.thread as Thread) : value;
}

/** The thread for which a call marked `@drop` is dropped. */
const dropsFor = (lock: Lock | null, code: CompiledFunction): Thread | undefined =>
  code.again === 'drop' ? layers.again!.underWay(lock, code)[0] : undefined;

/**
 * Starts a call in a thread. Returns its value if it has ended in its first turn and nobody has seen the thread; else
 * PAUSE, and the thread is `stayed.thread`. `region`: where its value is used in a synchronous region.
 */
function startCall(
  code: CompiledFunction,
  self: unknown,
  args: ArrayLike<unknown>,
  lock: Lock | null,
  parent: Thread | null,
  region: string | null,
  scheduler: ThreadScheduler,
): unknown {
  if (region === null && mayBorrow(code, lock, scheduler, parent))
    return runBorrowed(code, self, args, scheduler, lock, parent);
  const start = beginCall(code, self, args, scheduler, lock, parent);
  stayed.thread = code.again === null ? startThread(start, region) : layers.again!.start(start, region);
  return PAUSE;
}

/** The value of a call is that of a thread which still runs. */
function joinCall(thread: Thread, mode: Join['mode']): unknown {
  const record = unused ?? joinOfOne(mode, thread);
  record.mode = mode;
  record.targets[0] = thread;
  unused = null;
  return beginPause(kinds.join, record, true);
}

/** The record of a join that did not begin: the next one uses it. It keeps no thread. */
let unused: Join | null = null;

/** @internal Nobody waits for a call (beside.ts): its join does not begin. */
export function takeBackJoin(join: Join): void {
  unused = join;
  (join.targets as (Thread | null)[])[0] = null;
  pending.kind = null;
  pending.subject = undefined;
}

function callFromPlainCode(
  code: CompiledFunction,
  self: unknown,
  args: ArrayLike<unknown>,
  usedIn: string | null = null,
): unknown {
  const { starter } = current;
  const receiver = code.receiver(self);
  const lock = code.detached ? null : lockOf(receiver);
  const scheduler = schedulerForCall(lock, starter?.scheduler, code);
  if (scheduler.inbox !== null) tellCallFromOutside(scheduler.inbox, code, receiver, args);
  // In a replay, what came before the call comes first.
  if (code.subscribers !== null) announce(code, self, args);
  // In a synchronous region, a thread of an owner may continue on its own; nothing else may wait.
  const region = lock === null ? turn.region : usedIn;
  let thread = dropsFor(lock, code);
  if (thread === undefined) {
    const value = startCall(code, receiver, args, lock, starter, region, scheduler);
    if (value !== PAUSE) return value;
    thread = stayed.thread as Thread;
    stayed.thread = null;
  }
  // A thread that cancelled itself at its first wait has no value: its caller gets the Thread.
  if (thread.ended && !thread.cancelled) return resultOf(thread);
  if (turn.region !== null) unfinished = thread;
  if (DEV) {
    scheduler.pulses?.expect(thread);
    scheduler.queues?.started(code);
  }
  return thread;
}

/** The thread that a synchronous region has started last and that still waits. */
let unfinished: Thread | null = null;

/**
 * Makes a call whose value a synchronous region uses: it runs to its end there. With a name, the call is all of the
 * region that may wait.
 */
export function now(call: () => unknown): unknown;
export function now(region: string, call: () => unknown): unknown;
export function now(given: string | (() => unknown), call?: () => unknown): unknown {
  if (call) return runRegion(given as string, () => now(call));
  const { isUsed } = turn;
  turn.isUsed = turn.region !== null;
  try {
    return valueNow((given as () => unknown)());
  } finally {
    turn.isUsed = isUsed;
  }
}

/** The value of a call in a synchronous region, which cannot wait for it: a wait is an error immediately. */
export function valueNow(
  value: unknown,
  where: string = turn.region ?? (DEV ? 'code that is not compiled' : ''),
): unknown {
  if (value === PAUSE) throw refusePause(where);
  if (unfinished === null || value !== unfinished) return value;
  const refused = refusal(kinds.join, joinOfOne('call', unfinished), where);
  unfinished = null;
  throw refused;
}

/**
 * Runs a synchronous region: the code of a getter, a constructor or the like, which the language calls. Nothing in it
 * can pause.
 */
export function runRegion<T>(name: string, fn: () => T): T {
  if (pending.kind !== null) throw losePause(`in ${name}`);
  const { isUsed } = turn;
  turn.isUsed = false;
  try {
    return inRegion(name, fn);
  } finally {
    turn.isUsed = isUsed;
  }
}

function tellCallFromOutside(inbox: Inbox, code: CompiledFunction, self: unknown, args: ArrayLike<unknown>): void {
  const on = typeof self === 'object' && self !== null ? `${show(self)}.` : '';
  inbox.note('call', on + code.label, args);
}

/** A function is about to be called: notifies the threads that wait for that on the scheduler which will run it. */
function announce(code: CompiledFunction, self: unknown, args: ArrayLike<unknown>): void {
  if (!code.subscribers?.size) return;
  const receiver = code.receiver(self);
  const lock = code.detached ? null : lockOf(receiver);
  code.subscribers.publish(schedulerForCall(lock, callingThread()?.scheduler, code), ownerBehind(self), args);
}
