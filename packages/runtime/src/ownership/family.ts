/** Families: threads that wait for each other may hold one executor together (R5b). */
import { waitsFor } from '../threads/joins.js';
import type { Lock, Thread } from '../threads/thread.js';

export const inFamily = (holder: Thread, thread: Thread): boolean =>
  waitsFor(holder, thread) || waitsFor(thread, holder);

/** Does a holder wait for a queued thread, directly or through other threads? A running holder waits for no thread. */
export const isAwaited = (lock: Lock, thread: Thread): boolean =>
  lock.holders.some((holder) => waitsFor(holder, thread));

export function inOrderOfQueues(threads: readonly Thread[]): Thread[] {
  const covered = new Set(threads);
  const queued = new Set(threads.map((thread) => thread.lock as Lock));
  return Array.from(queued).flatMap(({ queue }) => queue.toArray().filter((thread) => covered.has(thread)));
}

/** The family of the first of some threads: each thread that waits for a member, or that a member waits for. */
export function familyOf(threads: readonly Thread[]): Set<Thread> {
  const family = new Set(threads.slice(0, 1));
  family.forEach((member) => {
    if (family.size === threads.length) return;
    threads.forEach((other) => void (inFamily(member, other) && family.add(other)));
  });
  return family;
}
