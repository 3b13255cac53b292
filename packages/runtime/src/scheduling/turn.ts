/**
 * A thread's turn: it runs from its current place to its next wait or its end. Waits begin here, when the pause has
 * left every frame. The turns of many threads are in due-turns.ts, the end of a thread and a cancel in end.ts.
 */
import { DEV } from '../messages/development.js';
import type { Call } from '../execution/call.js';
import { cycleOf } from '../ownership/deadlock.js';
import {
  admitsToEnd,
  beginUnwind,
  drop,
  endWaitAndChildren,
  finish,
  passVerdicts,
  undoCancelled,
  unwindsLater,
  waitsForChildren,
} from './end.js';
import { deadlock, internal } from '../messages/errors.js';
import { endInterruption, queueAgain } from '../ownership/interrupted.js';
import { enqueue, hasExecutor, interrupt, regain, release } from '../ownership/lock.js';
import { NOBODY } from '../ownership/owner.js';
import { review, stopTimers } from '../ownership/stops.js';
import { execute, losePause, pause, resume, resumeBody } from '../execution/generator-frames.js';
import { unwindBody } from '../execution/unwind-body.js';
import { DEEPER, takeOver } from '../execution/deep-calls.js';
import { makeCall } from '../execution/make-call.js';
import { type Join, joinOf } from '../threads/joins.js';
import { isJoinOver, loseError, receiveError } from '../threads/settle-joins.js';
import { PAUSE as thePause, pending as thePending, type Wait } from '../execution/suspension.js';
import { turn as theTurn } from '../execution/turn-state.js';
import { kindNamed } from '../execution/wait-kinds.js';
import { isPromise } from '../execution/is-promise.js';
import { seam as theSeam } from '../threads/seam.js';
import type { Channel, Lock, Subscription, Thread } from '../threads/thread.js';
import { frameWait } from '../waits/predicate.js';
import { unsubscribe } from '../waits/unsubscribe.js';

// Constants of this file: an import is a binding that is read at each use, and the engine cannot treat it as a
// constant.
const PAUSE: typeof thePause = thePause;
const pending = thePending;
const turn = theTurn;
const seam = theSeam;

/** Runs a thread from its present place to its next wait or its end; its context is set. */
export function goOn(thread: Thread): void {
  if (thread.onlyGoesOn && thread.hasBody && thread.rare === null && seam.to === null && !isPromise(thread.held))
    return resumeOnly(thread);
  if (thread.interrupted && !comesBack(thread)) return;
  const { call } = thread;
  if (call !== null && needsExecutor(thread, call)) {
    const takesIt = call.code.interrupts && !thread.hasFrames && interrupt(thread.lock as Lock, thread);
    if (!takesIt) {
      pause('blocked', call, true);
      if (!suspend(thread)) return;
      thread.call = null;
    }
  }
  let outcome: unknown;
  try {
    outcome = proceed(thread);
  } catch (error) {
    return conclude(thread, error, true);
  }
  conclude(thread, outcome);
}

/**
 * Goes on in a thread whose context is set. Returns the call that its turn begins with, which the caller makes and gives to `settle`; null if the
 * turn is over: nearly every first turn begins with a call, and each frame of the native stack around that limits how deep starts can be nested.
 */
export function comeToCall(thread: Thread): Call | null {
  const { call } = thread;
  if (call === null || !thread.isNew || thread.unwinding || seam.to !== null || needsExecutor(thread, call)) {
    goOn(thread);
    return null;
  }
  thread.running = true;
  thread.outcome = undefined;
  thread.call = null;
  setBase(call);
  return call;
}

/** A thread makes its first call. */
function setBase({ code }: Call): void {
  turn.base = code.isCounted ? turn.depth + 1 : turn.depth;
}

/** Is the executor that the call needs not that of the thread? */
const needsExecutor = (thread: Thread, { code }: Call): boolean =>
  !code.instant && turn.region === null && thread.lock !== null && !hasExecutor(thread);

/** Nearly all turns are this: the outcome of the wait goes into the body. */
function resumeOnly(thread: Thread): void {
  const { held } = thread;
  thread.running = true;
  thread.held = undefined;
  let outcome: unknown;
  try {
    outcome = resumeBody(thread, held);
  } catch (error) {
    return finish(thread, 'failed', error);
  }
  if (outcome !== PAUSE || !waitsAgain(thread)) conclude(thread, outcome);
}

/**
 * Does a thread wait for the same signal as before, or for a time? Then its subscription goes on, or its timer, and nothing
 * else has to be done of what `suspend` does: no frame is new, and the thread is neither cancelled, stopped nor observed.
 */
