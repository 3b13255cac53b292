/** Who belongs together: threads that wait for each other may hold one executor (R5b). */
import { joinOf, waitsFor } from '../threads/joins.js';
import { isBlocked } from '../threads/lock-state.js';
import type { Lock, Thread } from '../threads/thread.js';

export const inFamily = (holder: Thread, thread: Thread): boolean =>
  waitsFor(holder, thread) || waitsFor(thread, holder);

/** Does a holder wait for a queued thread, itself or through others? A running holder waits for nobody. */
export const isAwaited = (lock: Lock, thread: Thread): boolean =>
  lock.holders.some((holder) => waitsFor(holder, thread));

export function inOrderOfQueues(threads: readonly Thread[]): Thread[] {
  const covered = new Set(threads);
  const queued = new Set(threads.map((thread) => thread.lock as Lock));
  return Array.from(queued).flatMap(({ queue }) => queue.toArray().filter((thread) => covered.has(thread)));
}

/** Those who belong together with the first of some threads: whoever waits for one of them, or is waited for by one. */
export function familyOf(threads: readonly Thread[]): Set<Thread> {
  const family = new Set(threads.slice(0, 1));
  family.forEach((member) => {
    if (family.size === threads.length) return;
    threads.forEach((other) => void (inFamily(member, other) && family.add(other)));
  });
  return family;
}

/** The blocked threads among those that a thread waits for, itself or through others, in order of joining. */
export function blockedBelow(waiter: Thread): Thread[] {
  const found: Thread[] = [];
  const seen = new Set<Thread>([waiter]);
  const stack = [waiter];
  for (let thread = stack.pop(); thread !== undefined; thread = stack.pop()) {
    if (isBlocked(thread)) found.push(thread);
    const targets = joinOf(thread)?.targets ?? [];
    for (let i = targets.length - 1; i >= 0; i--) {
      const target = targets[i] as Thread;
      if (target.ended || seen.has(target)) continue;
      seen.add(target);
      stack.push(target);
    }
  }
  return found;
}
