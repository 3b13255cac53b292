/** Who holds an executor, who has lost it, and who may act on it (R4, R5b, R6). */
import { joinedBelow, waitersAbove, waitsFor } from '../threads/joins.js';
import type { Lock, Thread } from '../threads/thread.js';
import { covers, familyOf, isCovered } from './family.js';
import { NOBODY } from './owner.js';

/** Is it held by a suspended thread, or granted? */
export function isBusy(lock: Lock): boolean {
  return lock.granted !== null || lock.holders.some((holder) => !holder.running);
}

/** May a thread act on the executor now? Running holders do not block it, nor does one of its family. */
export function mayAct(lock: Lock, thread: Thread): boolean {
  const { granted, holder } = lock;
  if (granted !== null && granted !== thread) return false;
  // Nearly always there is one holder, or none.
  if (holder !== null) return holder === thread || holder.running || covers(holder, thread);
  const { holders } = lock;
  // As the call that comes out of a queue finds it.
  if (holders === NOBODY) return true;
  return (
    holders.every((other) => other === thread || other.running) ||
    holders.some((other) => other !== thread && covers(other, thread))
  );
}

/**
 * A thread takes the executor; returns false if it holds it already. Running holders lose it and get it back first
 * (R6); a family holds it together, in the order in which its members took it.
 */
export function acquire(lock: Lock, thread: Thread): boolean {
  if (lock.granted === thread) lock.granted = null;
  unlose(lock, thread);
  thread.holding = true;
  thread.lossSeq = 0;
  if (lock.isHeldBy(thread)) return false;
  // Nearly always it has no holder.
  if (lock.holders.length === 0) lock.holder = thread;
  else lock.holders = holdersWith(lock, thread);
  holdersChanged(lock);
  return true;
}

/** The holders after a thread has taken the executor: if they are not of its family, they run and have lost it. */
function holdersWith(lock: Lock, thread: Thread): readonly Thread[] {
  const { holders } = lock;
  if (isCovered(lock, thread)) return holders.concat(thread);
  holders.forEach((holder) => lose(lock, holder));
  return [thread];
}

/**
 * A holder loses the executor and gets it back before other threads: the last one to lose it is the first to get it
 * back.
 */
export function lose(lock: Lock, holder: Thread): void {
  holder.lossSeq = ++losses.last;
  holder.alone = false;
  if (holder.rare !== null) holder.rare.lossGroup = 0;
  lock.preempted = lock.preempted.concat(holder);
}

/** Counts losses, so that the last thread to lose the executor queues first. */
export const losses = { last: 0 };

/** Removes a thread from the holders, which may have linked others; returns false if it is not a holder. */
export function unhold(lock: Lock, thread: Thread): boolean {
  // Nearly always it is the only holder.
  if (lock.holder === thread) {
    lock.holder = null;
    thread.alone = false;
    return true;
  }
  if (!lock.isHeldBy(thread)) return false;
  lock.holders = without(lock.holders, thread);
  thread.alone = false;
  holdersChanged(lock);
  if (lock.holders.length > 1) partHolders(lock);
  return true;
}

/** Takes a thread off the list of those that have lost the executor. */
export function unlose(lock: Lock, thread: Thread): void {
  if (lock.preempted.includes(thread)) lock.preempted = without(lock.preempted, thread);
}

/** Sets the flag `alone` of each holder. Every change of `holders` has to end with this call. */
export function holdersChanged(lock: Lock): void {
  if (lock.holder !== null) {
    lock.holder.alone = true;
    return;
  }
  const { holders } = lock;
  holders.forEach((holder) => (holder.alone = false));
  if (holders.length > 1) lock.scheduler?.shared.add(lock);
}

/** Has a thread that keeps its executor lost that to one that it now waits for? */
export function regains(waiter: Thread): boolean {
  const { lock } = waiter;
  if (lock === null || !waiter.keeps || !waiter.holding || !lock.preempted.includes(waiter)) return false;
  return lock.holders.some((holder) => waitsFor(waiter, holder));
}

/** A thread that keeps its executor and now waits for the one it has lost it to holds it again, together with that one. */
export function regain(waiter: Thread): void {
  if (!regains(waiter)) return;
  const lock = waiter.lock as Lock;
  unlose(lock, waiter);
  waiter.lossSeq = 0;
  // The holders are in the order in which they took the executor.
  lock.holders = [waiter].concat(lock.holders);
  holdersChanged(lock);
}

/**
 * A join is over, and it no longer connects two groups of threads: the joiner with those that wait for it, and its
 * targets with those that they wait for. If the holders of an executor are no longer one family, the earliest holder
 * keeps the executor, with its family, and the others lose it (R6). So two families never hold it.
 */
export function part(joiner: Thread, targets: readonly Thread[]): void {
  if (joiner.scheduler.shared.size === 0) return;
  const shared = new Set<Lock>();
  const note = ({ lock }: Thread): void => void (lock !== null && lock.holders.length > 1 && shared.add(lock));
  joinedBelow(targets).forEach(note);
  waitersAbove(joiner).forEach(note);
  shared.forEach(partHolders);
}

function partHolders(lock: Lock): void {
  const { holders } = lock;
  if (lock.siblings.some((each) => each.areAll(holders))) return;
  const family = familyOf(holders);
  if (family.size === holders.length) return;
  lock.holders = holders.filter((holder) => family.has(holder));
  // The last thread to lose it gets it back first, so the earliest holder has to lose it last.
  const losing = holders.filter((holder) => !family.has(holder)).toReversed();
  losing.forEach((holder) => lose(lock, holder));
  holdersChanged(lock);
}

/** The threads of an executor: its holders, then its queue. */
export function threadsOf(lock: Lock): Thread[] {
  return lock.holders.concat(lock.preempted.toReversed(), lock.granted ?? [], lock.queue.toArray());
}

const without = (threads: readonly Thread[], thread: Thread): readonly Thread[] =>
  threads.filter((other) => other !== thread);
