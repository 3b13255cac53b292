/** How a thread ends, and how a wait ends early: by a cancel, by the end of a parent, or from outside. */
import { ThreadList } from '../collections/thread-list.js';
import { layers } from '../execution/layers.js';
import { lostBefore } from '../execution/thrown-calls.js';
import { dropFrames, markUnwind, unwindAfterFinally } from '../execution/unwinding.js';
import { cycleOf } from '../ownership/deadlock.js';
import { NOBODY } from '../ownership/owner.js';
import { joinBegan, withdraw, passToNextIfFree, unblock } from '../ownership/hand-over.js';
import { part, regain } from '../ownership/hold.js';
import { isInLine } from '../ownership/queue.js';
import { forgetPause, review, setRhythm } from './stops.js';
import { DEV } from '../messages/development.js';
import { isCancellation } from '../messages/errors.js';
import { noteCause, tellBystander } from '../threads/bystanders.js';
import type { Cancelling, Verdict } from '../threads/cold-fields.js';
import { attachTrace } from '../threads/error-trace.js';
import { type Join, joinedBelow, liveOf } from '../threads/joins.js';
import { loseError, tellJoiners } from '../threads/settle-joins.js';
import type { Thread, Undone } from '../threads/thread.js';
import { wake } from '../threads/wake.js';
import { joinKind } from '../waits/core-kinds.js';
import { unsubscribe } from '../waits/unsubscribe.js';

/**
 * Ends a thread, in this order: its children end, its executor goes to the next thread, the threads that joined it go
 * on. It counts as running while its children end, so that they may use its executor.
 */
export function finish(thread: Thread, how: 'done' | 'failed', given?: unknown): void {
  // A function that is not compiled has no generator around it that would have noticed a lost pause.
  const value = how === 'failed' ? lostBefore(given, thread.name) : given;
  if (thread.ties !== null && !thread.isArm) endChildren(thread);
  const wasCancelled = how === 'done' && thread.unwinding;
  // The caller gets what the first turn throws, also the error of a cancel that the thread passes on.
  const passesOn = how === 'failed' && !thread.joined && isCancellation(value);
  thread.end(wasCancelled || passesOn ? 'cancelled' : how);
  if (DEV && thread.node?.noted) thread.scheduler.queues?.ended(thread, how, wasCancelled);
  thread.value = wasCancelled ? undefined : value;
  if (how === 'failed') attachTrace(value, thread);
  if (DEV && passesOn) tellBystander(thread, value);
  layers.observer?.ended(thread);
  // Reported before the errors that are lost when its joiners end: errors are reported in the order of failure.
  if (thread.failed && !thread.joined) thread.scheduler.errors.add(thread, value);
  leaveAll(thread);
}

/**
 * Removes an ended thread from every list. Idempotent, because an overflow of the native stack may have interrupted it
 * before.
 */
export function leaveAll(thread: Thread): void {
  thread.leaf = thread.call = thread.kind = null;
  // Of a thread that plain code has started, and which has started none, nothing is asked.
  if (thread.origin !== null) {
    layers.orders?.end(thread);
    thread.endAsStarter();
  }
  unsubscribe(thread);
  if (thread.tied !== null) leaveOthers(thread);
  if (thread.lock !== null) {
    thread.lock.owned.delete(thread);
    withdraw(thread);
  }
  thread.leaveScheduler();
  if (thread.ties !== null) tellJoiners(thread);
}

/**
 * The native stack overflowed inside the runtime, where any call may throw. This ends a thread whose first turn was
 * interrupted there, so far as it has not ended yet. The code that started it has received the error.
 */
export function endCutOff(thread: Thread, error: unknown): void {
  const { lock } = thread;
  thread.stay();
  thread.joined = true;
  if (thread.ended) {
    layers.observer?.ended(thread);
    leaveAll(thread);
  } else {
    if (thread.kind !== null) endWaitAndChildren(thread);
    finish(thread, 'failed', error);
  }
  if (lock !== null) passToNextIfFree(lock);
}

function endChildren(thread: Thread): void {
  const { own } = thread;
  if (own.rare?.verdicts) passVerdicts(thread, NOBODY);
  const { children, cancelling } = own;
  if (children === null) return;
  cancelThreads(children.toArray(), `\`${thread.name}\`, which started it, has ended`, cancelling?.now);
}

/** An ended thread closes its queues and leaves the children of its parent. */
function leaveOthers(thread: Thread): void {
  const { own } = thread;
  const { rare } = own;
  if (rare !== null) {
    rare.listeners?.toArray().forEach((listener) => listener.close());
    rare.listeners = null;
  }
  leaveParent(thread);
  if (thread.frozen) forgetPause(thread);
  own.adopted = null;
}

