/** How the wait of a thread begins. What each kind of wait does differently stands in its row (execution/wait-kind-table.ts). */
import { DEV } from '../messages/development.js';
import type { Call } from '../execution/call.js';
import { layers } from '../execution/layers.js';
import { pending } from '../execution/suspension.js';
import { turn } from '../execution/turn-state.js';
import { kinds } from '../execution/wait-kind-table.js';
import { internal } from '../messages/errors.js';
import { failWith, standInLine } from '../ownership/admit.js';
import { cycleOf, deadlockOf } from '../ownership/deadlock.js';
import { hasExecutor } from '../ownership/hand-over.js';
import { release, unblock } from '../ownership/hand-over.js';
import { regain } from '../ownership/hold.js';
import { NOBODY } from '../ownership/owner.js';
import { review, stopTimers } from './stops.js';
import { isAlone, type Join, joinOf } from '../threads/joins.js';
import { isJoinOver } from '../threads/settle-joins.js';
import type { Channel, Thread, WaitKind } from '../threads/thread.js';
import { frameWait } from '../waits/predicate.js';
import { unsubscribe } from '../waits/unsubscribe.js';
// A thread that is cancelled begins its end where it waits: these steps are of both.
import {
  admitsToEnd,
  beginUnwind,
  drop,
  endWaitAndChildren,
  passVerdicts,
  undoCancelled,
  unwindsLater,
  waitsForChildren,
} from './end.js';

/**
 * The pause has left every frame, so the wait begins. Returns true if the thread continues immediately, because the
 * wait ended while it began or because the thread has to be unwound. The order of the steps decides what other code sees.
 */
export function suspend(thread: Thread): boolean {
  const wait = takePause(thread);
  if (wait.joins ? isJoinOver(thread) : wait.queues && isServed(thread)) return true;
  if (unwindsHere(thread)) return unwindNow(thread);
  const { undone } = thread;
  beginWait(thread, wait);
  // Foreign code has cancelled the thread: this wait was undone, and another one may have begun.
  if (thread.undone !== undone) return false;
  const cycle = wait.joins || wait.queues ? cycleOf(thread) : null;
  if (cycle !== null) return refuseWait(thread, cycle);
  if (wait.joins) regain(thread);
  leaveRest(thread, wait, undone);
  return wait.joins && thread.undone === undone && admitsToEnd(thread);
}

/** Which wait begins: that of the pause, unless its row says that another one comes first, or takes its place. */
function kindOfPause(thread: Thread): WaitKind {
  const { kind: wait } = pending;
  if (wait === null) throw internal(DEV ? `${thread.name} pauses without a wait` : '');
  if (wait.loops && !thread.alone && !hasExecutor(thread)) return queueLoop();
  if (wait.isOutside && thread.rare?.promised) return joinFamily(thread);
  return wait;
}

/** A loop comes to the end of an iteration without the executor: it queues for it, and then waits for the frame. */
function queueLoop(): WaitKind {
  pending.subject = { code: frameWait, self: undefined, args: [pending.subject] } satisfies Call;
  return kinds.blocked;
}

/** The thread has made calls to get the Promise that it now waits for: if threads of these live, it joins them (R5b). */
function joinFamily({ ownRare: own }: Thread): WaitKind {
  own.promised!.joinPending();
  own.promised = null;
  return pending.kind as WaitKind;
}

/** The thread takes over the current pause: what it waits for, and the frames that the pause has left. Verdicts that wait for this are passed. */
function takePause(thread: Thread): WaitKind {
  const wait = kindOfPause(thread);
  const { subject } = pending;
  const keeps = pending.keeps || thread.steady;
  endPause();
  thread.takeFrames(pending);
  const { cancelling } = thread;
  thread.scheduler.live.link(thread);
  if (cancelling !== null) passVerdicts(thread, wait.joins ? (subject as Join).targets : NOBODY);
  thread.kind = wait;
  thread.subject = subject;
  thread.keeps = keeps;
  return wait;
}

/** The pause has come to its thread: another one may begin. */
function endPause(): void {
  pending.kind = pending.site = null;
  pending.subject = undefined;
  turn.fastCount = 0;
  turn.leftAt = -1;
}

/** Was the thread cancelled, and does it unwind at this wait? Not if one of its `finally` blocks waits, unless that is skipped, too. */
const unwindsHere = (thread: Thread): boolean =>
  thread.cancelling !== null && (thread.cancelling.now || (!thread.unwinding && !unwindsLater(thread)));

/** Begins the wait. Where that calls foreign code, the executor is released before. */
function beginWait(thread: Thread, wait: WaitKind): void {
  thread.since = thread.runQueue.frame;
  thread.rest();
  if (wait.isForeign && !thread.keeps) release(thread);
  wait.begin(thread);
}

