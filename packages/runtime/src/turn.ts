/**
 * A thread's turn: it runs from where it stands to its next wait or its end. Waits begin here, when the pause has come
 * out of every frame; ends and cancels are here too.
 */
import type { Call } from './code.js';
import { circleOf } from './deadlock.js';
import { deadlock, internal, ownerGone } from './errors.js';
import { bindTo, dissolve, enqueue, hasExecutor, joinBegan, leave, regain, release } from './executor.js';
import { enter, losePause, markUnwind, pause, resume, takeFrames } from './frames.js';
import { cancelAll, cancelledError, childrenOf, isJoinOver, type Join, tellJoiners } from './joins.js';
import { show, showCall } from './labels.js';
import { type FrameList, ThreadList } from './lists.js';
import { PAUSE as thePause, pending as thePending, turn as theTurn } from './pending.js';
import { type Core, current as theCurrent, type Host, Thread } from './thread.js';
import { attachTrace } from './traces.js';
import { waitKinds } from './waits.js';
import { wake } from './wake.js';
import { keepsSubscription, unsubscribe } from './watchers.js';

// Constants of this file: an import is a cell that is read each time, and the engine does not know what stands in it.
const PAUSE: typeof thePause = thePause;
const pending = thePending;
const turn = theTurn;
const current = theCurrent;

export interface StartOptions {
  readonly host: Host;
  readonly core: Core | null;
  readonly parent: Thread | null;
  readonly priority?: number | undefined;
  readonly name?: string | undefined;
  /** Call the function that the call gives, in the same thread. */
  readonly unwraps?: boolean;
  /** Where it stands if it cannot pause: it ends in this turn. */
  readonly place?: string | null;
}

/** Makes a thread for a call; its body has not run. Refuses a call on an owner that was closed. */
export function makeThread(call: Call, options: StartOptions): Thread {
  const { core, host, parent } = options;
  if (core !== null) {
    if (core.closed !== null)
      throw ownerGone(show(core.owner), showCall(call.code.label, call.args), core.closed.reason);
    bindTo(core, host);
  }
  const inherited = parent !== null && parent.host === host ? parent : null;
  return new Thread(call, {
    host,
    core,
    parent,
    clock: inherited === null ? host.clock : inherited.clock,
    priority: options.priority ?? (inherited === null ? 0 : inherited.priority),
    name: options.name,
    unwraps: options.unwraps === true,
  });
}

/** Makes a thread and runs it up to its first wait; it queues if its executor is held by another thread (R5). */
export function startThread(call: Call, options: StartOptions): Thread {
  const thread = makeThread(call, options);
  runTurn(thread, options.place);
  return thread;
}

/** Runs a thread until it waits or ends, inside whatever runs now. */
export function runTurn(thread: Thread, inPlace: string | null = null): void {
  const outerThread = current.thread;
  const outerStarter = current.starter;
  const { place, steps, maxSteps, fastTurns } = turn;
  current.thread = thread;
  current.starter = null;
  turn.place = inPlace;
  turn.steps = turn.fastTurns = 0;
  turn.maxSteps = thread.host.maxStepsPerTurn;
  try {
    goOn(thread);
  } finally {
    current.thread = outerThread;
    current.starter = outerStarter;
    turn.place = place;
    turn.steps = steps;
    turn.maxSteps = maxSteps;
    turn.fastTurns = fastTurns;
  }
}

/** Gives a turn to each thread that stands ready between two places of a list, in order. */
export function runReady(items: (Thread | null)[], { from, to }: { from: number; to: number }, host: Host): void {
  if (from === to) return;
  const outerThread = current.thread;
  const outerStarter = current.starter;
  const { place, steps, maxSteps, fastTurns } = turn;
  current.starter = null;
  turn.place = null;
  turn.maxSteps = host.maxStepsPerTurn;
  try {
    for (let i = from; i < to; i++) {
      // A hole is a thread that was cancelled meanwhile.
      const thread = items[i] as Thread | null;
      if (thread === null) continue;
      thread.list = null;
      current.thread = thread;
      turn.steps = turn.fastTurns = 0;
      goOn(thread);
    }
  } finally {
    current.thread = outerThread;
    current.starter = outerStarter;
    turn.place = place;
    turn.steps = steps;
    turn.maxSteps = maxSteps;
    turn.fastTurns = fastTurns;
  }
}

