/**
 * The turns of many threads, one after the other: of those that are ready, and of those whose frame-wait is due. Hot threads, which only wait
 * again, are resumed by their frames alone; the turn of any other is in turn.ts.
 */
import type { Frame } from '../execution/call.js';
import { endHot, resumeFrames, stepHot } from '../execution/resume-frames.js';
import { hasExecutor } from '../ownership/hand-over.js';
import { park } from './stops.js';
import { layers } from '../execution/layers.js';
import type { FrameList } from '../collections/frame-list.js';
import type { ThreadList } from '../collections/thread-list.js';
import { PAUSE, pending } from '../execution/suspension.js';
import { turn } from '../execution/turn-state.js';
import { runningThread } from '../threads/current.js';
import type { Thread, ThreadScheduler } from '../threads/thread.js';
import type { Clock } from '../time/clock.js';
import { setOutcome } from '../threads/wake.js';
import { finish } from './end.js';
import { enterTurn, leaveTurn, type TurnContext } from './turn-context.js';
import { conclude, goOn } from './turn.js';

/**
 * Sets the context for turns of a scheduler. Turns are reentrant: a call on another owner starts a thread inside the turn of its caller. Returns the
 * outer context, for `leaveTurn`.
 */
const beginTurns = ({ maxStepsPerTurn, clock }: ThreadScheduler): TurnContext =>
  enterTurn(maxStepsPerTurn, clock.frame);

/** Gives a turn to each ready thread between two slots of a list, in order, and takes it out. */
export function runReady({ items }: ThreadList<Thread>, from: number, to: number, scheduler: ThreadScheduler): void {
  if (from === to) return;
  const outer = beginTurns(scheduler);
  const root = scheduler.clock;
  try {
    for (let i = from; i < to; i++) {
      // A hole is a thread that was cancelled in the meantime.
      const thread = items[i] as Thread | null;
      if (thread === null) continue;
      items[i] = null;
      thread.list = null;
      if (root.irregular > 0 && standsBy(thread)) {
        park(thread);
        continue;
      }
      turn.inTurn = thread;
      turn.depth = turn.base;
      turn.steps = turn.fastCount = 0;
      goOn(thread);
    }
  } finally {
    leaveTurn(outer);
  }
}

/**
 * Gives a turn to each thread of a list whose frame-wait is due, in order: the hot path of a game. A thread that waits
 * for its next frame again keeps its slot, its frames and the record of its wait, so few of its fields are read and
 * fewer are written.
 */
export function runDue(list: FrameList<Thread>, scheduler: ThreadScheduler): void {
  const { items, callFrames, due } = list;
  if (due === 0) return;
  list.beginTurns();
  const { clock } = scheduler;
  const outer = beginTurns(scheduler);
  let i = 0;
  try {
    for (; (i = runHot(list, i, due, clock)) < due; i++) {
      list.at = i;
      turn.hot = null;
      // A hole is a thread that was cancelled in the meantime.
      const thread = items[i] as Thread | null;
      if (thread === null) continue;
      if (callFrames[i] !== null) list.cool(i);
      if (clock.irregular > 0 && standsBy(thread)) {
        setOutcome(thread);
        park(thread);
        continue;
      }
      turn.inTurn = thread;
      turn.depth = turn.base;
      turn.steps = turn.fastCount = 0;
      if (clock.irregular > 0 && thread.interrupted) {
        thread.list = null;
        setOutcome(thread);
        goOn(thread);
        continue;
      }
      endDue(list, thread, false);
    }
  } finally {
    list.endTurns(i);
    leaveTurn(outer);
  }
}

/**
 * Gives hot turns to the threads that stand from this place on, one behind the other. Returns the place of the first one that is
 * not hot. A function of its own, as an engine then judges alone what is worth to be inlined in it, and one for the whole loop, as a
 * call for each turn took a tenth longer.
 */
function runHot(list: FrameList<Thread>, from: number, due: number, clock: Clock): number {
  const { callFrames } = list;
  let i = from;
  turn.hot = list;
  for (; i < due; i++) {
    const frame = callFrames[i] as Frame | null;
    if (frame === null || clock.irregular > 0 || layers.noteSite !== null) break;
    list.at = i;
    turn.depth = turn.base;
    turn.steps = turn.fastCount = 0;
    if (stepHot(frame)) list.stayHot();
    else {
      endHotTurn(list);
      turn.hot = list;
    }
  }
  return i;
}

/** In its hot turn a thread has done something else than to wait for its next frame, or was cooled. */
function endHotTurn(list: FrameList<Thread>): void {
  const thread = runningThread() as Thread;
  thread.cool();
  endDue(list, thread, true);
}

/** The turn of a thread that is not hot: all of it, or what follows its first step. */
function endDue(list: FrameList<Thread>, thread: Thread, wasHot: boolean): void {
  thread.running = true;
  layers.observer?.goesOn(thread);
  let outcome: unknown;
  try {
    if (wasHot) outcome = endHot(thread);
    else if (layers.observer?.around) outcome = layers.observer.around(thread, resumeDue);
    else outcome = resumeDue(thread);
  } catch (error) {
    thread.list = null;
    return finish(thread, 'failed', error);
  }
  if (outcome === PAUSE && pending.dueFrame === list.frame + 1 && onlyLoops(thread)) {
    thread.running = false;
    pending.kind = null;
    if (thread.alone) return list.becomeHot(thread, thread.leaf as Frame);
    thread.since = list.frame;
    return list.add(thread);
  }
  thread.list = null;
  conclude(thread, outcome);
}

const resumeDue = (thread: Thread): unknown => resumeFrames(thread, undefined, 'value');

/** The turn of a thread has come, while threads are stopped or clocks have frames of their own. True if this one is stopped. */
function standsBy(thread: Thread): boolean {
  turn.frame = thread.clock.frame;
  return thread.stopped;
}

/** Does a thread pause for the next frame in the same call as before, so that nothing else has to be updated? */
const onlyLoops = (thread: Thread): boolean =>
  thread.loops &&
  pending.leaf === null &&
  layers.observer === null &&
  thread.onlyGoesOn &&
  (thread.alone || hasExecutor(thread));
