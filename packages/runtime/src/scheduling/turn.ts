/**
 * A thread's turn: it runs from its current place to its next wait or its end. Waits begin here, when the pause has
 * left every frame. The end of a thread and a cancel are in end.ts.
 */
/* oxlint-disable eslint/max-lines -- one turn, start to end: its hot paths call each other, and a file more would be a circle */
import type { Call, Step } from '../execution/call.js';
import { cutOff as theCutOff, endAllCutOff } from './cut-off.js';
import { cycleOf } from '../ownership/deadlock.js';
import {
  admitsToEnd,
  beginUnwind,
  drop,
  endWaitAndChildren,
  finish,
  passVerdicts,
  unwindsLater,
  waitsForChildren,
} from './end.js';
import { showCall } from '../messages/format.js';
import { deadlock, internal, ownerGone, schedulerClosed } from '../messages/errors.js';
import { bindTo } from '../ownership/owner.js';
import { endInterruption, queueAgain } from '../ownership/interrupted.js';
import { enqueue, hasExecutor, interrupt, regain, release } from '../ownership/lock.js';
import { park, review, stopTimers } from '../ownership/stops.js';
import { execute, endHot, losePause, pause, resume, resumeBody, stepHot } from '../execution/generator-frames.js';
import { stepHotFrame } from '../execution/hot-frames.js';
import { unwindBody } from '../execution/unwind-body.js';
import { DEEPER, takeOver } from '../execution/deep-calls.js';
import { type Join, joinOf } from '../threads/joins.js';
import { isJoinOver, loseError, receiveError } from '../threads/settle-joins.js';
import type { Siblings } from '../threads/siblings.js';
import type { FrameList } from '../collections/frame-list.js';
import type { SleepList } from '../collections/sleep-list.js';
import {
  PAUSE as thePause,
  pending as thePending,
  SLEEPS,
  type Wait,
  stacks as theStacks,
} from '../execution/suspension.js';
import { turn as theTurn } from '../execution/turn-state.js';
import { isPromise } from '../execution/is-promise.js';
import { nurseries } from '../threads/nursery.js';
import { seam as theSeam } from '../threads/seam.js';
import { callingThread, current as theCurrent, giveWay, runningThread } from '../threads/current.js';
import { type Lock, type ThreadScheduler, Thread, type ThreadStart } from '../threads/thread.js';
import type { Clock } from '../time/clock.js';
import { NOBODY } from '../threads/wait-kind.js';
import { setOutcome, wake } from '../threads/wake.js';
import { frameWait } from '../waits/predicate.js';
import { waitKinds } from '../waits/kinds.js';
import { unsubscribe } from '../waits/unsubscribe.js';

// Constants of this file: an import is a binding that is read at each use, and the engine cannot treat it as a
// constant.
const PAUSE: typeof thePause = thePause;
const pending = thePending;
const turn = theTurn;
const current = theCurrent;
const stacks = theStacks;
const cutOff = theCutOff;
const seam = theSeam;

/** Makes a thread for a call; its body has not run. Refuses a call on an owner that was closed, and one from outside a scheduler that was. */
export function makeThread(call: Call, start: ThreadStart): Thread {
  const { lock, scheduler, parent } = start;
  if (scheduler.closed !== null && parent?.scheduler !== scheduler)
    throw schedulerClosed(showCall(call.code.label, call.args), scheduler.closed.reason);
  if (lock !== null) {
    if (lock.closed !== null) throw ownerGone(lock.owner, call, lock.closed.reason);
    bindTo(lock, scheduler, call.code);
  }
  const thread = new Thread(call, start);
  if (nurseries.on) inheritScope(thread, start);
  if (seam.to !== null) seam.to.started(thread);
  return thread;
}

/** What a scope waits for begins in it, or in threads of it. */
function inheritScope(thread: Thread, { parent, nursery = parent?.rare?.nursery ?? null }: ThreadStart): void {
  if (nursery !== null) thread.ownRare.nursery = nursery;
}

