/** Families: threads that wait for each other, and siblings, may hold one executor together (R5b). */
import { isBelow, waitsFor } from '../threads/joins.js';
import type { Lock, Thread } from '../threads/thread.js';

/** Are two threads of one owner, or threads that wait for them, branches of one combinator that names it? */
export const areSiblings = (one: Thread, other: Thread): boolean =>
  one.lock !== null && one.lock.siblings.length > 0 && areAmong(one.lock.siblings, one, other);

// Apart: where a closure uses a variable, an engine makes a record of that at each call, also where it does not come to the closure.
const areAmong = (siblings: Lock['siblings'], one: Thread, other: Thread): boolean =>
  siblings.some((each) => each.has(one) && each.has(other));

/** Does a holder wait for a thread, directly or through other threads, or is it its sibling? A running holder waits for no thread. */
export const covers = (holder: Thread, thread: Thread): boolean =>
  waitsFor(holder, thread) || areSiblings(holder, thread);

/** Does one of the holders let a queued thread in? */
export const isCovered = (lock: Lock, thread: Thread, covered: typeof covers = covers): boolean =>
  lock.holders.some((holder) => covered(holder, thread));

/** The family of the first of some threads of one owner: each thread that is of the family of a member. */
export function familyOf(threads: readonly Thread[]): Set<Thread> {
  const family = new Set(threads.slice(0, 1));
  family.forEach((member) => {
    if (family.size === threads.length) return;
    threads.forEach((other) => void (inFamily(member, other) && family.add(other)));
  });
  return family;
}

/** Is one waited for by the other, also where that runs, as it begins the next arm of its combinator? Or are they siblings? */
const inFamily = (one: Thread, other: Thread): boolean =>
  isBelow(one, other) || isBelow(other, one) || areSiblings(one, other);