function waitsAgain(thread: Thread): boolean {
  const { kind, subject } = pending;
  const { subscription, lock, runQueue } = thread;
  const sleeps = kind === 'timer' && subscription === null;
  const hears = kind === 'subscription' && subscription !== null && isSame(subscription.channel, subject);
  if ((!sleeps && !hears) || pending.keeps || pending.leaf !== null || !thread.hasBody) return false;
  if (thread.steady || thread.cancelling !== null || runQueue.scheduler.clock.stops > 0 || seam.to !== null)
    return false;
  pending.kind = pending.site = null;
  pending.subject = undefined;
  turn.fastCount = 0;
  turn.leftAt = -1;
  thread.kind = kindNamed(kind);
  thread.held = subject;
  thread.began = runQueue.frame;
  thread.keeps = thread.loops = false;
  thread.rest();
  if (lock !== null) release(thread);
  if (sleeps) thread.clock.insertIn(thread.ownNode, subject as number);
  else hearAgain(thread, subscription as Subscription);
  return true;
}

/** Is it the channel that a thread has heard, without a limit of time? */
const isSame = (channel: Channel, subject: unknown): boolean => channel === subject && channel.timeoutMs === undefined;

function hearAgain(thread: Thread, subscription: Subscription): void {
  subscription.frame = thread.place;
  subscription.channel.list.wait(subscription);
}

/**
 * The turn of an interrupted thread has come: the end of its wait needs the executor (R5d). False if it queues for it
 * now; then it goes on later with the outcome that it has.
 */
function comesBack(thread: Thread): boolean {
  const { outcome } = thread;
  if (hasExecutor(thread)) {
    endInterruption(thread);
    return true;
  }
  queueAgain(thread);
  const cycle = cycleOf(thread);
  if (cycle === null) {
    enqueue(thread.lock as Lock, thread);
    return false;
  }
  thread.kind = null;
  // A question that it was to ask is not asked.
  thread.call = null;
  thread.outcome = outcome;
  if (thread.fails) loseError(thread);
  endInterruption(thread);
  thread.outcome = deadlock(cycle.map((member) => `\`${member.name}\`: ${member.trace()}`));
  return (thread.fails = true);
}

/** What follows when the innermost frame has an outcome: the wait begins or the thread ends. `fails`: with this error. */
export function conclude(thread: Thread, given: unknown, fails: boolean = false): void {
  let hasFailed = fails;
  let outcome = given;
  try {
    if (!fails) outcome = runToWait(thread, given);
  } catch (error) {
    hasFailed = true;
    outcome = error;
  }
  turn.base = turn.depth;
  if (outcome !== PAUSE) finish(thread, hasFailed ? 'failed' : 'done', outcome);
}

/** Returns the value of the thread, or PAUSE if it really waits. */
function runToWait(thread: Thread, given: unknown): unknown {
  let outcome = given;
  for (;;) {
    if (outcome !== PAUSE && pending.kind !== null) throw losePause(`at the end of ${thread.name}`);
    if (outcome !== PAUSE && thread.unwraps && !thread.unwinding) outcome = unwrap(thread, outcome);
    if (outcome !== PAUSE) return outcome;
    if (pending.kind === DEEPER) outcome = goDeeper(thread);
    else {
      if (!suspend(thread)) return PAUSE;
      turn.base = turn.depth;
      outcome = proceed(thread);
    }
  }
}

/** A call was handed over (deep-calls.ts): it is made here, where the calls around it have left the native stack. */
function goDeeper(thread: Thread): unknown {
  thread.takeFrames(pending.leaf, pending.top);
  pending.leaf = pending.top = null;
  let value: unknown;
  try {
    value = makeCall(takeOver(thread.leaf));
  } catch (error) {
    return resume(thread, error, 'error');
  }
  return value === PAUSE ? PAUSE : resume(thread, value, 'value');
}

/** Runs the first call of the thread or its blocked call; otherwise it resumes the innermost frame. */
function proceed(thread: Thread): unknown {
  thread.running = true;
  if (seam.to !== null && seam.to.around !== null && !seam.isAround) return seam.to.around(thread, proceed);
  if (seam.to !== null) seam.to.goesOn(thread);
  const { call, outcome, fails } = thread;
  thread.outcome = undefined;
  if (thread.unwinding && !thread.unwound) {
    thread.unwound = true;
    return thread.isFrame ? unwindBody(thread) : resume(thread, undefined, 'unwind');
  }
  if (call === null) {
    if (!fails) return isPromise(outcome) ? resume(thread, outcome, 'value') : resumeBody(thread, outcome);
    thread.fails = false;
    return resume(thread, receiveError(outcome), 'error');
  }
  thread.call = null;
  if (!thread.hasFrames) {
    setBase(call);
    return execute(call.code, call.self, call.args);
  }
  let value: unknown;
  try {
    value = makeCall(call);
  } catch (error) {
    return resume(thread, error, 'error');
  }
  return value === PAUSE ? PAUSE : resume(thread, value, 'value');
}

/** A call that was made a thunk, `() => call`, may return a function, which is called in the same thread, or a Promise. */
function unwrap(thread: Thread, value: unknown): unknown {
  let given = value;
  if (typeof value === 'function') {
    thread.unwraps = false;
    given = value();
  }
  if (!isPromise(given)) return given;
  thread.unwraps = false;
  return pause('promise', given, true);
}