/**
 * Makes a thread and runs it up to its first wait; it queues if its executor is held by another thread (R5). `region`:
 * the synchronous region around the call, if any: the thread then ends in this turn. `siblings`: it is one of them.
 */
export function startThread(call: Call, start: ThreadStart, region: string | null = null, siblings?: Siblings): Thread {
  const thread = makeThread(call, start);
  if (siblings !== undefined) thread.own.branchOf = siblings;
  firstTurn(thread, region);
  if (!thread.ended && start.joined === true) thread.joined = false;
  return thread;
}

/** Runs the first turn of a thread. */
export function firstTurn(thread: Thread, region: string | null): void {
  try {
    runTurn(thread, region);
  } catch (error) {
    // Noted before any call, because each call may throw when the native stack is exhausted.
    cutOff.threads[cutOff.count] = thread;
    cutOff.errors[cutOff.count++] = error;
    endAllCutOff();
    throw error;
  }
}

/**
 * The context of the turn around the turns of a list. Turns are reentrant: a call on another owner starts a thread
 * inside the turn of its caller.
 */
interface Outer {
  readonly thread: Thread | null;
  readonly starter: Thread | null;
  readonly region: string | null;
  readonly steps: number;
  readonly maxSteps: number;
  readonly fastCount: number;
  readonly frame: number;
}

/** Sets the context for turns of a scheduler. Returns the outer context, for `endTurns`. */
function beginTurns({ maxStepsPerTurn, clock }: ThreadScheduler): Outer {
  const thread = giveWay();
  const { starter } = current;
  const { region, steps, maxSteps, fastCount, frame } = turn;
  current.starter = turn.region = null;
  turn.maxSteps = maxStepsPerTurn;
  turn.frame = clock.frame;
  return { thread, starter, region, steps, maxSteps, fastCount, frame };
}

function endTurns({ thread, starter, region, steps, maxSteps, fastCount, frame }: Outer): void {
  turn.inTurn = thread;
  current.starter = starter;
  turn.region = region;
  turn.steps = steps;
  turn.maxSteps = maxSteps;
  turn.fastCount = fastCount;
  turn.frame = frame;
  turn.hot = null;
}

/**
 * Runs a thread until it waits or ends. Reentrant. The outer context is in local variables, because an object for it
 * took a seventh of the time of a start; it is set again without a call, as that may throw on an exhausted native stack
 * (so also in borrowed.ts).
 */
export function runTurn(thread: Thread, ownRegion: string | null = null): void {
  linkRunning();
  const outer = giveWay();
  const { starter } = current;
  const { region, steps, maxSteps, fastCount, frame } = turn;
  turn.inTurn = thread;
  current.starter = null;
  turn.region = ownRegion;
  turn.steps = turn.fastCount = 0;
  turn.maxSteps = thread.scheduler.maxStepsPerTurn;
  turn.frame = thread.frame;
  try {
    goOn(thread);
  } finally {
    turn.inTurn = outer;
    current.starter = starter;
    turn.region = region;
    turn.steps = steps;
    turn.maxSteps = maxSteps;
    turn.fastCount = fastCount;
    turn.frame = frame;
  }
  endAllCutOff();
}

/**
 * A thread in its first turn is not in the list of live threads yet, because most threads end in that turn. It has to
 * be added before another thread is, so that the list is in the order of start, and before any code reads the list.
 */
export function linkRunning(): void {
  const running = callingThread();
  if (running !== null && !running.ended) running.scheduler.live.link(running);
}

/** Gives a turn to each ready thread between two slots of a list, in order. */
export function runReady(
  items: (Thread | null)[],
  { from, to }: { from: number; to: number },
  scheduler: ThreadScheduler,
): void {
  if (from === to) return;
  const outer = beginTurns(scheduler);
  const root = scheduler.clock;
  try {
    for (let i = from; i < to; i++) {
      // A hole is a thread that was cancelled in the meantime.
      const thread = items[i] as Thread | null;
      if (thread === null) continue;
      thread.list = null;
      if (root.stops > 0 && standsBy(thread)) {
        park(thread);
        continue;
      }
      turn.inTurn = thread;
      turn.steps = turn.fastCount = 0;
      goOn(thread);
    }
  } finally {
    endTurns(outer);
  }
}

