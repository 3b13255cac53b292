/** Guards of loops without a frame-wait: a budget of iterations, and a count that stops endless loops. */
import { turn as theTurn } from '../execution/turn-state.js';
import { runaway } from '../messages/errors.js';
import { runningThread } from '../threads/current.js';
import type { Thread } from '../threads/thread.js';

// A constant of this file: an import is a binding that is read at each use, and the engine cannot treat it as a
// constant.
const turn = theTurn;

/**
 * Counts an iteration of a fast loop. True after `limit` of them since the thread's last real pause: then it is time to
 * wait. In a synchronous region it is never true, and the iterations count as steps of the thread's turn.
 * @throws {RunawayError} when those are too many.
 */
export function overBudget(limit: number): boolean {
  const thread = runningThread();
  if (turn.region !== null && ++turn.steps > turn.maxSteps) throw runaway(turn.maxSteps);
  if (thread === null || turn.region !== null || ++turn.fastCount < limit) return false;
  turn.fastCount = 0;
  return true;
}

/** Iterations of counted loops in a batch: only full batches are checked. */
const BATCH = 2 ** 20;
/** Iterations that count as one step, as they take about as long. */
const ITERATIONS_PER_STEP = 256;
/** Where the last batch was full. Only a batch that was begun in the same turn of a thread counts. */
let full: { readonly thread: Thread | null; readonly frame: number } = { thread: null, frame: -1 };

/**
 * Stands in each loop that may come round without a wait and without a call that is counted; `line` is that of the
 * loop.
 * @throws {RunawayError} after 256 × `maxStepsPerTurn` iterations in one turn of a thread, give or take two million.
 */
export function countIteration(line?: number): void {
  if (++turn.loopCount >= BATCH) countBatch(line);
}

function countBatch(line: number | undefined): void {
  turn.loopCount = 0;
  const thread = runningThread();
  const { frame } = turn;
  if (thread === null) return;
  if (full.thread === thread && full.frame === frame) turn.steps += BATCH / ITERATIONS_PER_STEP;
  full = { thread, frame };
  if (turn.steps <= turn.maxSteps) return;
  const error = runaway(turn.maxSteps);
  if (line !== undefined) error.lines = [line];
  throw error;
}