/**
 * The pause has left every frame, so the wait begins. Returns true if the thread continues immediately, because the
 * wait ended while it began or because the thread has to be unwound. The order of the statements decides what other
 * code sees. They are in one function: split up, a script with one frame between its start and its end took a tenth
 * longer, because the engine limits how much it inlines.
 */
function suspend(thread: Thread): boolean {
  if (pending.kind === 'frame' && !thread.alone && !hasExecutor(thread)) queueLoop(pending);
  // The thread takes over the current pause: what it waits for, and the frames that the pause has left.
  const { kind, subject } = pending;
  const keeps = pending.keeps || thread.steady;
  const wait = kindNamed(kind ?? '');
  if (wait === undefined) throw internal(DEV ? `${thread.name} pauses without a wait` : '');
  if (kind === 'promise' && thread.rare !== null && thread.rare.promised !== null) return suspendWithFamily(thread);
  pending.kind = null;
  pending.subject = undefined;
  thread.takeFrames(pending.leaf, pending.top);
  pending.leaf = pending.top = pending.site = null;
  let { cancelling } = thread;
  if (cancelling !== null && thread.inner !== null) thread.body = null;
  turn.fastCount = 0;
  turn.leftAt = -1;
  thread.scheduler.live.link(thread);
  if (cancelling !== null) cancelling = passVerdicts(thread, wait.joins ? (subject as Join).targets : NOBODY);
  thread.kind = wait;
  thread.subject = subject;
  thread.keeps = keeps;
  if (wait.joins && isJoinOver(thread)) return true;
  if (cancelling !== null && (cancelling.now || (!thread.unwinding && !unwindsLater(thread)))) return unwindNow(thread);

  // The wait begins.
  thread.since = thread.runQueue.frame;
  thread.rest();
  const { undone } = thread;
  // What it held is free before foreign code can look at it.
  if (wait.isForeign && !keeps) release(thread);
  wait.begin(thread);
  // Foreign code has cancelled the thread: this wait was undone, and another one may have begun.
  if (thread.undone !== undone) return false;
  const cycle = wait.joins || wait.queues ? cycleOf(thread) : null;
  if (cycle !== null) return refuseWait(thread, cycle);
  if (wait.joins) regain(thread);

  // The thread queues for its executor, keeps it or releases it, and its old subscription ends.
  const isOver = thread.subscription !== null && !wait.keepsSubscription(thread);
  thread.loops = wait.loops && (isOver || thread.subscription === null);
  if (wait.queues) {
    thread.call = thread.subject as Call;
    const lock = thread.lock as Lock;
    enqueue(lock, thread);
    const { queues } = thread.scheduler;
    const behind = lock.holder ?? lock.holders[0] ?? lock.granted;
    if (queues !== null && !thread.hasFrames && behind !== null) queues.began(thread, behind);
  } else if (!keeps && thread.lock !== null) release(thread);
  if (thread.scheduler.clock.stops > 0) stop(thread);
  // This comes last: it removes the listener from an emitter, and code of the emitter may cancel the thread.
  if (isOver) unsubscribe(thread);
  if (seam.to !== null && !wait.queues && thread.undone === undone) seam.to.waits(thread);
  return wait.joins && thread.undone === undone && admitsToEnd(thread);
}

/** A loop comes to the end of an iteration without the executor: it queues for it, and then waits for the frame. */
function queueLoop(wait: Wait): void {
  wait.subject = { code: frameWait, self: undefined, args: [wait.subject] } satisfies Call;
  wait.kind = 'blocked';
  wait.dueFrame = 0;
}

/** Its wait has begun while somebody is paused: it is frozen itself, or whom it now waits for is stopped with it. */
function stop(thread: Thread): void {
  if (thread.frozen) stopTimers(thread);
  review([thread]);
  const join = joinOf(thread);
  if (join !== null) review(join.targets);
}

/** It has made calls to get the Promise that it now waits for. */
function suspendWithFamily(thread: Thread): boolean {
  const { ownRare: own } = thread;
  own.promised?.joinPending();
  own.promised = null;
  return suspend(thread);
}

/**
 * A cancelled thread reaches a wait: the wait does not begin, and the `finally` blocks run. True if they run
 * immediately.
 */
function unwindNow(thread: Thread): boolean {
  const children = endWaitAndChildren(thread, undoCancelled);
  // Also where one of those has cancelled it for good.
  if (thread.cancelling?.now === true) {
    drop(thread);
    return false;
  }
  beginUnwind(thread);
  return !waitsForChildren(thread, children);
}

/** The wait would close a cycle: the thread continues with a DeadlockError. */
function refuseWait(thread: Thread, cycle: readonly Thread[]): true {
  const error = deadlock(cycle.map((member) => `\`${member.name}\`: ${member.trace()}`));
  endWaitAndChildren(thread);
  thread.outcome = error;
  thread.fails = true;
  return true;
}