/**
 * Gives a turn to each thread of a list whose frame-wait is due, in order: the hot path of a game. A thread that only waits for
 * its next frame again is touched as little as can be: it keeps its slot, its frames and what it says of its wait.
 */
export function runDue(list: FrameList<Thread>, host: Host): void {
  const { items, due } = list;
  if (due === 0) return;
  list.open();
  const { frame } = host.clock;
  const outerThread = current.thread;
  const outerStarter = current.starter;
  const { place, steps, maxSteps, fastTurns } = turn;
  current.starter = null;
  turn.place = null;
  turn.maxSteps = host.maxStepsPerTurn;
  let { clock } = host;
  let { halted } = clock;
  let i = 0;
  try {
    for (; i < due; i++) {
      // A hole is a thread that was cancelled meanwhile.
      const thread = items[i] as Thread | null;
      if (thread === null) continue;
      list.at = i;
      if (thread.clock !== clock) {
        clock = thread.clock;
        halted = clock.halted;
      }
      if (halted) {
        thread.lane.postpone(thread, frame);
        continue;
      }
      current.thread = thread;
      turn.steps = turn.fastTurns = 0;
      thread.running = true;
      let outcome: unknown;
      try {
        outcome = resume(thread, undefined, 'value');
      } catch (error) {
        thread.list = null;
        finish(thread, 'failed', error);
        continue;
      }
      if (outcome === PAUSE && pending.dueFrame === frame + 1 && waitsAgain(thread)) {
        thread.dueFrame = frame + 1;
        thread.since = frame;
        thread.running = false;
        pending.kind = null;
        if (list.kept === i && !list.spilled) list.kept++;
        else list.add(thread);
        continue;
      }
      thread.list = null;
      conclude(thread, outcome);
    }
  } finally {
    list.close(i);
    current.thread = outerThread;
    current.starter = outerStarter;
    turn.place = place;
    turn.steps = steps;
    turn.maxSteps = maxSteps;
    turn.fastTurns = fastTurns;
  }
}

/** Does a thread that pauses for a frame again do so from the same call, with nothing else to see to? */
const waitsAgain = (thread: Thread): boolean =>
  thread.loops && pending.leaf === null && thread.cancelling === null && thread.subscription === null;

function goOn(thread: Thread): void {
  const { call } = thread;
  if (call !== null && !call.code.instant && turn.place === null && thread.core !== null && !hasExecutor(thread)) {
    pause('blocked', call, true);
    if (!suspend(thread)) return;
    thread.call = null;
  }
  let outcome: unknown;
  try {
    outcome = step(thread);
  } catch (error) {
    finish(thread, 'failed', error);
    return;
  }
  conclude(thread, outcome);
}

/** What comes after a step: the wait begins or the thread ends. */
function conclude(thread: Thread, stepped: unknown): void {
  let how: 'done' | 'failed' = 'done';
  let outcome: unknown;
  try {
    outcome = runToWait(thread, stepped);
  } catch (error) {
    how = 'failed';
    outcome = error;
  }
  if (outcome !== PAUSE) finish(thread, how, outcome);
}

/** Gives the value of the thread, or PAUSE when it really waits. */
function runToWait(thread: Thread, stepped: unknown): unknown {
  let outcome = stepped;
  for (;;) {
    if (outcome !== PAUSE && pending.kind !== null) throw losePause(`at the end of ${thread.name}`);
    if (outcome !== PAUSE && thread.unwraps && !thread.unwinding) outcome = unwrap(thread, outcome);
    if (outcome !== PAUSE) return outcome;
    if (!suspend(thread)) return PAUSE;
    outcome = step(thread);
  }
}

