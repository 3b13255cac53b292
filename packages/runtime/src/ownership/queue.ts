/** The queue of an executor: who stands where (R5). */
import { ThreadQueue } from '../collections/thread-queue.js';
import { layers } from '../execution/layers.js';
import { DEV } from '../messages/development.js';
import type { Lock, Thread } from '../threads/thread.js';
import { NO_QUEUE } from './owner.js';

/** Puts a blocked thread into the queue: at its end, or before those with a lower right. */
export function addToQueue(lock: Lock, thread: Thread): void {
  if (lock.queue === NO_QUEUE) lock.queue = new ThreadQueue();
  lock.queue.addBefore(nextBehind(lock, thread.lossSeq), thread);
  if (DEV) thread.scheduler.queues?.waits(thread);
  thread.ownNode.rank = ++lastQueued;
  layers.observer?.queued(thread);
}

/** Counts who queues, so that a thread finds its place again. */
let lastQueued = 0;

/** Does a thread stand in the queue of its executor, or has it been the first there and is promised it? */
export const isInLine = (thread: Thread): boolean => thread.queued || thread.lock?.granted === thread;

/** Does a thread go even before those that have lost the executor earlier? A call of `@interrupt` does, and a thread that was interrupted (R5d). */
export const isUrgent = (thread: Thread): boolean => thread.interrupted || (thread.steady && thread.isNew);

interface Place {
  readonly right: number;
  readonly rank: number;
}

/** The first of the places that some threads have at an executor; null if they have none. */
export function firstPlaceOf(lock: Lock, threads: readonly Thread[]): Place | null {
  let place: Place | null = null;
  for (const thread of threads) {
    const stands = isInLine(thread);
    const right = stands ? thread.lossSeq : rightToFront(lock, thread);
    if (!stands && right === 0) continue;
    const rank = stands ? thread.ownNode.rank : ++lastQueued;
    if (place === null || right > place.right || (right === place.right && rank < place.rank)) place = { right, rank };
  }
  return place;
}

/** Puts a blocked thread into the queue, at a place. */
export function enqueueAt(lock: Lock, thread: Thread, { right, rank }: Place): void {
  thread.lossSeq = right;
  thread.ownNode.rank = rank;
  if (lock.queue === NO_QUEUE) lock.queue = new ThreadQueue();
  addAtPlace(lock, thread);
}

/** Puts a thread into the queue where its right and the time at which it queued place it. */
export function addAtPlace(lock: Lock, thread: Thread): void {
  const { lossSeq, ownNode } = thread;
  let behind = lock.queue.first;
  while (
    behind !== null &&
    (behind.lossSeq > lossSeq || (behind.lossSeq === lossSeq && behind.ownNode.rank <= ownNode.rank))
  )
    behind = lock.queue.behind(behind);
  lock.queue.addBefore(behind, thread);
  if (DEV) thread.scheduler.queues?.waits(thread);
  layers.observer?.queued(thread);
}

/**
 * The first thread in the queue with a lower right: a thread with this right goes before it. Null: it goes to the end.
 */
export function nextBehind({ queue }: Lock, right: number): Thread | null {
  if (right === 0) return null;
  let other = queue.first;
  while (other !== null && other.lossSeq >= right) other = queue.behind(other);
  return other;
}

/**
 * The place in the queue of a thread that is blocked now: higher comes first, 0 is the end. The last thread to lose the
 * executor comes first. After those comes a thread that still held it when its family separated.
 */
export function rightToFront(lock: Lock, thread: Thread): number {
  if (thread.steady && thread.isNew) return Infinity;
  if (lock.preempted.includes(thread)) return thread.lossSeq;
  return lock.isHeldBy(thread) ? 0.5 : 0;
}