/** From now on a thread does not end with its parent. */
export function leaveParent(thread: Thread): void {
  const { own } = thread;
  if (own.adopter === null) return;
  const { children, arms } = own.adopter.own;
  children?.delete(thread);
  if (arms !== null) arms.gone++;
  own.adopter = null;
}

/**
 * Cancels threads in any state, last started first; see Thread.cancel. A thread ends after those that it waits for. An
 * explicit stack replaces recursion, because a hundred thousand threads may wait for each other in a row. `now`: their
 * `finally` blocks are skipped.
 */
export function cancelThreads(threads: readonly Thread[], reason: unknown, now = false): void {
  const open: Cancel[] = [{ thread: null, targets: null, children: threads, remaining: threads.length, reason }];
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const child = last.children[--last.remaining];
    if (child === undefined) {
      open.pop();
      if (last.thread !== null) unwind(last.thread, last);
      continue;
    }
    const cancelling = cancellingOf(child);
    if (child.ended || (cancelling !== null && (cancelling.now || !now))) continue;
    // The first reason counts.
    child.cancelling = { reason: (cancelling ?? last).reason, now };
    if (child.running || unwindsLater(child)) continue;
    const undone = undoCancelled(child);
    const { length: remaining } = undone.children;
    if (remaining === 0) unwind(child, undone);
    else open.push({ thread: child, ...undone, remaining, reason: whyOf(child) });
  }
}

/**
 * Cancels threads, last started first, except `saved` and those that wait for it: cancelling them would cancel it. A
 * thread in whose turn `saved` was called has not begun to wait yet, or does not wait for the call (R3). So for running
 * threads, and for those that wait for them, this is judged when the running thread comes to a wait or ends.
 */
export function cancelOthers(threads: readonly Thread[], saved: Thread, reason: unknown): void {
  threads.toReversed().forEach((thread) => pass({ thread, saved, reason }, null, NOBODY));
}

/**
 * Cancels the thread of a verdict, unless it waits for `saved`. While that depends on a running thread, the verdict hangs on that one. `waiting`:
 * the running thread that comes to a wait, for `targets` if that is a join, or ends.
 */
function pass(verdict: Verdict<Thread>, waiting: Thread | null, targets: readonly Thread[]): void {
  const { thread, saved, reason } = verdict;
  const awaited = joinedBelow([thread]);
  if (waiting !== null && awaited.has(waiting)) joinedBelow(targets).forEach((target) => void awaited.add(target));
  if (awaited.has(saved)) return;
  const undecided = Array.from(awaited).find((other) => other.running && other !== waiting);
  if (DEV && undecided === undefined) noteCause([thread], 'cancel');
  if (undecided === undefined) return cancelThreads([thread], reason);
  (undecided.ownRare.verdicts ??= []).push(verdict);
  // So that its next wait looks at its verdicts.
  undecided.cancelling ??= UNDECIDED;
}

/** In `cancelling` of a thread that is not cancelled so far, and on which verdicts hang. */
const UNDECIDED: Cancelling = { reason: undefined, now: false };

/** Why a thread unwinds, or will at its next wait; null if it does not. */
export const cancellingOf = ({ cancelling }: Thread): Cancelling | null =>
  cancelling === UNDECIDED ? null : cancelling;

/**
 * A thread comes to a wait, for `targets` if that is a join, or ends: the verdicts that hang on it are passed. Returns
 * why it is cancelled, if it is.
 */
export function passVerdicts(thread: Thread, targets: readonly Thread[]): Cancelling | null {
  const { own, rare } = thread;
  const verdicts = rare?.verdicts;
  if (rare) rare.verdicts = null;
  own.cancelling = cancellingOf(thread);
  verdicts?.forEach((verdict) => pass(verdict, thread, targets));
  return own.cancelling;
}

/** An entry of the stack in `cancelThreads`: a thread that unwinds once its children are cancelled. `remaining`: how many of them are not yet. */
interface Cancel extends Undone {
  readonly thread: Thread | null;
  remaining: number;
  readonly reason: unknown;
}

const whyOf = ({ name }: Thread): string => `\`${name}\`, which called it, was cancelled`;

/** A cancel that comes while a `finally` block waits lets that block end first. */
export function unwindsLater(thread: Thread): boolean {
  if (thread.cancelling?.now || !unwindAfterFinally(thread.leaf, thread)) return false;
  thread.unwinding = thread.unwound = true;
  return true;
}

/** Skips what is left of the `finally` blocks of a thread: its frames are dropped, and it has ended. */
export function drop(thread: Thread): void {
  const { leaf } = thread;
  thread.unwinding = thread.unwound = true;
  thread.leaf = null;
  dropFrames(leaf, thread);
  finish(thread, 'done');
}