/**
 * Gives a turn to each thread of a list whose frame-wait is due, in order: the hot path of a game. A thread that waits
 * for its next frame again keeps its slot, its frames and the record of its wait, so few of its fields are read and
 * fewer are written. This is one function, because a call for each turn took a tenth longer.
 */
export function runDue(list: FrameList<Thread>, scheduler: ThreadScheduler): void {
  const { items, bodies, steps, due } = list;
  if (due === 0) return;
  list.beginTurns();
  const { clock } = scheduler;
  const { frame } = clock;
  const outer = beginTurns(scheduler);
  let i = 0;
  try {
    for (; i < due; i++) {
      if (steps !== null && (i = runHotFrames(list, i, due, clock)) === due) break;
      list.at = i;
      const body = bodies[i] as object | null;
      if (body !== null && clock.stops === 0 && !stacks.on) {
        turn.hot = list;
        turn.steps = turn.fastCount = 0;
        if (stepHot(body, frame + 1)) list.keepHot();
        else endHotTurn(list);
        continue;
      }
      turn.hot = null;
      // A hole is a thread that was cancelled in the meantime.
      const thread = items[i] as Thread | null;
      if (thread === null) continue;
      if (body !== null) list.cool(i);
      if (clock.stops > 0 && standsBy(thread)) {
        setOutcome(thread, undefined, 'value');
        park(thread);
        continue;
      }
      turn.inTurn = thread;
      turn.steps = turn.fastCount = 0;
      if (clock.stops > 0 && thread.interrupted) {
        thread.list = null;
        setOutcome(thread, undefined, 'value');
        goOn(thread);
        continue;
      }
      endDue(list, thread, false);
    }
  } finally {
    list.endTurns(i);
    endTurns(outer);
  }
}

/**
 * Gives hot turns to the frame objects that stand from this place on, one behind the other. Returns the place of the first
 * thread that is something else. A loop of its own: an engine then judges alone what is worth to be inlined in it.
 */
function runHotFrames(list: FrameList<Thread>, from: number, due: number, clock: Clock): number {
  const { bodies } = list;
  const steps = list.steps as (Step | null)[];
  let i = from;
  turn.hot = list;
  for (; i < due; i++) {
    const body = bodies[i] as object | null;
    const step = steps[i];
    if (body === null || step === undefined || step === null || clock.stops > 0) break;
    list.at = i;
    turn.steps = turn.fastCount = 0;
    if (stepHotFrame(step, body)) list.keepHot();
    else {
      endHotTurn(list);
      turn.hot = list;
    }
  }
  return i;
}

/** A thread that had a hot turn does something else than to wait for its next frame, or was cooled. */
function endHotTurn(list: FrameList<Thread>): void {
  const thread = runningThread() as Thread;
  thread.cool();
  endDue(list, thread, true);
}

/**
 * Gives a turn to each thread of a list whose deadline has come, in order. Those who wait again as long as the others keep their
 * slots, as in `runDue`.
 */
export function runSleepers(list: SleepList<Thread>, scheduler: ThreadScheduler): void {
  const { items, bodies } = list;
  const { clock } = scheduler;
  list.wake(clock.frame);
  const { due } = list;
  list.beginTurns();
  if (due === 0) return;
  list.home.begin(list);
  const outer = beginTurns(scheduler);
  let i = 0;
  try {
    for (; i < due; i++) {
      list.at = i;
      const body = bodies[i] as object | null;
      turn.steps = turn.fastCount = 0;
      if (body === null || clock.stops > 0 || stacks.on) wakeAlone(list);
      else {
        turn.hot = list;
        if (stepHot(body, SLEEPS) && clock.stops === 0) sleepAgain(list);
        else endSleeper();
      }
    }
  } finally {
    // An error of ours ends them early: the others are ready.
    for (let rest = i; rest < due; rest++) {
      const thread = items[rest] as Thread | null;
      if (thread === null || thread.list !== list) continue;
      list.cool(rest);
      wake(thread, undefined);
    }
    list.endTurns(due);
    list.home.end(list);
    endTurns(outer);
  }
}

