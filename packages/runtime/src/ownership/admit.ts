/**
 * R5, decided before a thread has its turn: it gets the executor that it needs, or its call, or the outcome of its wait, stands in the queue of its
 * owner, as data. Its next turn comes when it has been promised the executor. A call that queues is a thread before it has had a turn: it has a
 * number, and can be seen, paused and cancelled in the queue.
 */
import { layers } from '../execution/layers.js';
import { DEV } from '../messages/development.js';
import { loseError } from '../threads/settle-joins.js';
import type { Lock, Thread } from '../threads/thread.js';
import { cycleOf, deadlockOf } from './deadlock.js';
import { block, hasExecutor, unblock } from './hand-over.js';
import { unhold, unlose } from './hold.js';
import { addToQueue, rightToFront } from './queue.js';

/**
 * May a thread go on, with the call that it begins with, or with the end of its wait if it was interrupted (R5d)? If not, it queues from now on.
 * `region`: the synchronous region around its call, in which nothing queues.
 */
export function admit(thread: Thread, region: string | null): boolean {
  if (thread.interrupted) {
    if (!hasExecutor(thread)) return queueOrFail(thread);
    layers.interruptions!.end(thread);
  }
  const { call } = thread;
  if (call === null || call.code.instant || region !== null || hasExecutor(thread)) return true;
  return (
    (call.code.interrupts && thread.isNew && layers.interruptions!.take(thread.lock, thread)) || queueOrFail(thread)
  );
}

/** Puts a thread into the queue. True if that would close a circle: then it goes on, with a DeadlockError. */
function queueOrFail(thread: Thread): boolean {
  beginToQueue(thread);
  const cycle = cycleOf(thread);
  if (cycle === null) {
    standInLine(thread);
    return false;
  }
  unblock(thread);
  if (thread.fails) loseError(thread);
  layers.interruptions?.end(thread);
  return failWith(thread, deadlockOf(cycle));
}

/** A wait is refused: its thread goes on with this error, and makes no call and asks no question for which it was to wait. */
export function failWith(thread: Thread, error: Error): true {
  thread.call = null;
  thread.outcome = error;
  return (thread.fails = true);
}

/** A thread begins to wait for its executor, and has no place in the queue yet. */
export function beginToQueue(thread: Thread): void {
  thread.scheduler.live.link(thread);
  block(thread);
  thread.keeps = true;
  thread.since = thread.runQueue.frame;
  thread.rest();
}

/** A thread that is blocked stands in the queue of its executor from now on: at its end, or before the others if it had the executor. */
export function standInLine(thread: Thread): void {
  const lock = thread.lock as Lock;
  thread.lossSeq = rightToFront(lock, thread);
  unlose(lock, thread);
  unhold(lock, thread);
  thread.holding = false;
  addToQueue(lock, thread);
  if (DEV && thread.isNew && !thread.interrupted) tellBehind(thread, lock);
}

function tellBehind(thread: Thread, lock: Lock): void {
  const behind = lock.holder ?? lock.holders[0] ?? lock.granted;
  if (behind !== null) thread.scheduler.queues?.began(thread, behind);
}