/** Runs the call that stands first or was blocked, else goes on with the innermost frame. */
function step(thread: Thread): unknown {
  thread.status_ = 'running';
  const { call, outcome, fails } = thread;
  thread.outcome = undefined;
  if (thread.unwinding && !thread.unwound) {
    thread.unwound = true;
    return resume(thread, undefined, 'unwind');
  }
  if (call === null) return resume(thread, outcome, fails ? 'error' : 'value');
  thread.call = null;
  if (thread.leaf === null) return enter(call.code, call.self, call.args);
  let value: unknown;
  try {
    value = enter(call.code, call.self, call.args);
  } catch (error) {
    return resume(thread, error, 'error');
  }
  return value === PAUSE ? PAUSE : resume(thread, value, 'value');
}

/** What was handed over as `() => call` may give a function, which is called in the same thread, or a Promise. */
function unwrap(thread: Thread, value: unknown): unknown {
  if (typeof value === 'function') {
    thread.unwraps = false;
    const given: unknown = value();
    return given instanceof Promise ? pause('promise', given, true) : given;
  }
  if (!(value instanceof Promise)) return value;
  thread.unwraps = false;
  return pause('promise', value, true);
}

/**
 * The pause has come out of every frame: the wait begins. Gives true if the thread goes on at once, because the wait has
 * ended while it began or because the thread is to be unwound.
 */
function suspend(thread: Thread): boolean {
  const { kind, subject, keeps } = pending;
  if (kind === null) throw internal(`${thread.name} pauses without a wait`);
  pending.kind = null;
  pending.subject = undefined;
  const { top } = pending;
  thread.leaf = takeFrames(thread.leaf);
  if (top !== null && top.parent === null && top.code === thread.first.code) thread.first = top;
  turn.fastTurns = 0;
  thread.kind = kind;
  thread.loops = kind === 'frame';
  thread.subject = subject;
  thread.keeps = keeps;
  if (kind === 'join' && isJoinOver(thread)) return true;
  if (thread.cancelling !== null && !thread.unwinding) {
    const children = endWaitAndChildren(thread);
    beginUnwind(thread);
    return !waitsForChildren(thread, children);
  }
  thread.since = thread.lane.frame;
  const wait = waitKinds[kind];
  if (wait === undefined) throw internal(`there is no wait of kind ${kind}`);
  thread.status_ = wait.status;
  wait.begin(thread);
  if (kind === 'join' && keeps) regain(thread);
  if (kind === 'join' || kind === 'blocked') {
    const circle = circleOf(thread);
    if (circle !== null) return refuseWait(thread, circle);
  }
  if (thread.subscription !== null && !keepsSubscription(thread, kind, subject)) unsubscribe(thread);
  if (kind === 'blocked') {
    thread.call = subject as Call;
    enqueue(thread.core as Core, thread);
    return false;
  }
  if (!keeps && thread.core !== null) release(thread);
  if (kind !== 'join') return false;
  return admitsToEnd(thread);
}

/** A join has begun: whom it covers enters. True if that ended it: then the thread goes on in this very turn. */
function admitsToEnd(thread: Thread): boolean {
  const { handedPulse } = thread;
  joinBegan(thread);
  if (thread.kind !== null || thread.status_ !== 'ready') return false;
  // That is no turn of step 6.
  ThreadList.leave(thread);
  thread.handedPulse = handedPulse;
  return true;
}

/** The wait would close a circle: the thread goes on with a DeadlockError. */
function refuseWait(thread: Thread, circle: readonly Thread[]): true {
  const error = deadlock(circle.map((member) => `\`${member.name}\`: ${member.trace()}`));
  undoWait(thread);
  thread.outcome = error;
  thread.fails = true;
  return true;
}

function undoWait(thread: Thread): void {
  const { kind, subject } = thread;
  thread.kind = null;
  thread.subject = undefined;
  ThreadList.leave(thread);
  // Cancelling the children of a join runs scripts: for them the thread waits for nothing any more, and runs.
  thread.status_ = 'running';
  if (kind !== null) waitKinds[kind]?.undo(thread, subject);
  if (thread.host.shared.size > 0) dissolve(thread);
}