/** The turn of one that is not hot. */
function wakeAlone(list: SleepList<Thread>): void {
  turn.hot = null;
  const { at } = list;
  // A hole is a thread that was cancelled in the meantime.
  const thread = list.items[at] as Thread | null;
  if (thread === null) return;
  list.cool(at);
  thread.list = null;
  setOutcome(thread, undefined, 'value');
  if (thread.scheduler.clock.stops > 0 && standsBy(thread)) return park(thread);
  turn.inTurn = thread;
  goOn(thread);
}

/** A hot thread waits again; perhaps not with the others of its list. */
function sleepAgain(list: SleepList<Thread>): void {
  pending.kind = null;
  const ms = pending.subject as number;
  if (list.isOpen && ms === list.ms) return list.keepHot();
  const thread = list.items[list.at] as Thread;
  const body = list.bodies[list.at] as object;
  const { runQueue, clock } = thread;
  thread.since = runQueue.frame;
  // Its subject is its own again.
  thread.list = null;
  thread.subject = ms;
  clock.sleep(thread, ms)?.warm(thread, body, ms, runQueue.frame);
}

/** A hot thread has not waited again: what follows its first step. */
function endSleeper(): void {
  // Not by its place, which another one may have got during its turn.
  const thread = runningThread() as Thread;
  thread.cool();
  thread.list = null;
  thread.running = true;
  setOutcome(thread, undefined, 'value');
  let outcome: unknown;
  try {
    outcome = endHot(thread);
  } catch (error) {
    return finish(thread, 'failed', error);
  }
  conclude(thread, outcome);
}

/** The turn of a thread that is not hot: all of it, or what follows its first step. */
function endDue(list: FrameList<Thread>, thread: Thread, wasHot: boolean): void {
  thread.running = true;
  if (seam.to !== null) seam.to.goesOn(thread);
  let outcome: unknown;
  try {
    if (wasHot) outcome = endHot(thread);
    else outcome = thread.body === null ? resume(thread, undefined, 'value') : resumeBody(thread, undefined);
  } catch (error) {
    thread.list = null;
    return finish(thread, 'failed', error);
  }
  if (outcome === PAUSE && pending.dueFrame === list.frame + 1 && waitsAgain(thread)) {
    thread.running = false;
    pending.kind = null;
    if (thread.alone) return becomeHot(list, thread);
    thread.since = list.frame;
    return list.add(thread);
  }
  thread.list = null;
  conclude(thread, outcome);
}

/** Its next turn resumes its generator, or its frame object. */
function becomeHot(list: FrameList<Thread>, thread: Thread): void {
  const { body, inner } = thread;
  if (body !== null || inner === null) list.keep(thread, body as object, null);
  else list.keep(thread, inner, inner.step);
}

/** A thread comes up while some are stopped or have frames of their own. True if it is stopped. */
function standsBy(thread: Thread): boolean {
  turn.frame = thread.clock.frame;
  return thread.stopped;
}

/** Does a thread pause for the next frame in the same body as before, so that nothing else has to be updated? */
const waitsAgain = (thread: Thread): boolean =>
  thread.loops &&
  pending.leaf === null &&
  seam.to === null &&
  (thread.body !== null || isInObject(thread)) &&
  (thread.alone || hasExecutor(thread));

/** Is its innermost frame a frame object, which only has to continue? */
const isInObject = ({ inner, cancelling }: Thread): boolean =>
  inner !== null && inner.step !== null && inner.notes === null && cancelling === null;

function goOn(thread: Thread): void {
  if (thread.onlyGoesOn && thread.body !== null && thread.rare === null && seam.to === null && !isPromise(thread.held))
    return resumeOnly(thread);
  if (thread.interrupted && !comesBack(thread)) return;
  const { call } = thread;
  if (call !== null && !call.code.instant && turn.region === null && thread.lock !== null && !hasExecutor(thread)) {
    const takesIt = call.code.interrupts && !thread.hasFrames && interrupt(thread.lock, thread);
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
    return finish(thread, 'failed', error);
  }
  conclude(thread, outcome);
}

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
  if (outcome !== PAUSE || !hearsAgain(thread)) conclude(thread, outcome);
}

