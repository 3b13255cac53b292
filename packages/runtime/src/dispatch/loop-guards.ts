/** Guards of loops without a frame-wait: a budget of iterations, and a count that stops endless loops. */
import { turn } from '../execution/turn-state.js';
import { runaway } from '../messages/errors.js';
import { runningThread } from '../threads/current.js';

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

/** Iterations of counted loops in a batch: only full batches are looked at. */
const BATCH = 1024;
/** So many iterations count as a step: with a small body they take about as long as a call that does not wait. */
const ITERATIONS_PER_STEP = 64;

/**
 * Stands in each loop that may come round without a wait and without a call that is counted; `line` is that of the
 * loop.
 * @throws {RunawayError} after 64 × `maxStepsPerTurn` iterations in one turn of a thread, give or take 1,024.
 */
export function countIteration(line?: number): void {
  if (++turn.loopCount >= BATCH) countBatch(line);
}

function countBatch(line: number | undefined): void {
  turn.loopCount = 0;
  if (runningThread() === null) return;
  turn.steps += BATCH / ITERATIONS_PER_STEP;
  if (turn.steps <= turn.maxSteps) return;
  const error = runaway(turn.maxSteps);
  if (line !== undefined) error.lines = [line];
  throw error;
}