/** Ends the wait of a cancelled thread. Gives those who ended with it and whose `finally` blocks wait. */
function endWaitAndChildren(thread: Thread): Thread[] {
  const { kind, subject } = thread;
  undoWait(thread);
  return kind === 'join' ? childrenOf(subject as Join).filter((child) => !child.ended) : [];
}

/**
 * The `finally` blocks run from leaf to root, so those of its children come before its own: it keeps what it held, and waits.
 * Not if a child waits for it in turn.
 */
function waitsForChildren(thread: Thread, children: Thread[]): boolean {
  if (children.length === 0) return false;
  thread.kind = 'join';
  thread.subject = { mode: 'ending', targets: children, left: children.length } satisfies Join;
  thread.keeps = thread.holding;
  thread.since = thread.lane.frame;
  thread.status_ = 'waiting';
  waitKinds['join']?.begin(thread);
  if (circleOf(thread) !== null) {
    undoWait(thread);
    return false;
  }
  if (thread.keeps) regain(thread);
  return !admitsToEnd(thread);
}

function beginUnwind(thread: Thread): void {
  thread.unwinding = true;
  thread.call = null;
  markUnwind(thread.leaf);
}

/** Ends a thread: its children end (it still counts as running, so its executor is free for them), its executor passes on, then who joined it goes on. */
function finish(thread: Thread, how: 'done' | 'failed', value: unknown): void {
  if (thread.children !== null) endChildren(thread, thread.children);
  const wasCancelled = how === 'done' && thread.unwinding;
  thread.status_ = wasCancelled ? 'cancelled' : how;
  thread.value = wasCancelled ? cancelledError(thread, thread.cancelling?.reason) : value;
  if (how === 'failed') attachTrace(value, thread);
  thread.leaf = null;
  thread.call = null;
  thread.kind = null;
  if (thread.subscription !== null) unsubscribe(thread);
  if (thread.rare !== null) leaveOthers(thread);
  if (thread.core !== null) {
    thread.core.owned.delete(thread);
    leave(thread);
  }
  thread.host.live.delete(thread);
  thread.lane.threads--;
  if (thread.rare !== null) tellJoiners(thread);
  if (how === 'failed' && !thread.joined) thread.host.failed(thread);
}

function endChildren(thread: Thread, children: Set<Thread>): void {
  thread.children = null;
  cancelAll(Array.from(children), `\`${thread.name}\`, which started it, has ended`);
}

/** An ended thread takes in no more events, and is nobody's child. */
function leaveOthers(thread: Thread): void {
  thread.listeners?.forEach((listener) => listener.close());
  thread.listeners = null;
  thread.adopter?.children?.delete(thread);
}

/**
 * Ends the wait of a suspended thread with a value: what it began to wait for is let go of, as when it is cancelled.
 * Gives false if it waits for nothing that may end early: it runs, is ready, is blocked, or stands at a loop's frame-wait.
 */
export function endWait(thread: Thread, value: unknown): boolean {
  const { kind } = thread;
  if (!thread.isWaiting || kind === 'blocked' || kind === 'frame') return false;
  // It is cancelled and waits for its children to end.
  if (thread.unwinding && !thread.unwound) return false;
  undoWait(thread);
  wake(thread, value);
  return true;
}

/** Cancels a thread in any state; see Thread.cancel. */
export function cancelThread(thread: Thread, reason: unknown): void {
  if (thread.ended || thread.cancelling !== null) return;
  thread.cancelling = { reason };
  if (thread.status_ === 'running') return;
  const begun = thread.leaf !== null || thread.call === null;
  const children = endWaitAndChildren(thread);
  const { core } = thread;
  if (core !== null && (core.promised === thread || core.queue.has(thread))) leave(thread);
  beginUnwind(thread);
  if (!begun) finish(thread, 'done', undefined);
  else if (!waitsForChildren(thread, children)) runTurn(thread);
}
