/** The thread and the scheduler of the code that runs now. */
import { losePause } from '../execution/pauses.js';
import { pending } from '../execution/suspension.js';
import { turn } from '../execution/turn-state.js';
import { applyOn } from '../realm.js';
import type { ThreadScheduler, Thread } from './thread.js';

/** One object, so that every file sees the same. */
export const current: {
  /** In a handler: the thread whose code has called the emitter. */
  starter: Thread | null;
  entered: ThreadScheduler | null;
  standard: ThreadScheduler;
} = { starter: null, entered: null, standard: null as unknown as ThreadScheduler };

/**
 * The thread whose code runs now, or null in plain code. `turn.inTurn` does not tell it in a hot turn, which does not write it: the thread is
 * found by its place in the list. It may be borrowed (scheduling/borrowed.ts): code that uses it after this call asks `stayingThread`.
 */
export const runningThread = (): Thread | null =>
  (turn.hot === null ? turn.inTurn : turn.hot.items[turn.hot.at]) as Thread | null;

/** The running thread, for code that uses it after this call, too: one that was borrowed then stays with its own call, also if that does not wait. */
export function stayingThread(): Thread | null {
  const thread = runningThread();
  thread?.stay();
  return thread;
}

/** The thread that a call belongs to: the one that runs, in a handler the one whose code has called the emitter. */
export const callingThread = (): Thread | null => runningThread() ?? current.starter;

/**
 * Another thread, or plain code, is about to run inside the current turn: if that is hot, it is an ordinary one from now on, which notes who
 * runs. Returns the thread that ran up to now, which has to be `turn.inTurn` again afterwards.
 */
export function giveWay(): Thread | null {
  if (turn.hot !== null) (runningThread() as Thread).cool();
  return turn.inTurn as Thread | null;
}

/**
 * Leaves the thread that runs, if one does, calls a function as plain code calls it, and comes back. What it starts has this starter, and belongs to the
 * scheduler that is entered.
 */
export function asPlainCode(
  fn: Function,
  self?: unknown,
  args: ArrayLike<unknown> = [],
  starter: Thread | null = callingThread(),
  entered: ThreadScheduler | null = current.entered,
): unknown {
  if (pending.kind !== null) throw losePause('at the next call');
  const thread = giveWay();
  const { starter: outerStarter, entered: outerEntered } = current;
  const { region } = turn;
  turn.inTurn = turn.region = null;
  current.starter = starter;
  current.entered = entered;
  try {
    return applyOn(fn, self, args);
  } finally {
    turn.inTurn = thread;
    turn.region = region;
    current.starter = outerStarter;
    current.entered = outerEntered;
  }
}

/**
 * The scheduler of the code that runs: that of its thread, else the one that was entered. Null for plain code that has
 * entered none.
 */
export const schedulerOfCaller = (): ThreadScheduler | null => callingThread()?.scheduler ?? current.entered;

/** The scheduler for an owner that has had none before. */
export const schedulerForNewOwner = (): ThreadScheduler => schedulerOfCaller() ?? current.standard;