/** The thread queues for its executor, keeps it or releases it, its old subscription ends, and whoever stops or observes threads is told. */
function leaveRest(thread: Thread, wait: WaitKind, undone: number): void {
  const isOver = thread.subscription !== null && !wait.keepsSubscription(thread);
  thread.loops = wait.loops && (isOver || thread.subscription === null);
  if (wait.queues) standInLine(thread);
  else if (!thread.keeps && thread.lock !== null) release(thread);
  if (thread.scheduler.clock.irregular > 0) stop(thread);
  // Not earlier: it removes the listener from an emitter, and code of the emitter may cancel the thread.
  if (isOver) unsubscribe(thread);
  if (!wait.queues && thread.undone === undone) layers.observer?.waits(thread);
}

/** A thread is about to queue. Has it its executor by now? A verdict may just have ended the thread that had it. */
function isServed(thread: Thread): boolean {
  thread.call = thread.subject as Call;
  if (!hasExecutor(thread)) return false;
  unblock(thread);
  return true;
}

/**
 * The wait of a thread has begun while some thread or clock is paused: its timers stop if it is frozen, and those that it waits for may be
 * stopped with it.
 */
function stop(thread: Thread): void {
  if (thread.frozen) stopTimers(thread);
  review([thread]);
  const join = joinOf(thread);
  if (join !== null) review(join.targets);
}

/**
 * A cancelled thread reaches a wait: the wait does not begin, and the `finally` blocks run. True if they run
 * immediately.
 */
function unwindNow(thread: Thread): boolean {
  const children = endWaitAndChildren(thread, undoCancelled);
  // Also where one of the children has cancelled it with `{ now: true }`.
  if (thread.cancelling?.now) {
    drop(thread);
    return false;
  }
  beginUnwind(thread);
  return !waitsForChildren(thread, children);
}

/** The wait would close a cycle: the thread continues with a DeadlockError. */
function refuseWait(thread: Thread, cycle: readonly Thread[]): true {
  const error = deadlockOf(cycle);
  endWaitAndChildren(thread);
  return failWith(thread, error);
}

/**
 * Begins the wait of a thread for which nothing of all that has to be seen to: the thread is neither cancelled, stopped nor observed, and the wait runs
 * no code of an emitter, closes no cycle and lets nobody in. So it is for a time, for a signal or for threads. Returns false if the wait is
 * another one. By `suspend`, a signal that a thousand threads hear again and again takes 1.2 times as long with frames, 1.3 times with
 * generators and 1.4 times where they have owners (medians of four pairs of processes, in CPU time, Node 20); `all` of two waits 1.2 times.
 */
export function waitSimply(thread: Thread): boolean {
  const { kind, subject, keeps } = pending;
  const { subscription, lock } = thread;
  // The same channel, without a limit of time.
  const isSame =
    subscription === null
      ? kind === kinds.timer || (kind === kinds.join ? joinsSimply(thread, subject as Join) : isOfGame(kind, subject))
      : subscription.channel === subject && subscription.channel.timeoutMs === undefined;
  if (!isSame || !isOrdinaryWait(thread)) return false;
  endPause();
  thread.takeFrames(pending);
  thread.scheduler.live.link(thread);
  thread.kind = kind;
  thread.content = subject;
  thread.began = thread.runQueue.frame;
  thread.restOnly();
  if (keeps) thread.keeps = true;
  if (subscription === null) kind!.begin(thread);
  else {
    subscription.subscriber = thread.leaf;
    subscription.channel.list.wait(subscription);
  }
  if (!keeps && lock !== null) release(thread);
  return true;
}

/** Is it a wait for a signal or a call, and not for an event of an emitter? */
const isOfGame = (kind: WaitKind | null, subject: unknown): boolean =>
  kind === kinds.subscription && (subject as Channel).accept === undefined;

/** Has none of the threads ended that a thread is about to wait for, and does nobody wait for that one or for its executor? Orders are counted later. */
function joinsSimply(thread: Thread, { mode, targets }: Join): boolean {
  const { lock } = thread;
  if (!isAlone(thread) || mode === 'orders' || lock?.queue.first || lock?.preempted[0]) return false;
  for (let i = 0; i < targets.length; i++) {
    const target = targets[i] as Thread;
    if (target.ended || target === thread) return false;
  }
  return true;
}

/** Is there nothing to do but to begin the wait? Else the thread is cancelled, interrupted or observed, or something is paused. */
const isOrdinaryWait = (thread: Thread): boolean =>
  thread.onlyGoesOn && thread.scheduler.clock.irregular === 0 && layers.observer === null;