/**
 * Does a thread wait for the same signal as before? Then its subscription goes on, and nothing else has to be seen to. What
 * `suspend` would do, less what cannot be.
 */
function hearsAgain(thread: Thread): boolean {
  const { subscription, lock } = thread;
  if (subscription === null || pending.kind !== 'subscription' || pending.subject !== subscription.channel)
    return false;
  if (pending.keeps || pending.leaf !== null || thread.body === null || thread.steady || thread.cancelling !== null)
    return false;
  const { channel } = subscription;
  const { runQueue } = thread;
  if (channel.timeoutMs !== undefined || runQueue.scheduler.clock.stops > 0) return false;
  pending.kind = pending.site = null;
  pending.subject = undefined;
  turn.fastCount = 0;
  thread.kind = 'subscription';
  thread.held = channel;
  thread.began = runQueue.frame;
  thread.keeps = thread.loops = false;
  thread.rest();
  if (lock !== null) release(thread);
  subscription.frame = thread.place;
  channel.list.wait(subscription);
  return true;
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

/** What follows when the innermost frame has an outcome: the wait begins or the thread ends. */
export function conclude(thread: Thread, given: unknown): void {
  let how: 'done' | 'failed' = 'done';
  let outcome: unknown;
  try {
    outcome = runToWait(thread, given);
  } catch (error) {
    how = 'failed';
    outcome = error;
  }
  if (outcome !== PAUSE) finish(thread, how, outcome);
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
    const { code, self, args } = takeOver(thread.leaf);
    value = execute(code, self, args);
  } catch (error) {
    return resume(thread, error, 'error');
  }
  return value === PAUSE ? PAUSE : resume(thread, value, 'value');
}

/** Runs the first call of the thread or its blocked call; otherwise it resumes the innermost frame. */
function proceed(thread: Thread): unknown {
  thread.running = true;
  if (seam.to !== null) seam.to.goesOn(thread);
  const { call, outcome, fails } = thread;
  thread.outcome = undefined;
  if (thread.unwinding && !thread.unwound) {
    thread.unwound = true;
    return thread.isFrame ? unwindBody(thread) : resume(thread, undefined, 'unwind');
  }
  if (call === null) {
    const onlyGoesOn = thread.body !== null && !fails && !isPromise(outcome);
    if (onlyGoesOn) return resumeBody(thread, outcome);
    if (!fails) return resume(thread, outcome, 'value');
    thread.fails = false;
    return resume(thread, receiveError(outcome), 'error');
  }
  thread.call = null;
  if (!thread.hasFrames) return execute(call.code, call.self, call.args);
  let value: unknown;
  try {
    value = execute(call.code, call.self, call.args);
  } catch (error) {
    return resume(thread, error, 'error');
  }
  return value === PAUSE ? PAUSE : resume(thread, value, 'value');
}

/**
 * A call that the plugin made a thunk, `() => call`, may return a function, which is called in the same thread, or a
 * Promise.
 */
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
  const wait = waitKinds[kind ?? ''];
  if (wait === undefined) throw internal(`${thread.name} pauses without a wait`);
  if (kind === 'promise' && thread.rare !== null && thread.rare.promised !== null) return suspendWithFamily(thread);
  pending.kind = null;
  pending.subject = undefined;
  thread.takeFrames(pending.leaf, pending.top);
  pending.leaf = pending.top = pending.site = null;
  let { cancelling } = thread;
  if (cancelling !== null && thread.inner !== null) thread.body = null;
  turn.fastCount = 0;
  thread.scheduler.live.link(thread);
  if (cancelling !== null) cancelling = passVerdicts(thread, wait.joins ? (subject as Join).targets : NOBODY);
  thread.kind = kind;
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
  const children = endWaitAndChildren(thread);
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