/** Undoes the wait of a cancelled thread and cancels its children. */
function unwind(thread: Thread, { targets, children }: Undone): void {
  const { isNew } = thread;
  if (targets !== null) part(thread, targets);
  // This comes before the end of its children: a child may release the executor that the thread queues for, and the
  // executor would then be granted to the thread.
  if (isInLine(thread)) withdraw(thread);
  if (thread.cancelling?.now) return drop(thread);
  beginUnwind(thread);
  if (isNew) finish(thread, 'done');
  const isOver = !isNew && !waitsForChildren(thread, children);
  if (targets !== null && thread.scheduler.clock.irregular > 0) review(targets);
  if (isOver) thread.scheduler.runNow(thread);
}

/**
 * Ends the wait of a suspended thread with a value and undoes the wait, as a cancel does. Returns false if the thread
 * has no wait that may end early: it runs, is ready, is blocked, or is in the frame-wait of a loop.
 */
export function endWait(thread: Thread, value: unknown): boolean {
  const { kind } = thread;
  if (!thread.isWaiting || kind!.loops || kind!.queues) return false;
  // The thread is cancelled and waits for its children to end.
  if (thread.unwinding && !thread.unwound) return false;
  endWaitAndChildren(thread);
  wake(thread, value);
  return true;
}

/** Undoes the wait of a thread: nothing will wake the thread from this wait afterwards. */
function undoWait(thread: Thread): Undone {
  const { kind, subject } = thread;
  if (thread.interrupted) {
    if (kind?.queues) unblock(thread);
    layers.interruptions!.end(thread);
  }
  if (thread.kind === null && thread.fails && !thread.running) loseError(thread);
  thread.own.undone++;
  if (thread.frozen) setRhythm(thread);
  thread.kind = null;
  thread.subject = undefined;
  ThreadList.leave(thread);
  // Cancelling the children of a join runs scripts. While they run, the thread counts as running and waits for nothing.
  thread.running = true;
  return kind?.undo(thread, subject) ?? NOTHING;
}
const NOTHING: Undone = { targets: null, children: NOBODY };

/** Undoes the wait of a thread that is cancelled. Its orders that have not begun leave their queues first. */
export function undoCancelled(thread: Thread): Undone {
  const orders: readonly Thread[] = layers.orders?.thatMayEnd(thread) ?? NOBODY;
  if (orders.length === 0) return undoWait(thread);
  const awaited = layers.orders!.awaitedBy(thread, orders);
  const { targets, children } = undoWait(thread);
  const inQueues = orders.filter(({ isNew }) => isNew);
  if (DEV) thread.scheduler.queues?.taken(thread, inQueues);
  cancelThreads(inQueues, whyOf(thread));
  return { targets, children: children.concat(awaited) };
}

/**
 * Ends the wait of a thread and cancels the children of that wait. Returns them: the `finally` blocks of some may wait.
 */
export function endWaitAndChildren(thread: Thread, undo: typeof undoWait = undoWait): readonly Thread[] {
  const { targets, children } = undo(thread);
  cancelThreads(children, whyOf(thread), thread.cancelling?.now);
  if (targets !== null) thread.scheduler.joinOver(thread, targets);
  return children;
}

/**
 * Does a cancelled thread wait for its children from now on? `finally` blocks run from leaf to root, so those of the children run before those of
 * the thread, which keeps what it held meanwhile. It does not wait if a child waits for it in turn, or if all have ended.
 */
export function waitsForChildren(thread: Thread, ended: readonly Thread[]): boolean {
  const children = liveOf(ended);
  if (children.length === 0) return false;
  thread.kind = joinKind;
  thread.subject = { mode: 'ending', targets: children, nodes: null, remaining: children.length } satisfies Join;
  thread.keeps = thread.holding;
  thread.since = thread.runQueue.frame;
  thread.running = false;
  joinKind.begin(thread);
  if (cycleOf(thread) !== null) {
    endWaitAndChildren(thread);
    return false;
  }
  regain(thread);
  layers.observer?.waits(thread);
  // Threads further down have been cancelled before, each while nobody above it waited for it.
  if (thread.scheduler.clock.irregular > 0) review(Array.from(joinedBelow(children)));
  return !admitsToEnd(thread);
}

/**
 * A join has begun: the queued threads that it covers act now. True if they ended immediately and the join with them:
 * the thread then continues in the same turn.
 */
export function admitsToEnd(thread: Thread): boolean {
  const { handed } = thread;
  joinBegan(thread);
  if (thread.kind !== null || thread.running || thread.ended) return false;
  // It continues in the current turn, so it may still have its one turn in the last phase of this pulse.
  ThreadList.leave(thread);
  thread.handed = handed;
  return true;
}

/** The next turn of a cancelled thread runs its `finally` blocks. */
export function beginUnwind(thread: Thread): void {
  thread.unwinding = true;
  thread.call = null;
  markUnwind(thread.leaf);
}
