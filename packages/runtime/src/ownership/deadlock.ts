/** R9: a wait that would close a cycle of threads waiting for each other is an error in the thread that closes it. */
import { covers } from './family.js';
import { regains } from './hold.js';
import { NOBODY } from './owner.js';
import { isUrgent, nextBehind, rightToFront } from './queue.js';
import { deadlock } from '../messages/errors.js';
import { joinModes } from '../threads/join-modes.js';
import { hasJoiners, joinersOf, joinOf } from '../threads/joins.js';
import { isBlocked } from '../threads/lock-state.js';
import type { Lock, Thread } from '../threads/thread.js';

/** The error of a wait that would close a cycle. */
export const deadlockOf = (cycle: readonly Thread[]): Error =>
  deadlock(cycle.map((member) => `\`${member.name}\`: ${member.trace()}`));

/** For each thread that the search has visited, the threads that it waits for. */
type Waits = Map<Thread, Thread[]>;

/**
 * The cycle that a thread closes by the wait it is about to begin (`kind` and `subject` are set), or null.
 *
 *   a ──joins──▶ b ──blocked on c's executor──▶ c ──joins──▶ a
 *
 * A thread is stuck if one of the threads that it waits for is stuck; where one of them is enough, as in a race, if all are. The
 * stuck threads are the greatest set for which this is true: the search takes all waiting threads and removes those
 * that can continue, until no further thread can.
 * Cost: twice the smaller number of the threads that `start` waits for and of those that wait for it, unless they meet.
 */
export function cycleOf(start: Thread): Thread[] | null {
  // A fast path: nobody waits for most threads that begin to wait.
  if (waitersFor(start, start).length === 0 || !mayComeBack(start)) return null;
  const waits = waitsFrom(start);
  const stuck = stuckAmong(waits);
  return stuck.has(start) ? cycleThrough(start, waits, stuck) : null;
}

/**
 * Searches forward and backward alternately, until one of the two is complete: the other may have ten thousand threads.
 */
function mayComeBack(start: Thread): boolean {
  // Most threads have no thread that waits for them, so backward goes first.
  const backward = walkFrom(start, waitersFor);
  const forward = walkFrom(start, waitedFor);
  for (;;) {
    const isBack = backward() ?? forward();
    if (isBack !== null) return isBack;
  }
}

type Next = (thread: Thread, start: Thread) => readonly Thread[];

/** A walk over threads. Each call goes to one more thread: has the walk come back to where it started? Null as long as that is open. */
function walkFrom(start: Thread, next: Next): () => boolean | null {
  const found = new Set<Thread>();
  const stack = [start];
  return () => {
    const thread = stack.pop();
    if (thread === undefined) return false;
    next(thread, start).forEach((other) => {
      if (!found.has(other)) stack.push(other);
      found.add(other);
    });
    return found.has(start) || null;
  };
}

/**
 * The threads that may wait for a thread: at least all for which `waitedFor` returns it. The queue of an executor is
 * visited one thread at a time. `start` is not in its queue yet: the threads in its way lead back to it.
 */
function waitersFor(thread: Thread, start: Thread): readonly Thread[] {
  const { lock } = thread;
  const joiners = hasJoiners(thread) ? joinersOf(thread) : NOBODY;
  const next = lock === null ? null : nextWaiter(lock, thread, start);
  return next === null ? joiners : joiners.concat(next);
}

/** The next thread in the queue that waits for a thread; for a holder the first one, as the whole queue waits for it. */
function nextWaiter(lock: Lock, thread: Thread, start: Thread): Thread | null {
  if (willQueueFor(lock, start)) return thread === start ? nextBehind(lock, rightToFront(lock, start)) : start;
  return thread.queued ? lock.queue.behind(thread) : lock.queue.first;
}

/** Is `start` about to queue for this executor? */
const willQueueFor = (lock: Lock, start: Thread): boolean => isBlocked(start) && start.lock === lock;

/** All threads that `start` waits for, directly or through others. */
function waitsFrom(start: Thread): Waits {
  const waits: Waits = new Map([[start, waitedFor(start, start)]]);
  waits.forEach((next) =>
    next.forEach((thread) => {
      if (!waits.has(thread)) waits.set(thread, waitedFor(thread, start));
    }),
  );
  return waits;
}

/** The threads that can never continue. */
function stuckAmong(waits: Waits): Set<Thread> {
  const stuck = new Set(waits.keys());
  const waiters = waitersOf(waits);
  const open = new Map<Thread, number>();
  const free: Thread[] = [];
  waits.forEach((next, thread) => {
    open.set(thread, needsOne(thread) ? 1 : next.length);
    if (next.length === 0) free.push(thread);
  });
  for (let thread = free.pop(); thread !== undefined; thread = free.pop()) {
    if (!stuck.delete(thread)) continue;
    waiters.get(thread)?.forEach((waiter) => {
      const left = open.get(waiter)! - 1;
      open.set(waiter, left);
      if (left === 0) free.push(waiter);
    });
  }
  return stuck;
}

/**
 * The threads of the cycle from `start` back to it, in order; null if it waits for a cycle that it does not belong to.
 */
function cycleThrough(start: Thread, waits: Waits, stuck: Set<Thread>): Thread[] | null {
  const leadBack = new Set<Thread>();
  const waiters = waitersOf(waits);
  const addWaiters = (thread: Thread): void =>
    waiters.get(thread)?.forEach((waiter) => void (stuck.has(waiter) && leadBack.add(waiter)));
  addWaiters(start);
  leadBack.forEach(addWaiters);
  if (!leadBack.has(start)) return null;
  const cycle = new Set<Thread>();
  const stack = [start];
  for (let thread = stack.pop(); thread !== undefined; thread = stack.pop()) {
    if (cycle.has(thread)) continue;
    cycle.add(thread);
    const next = waits.get(thread)!.filter((other) => leadBack.has(other));
    // Where one branch is enough, all belong to it; otherwise the first thread that leads back is enough.
    (needsOne(thread) ? next.toReversed() : next.slice(0, 1)).forEach((other) => void stack.push(other));
  }
  return Array.from(cycle);
}

function waitersOf(waits: Waits): Map<Thread, Thread[]> {
  const waiters = new Map<Thread, Thread[]>();
  waits.forEach((next, thread) => {
    next.forEach((other) => {
      const known = waiters.get(other);
      if (known === undefined) waiters.set(other, [thread]);
      else known.push(thread);
    });
  });
  return waiters;
}

const needsOne = (thread: Thread): boolean | undefined => joinModes[joinOf(thread)?.mode ?? 'call'].oneIsEnough;

/** The threads that have to act or end before this thread can continue. */
const waitedFor = (thread: Thread, start: Thread): Thread[] =>
  thread.kind === null ? [] : thread.kind.blockers(thread, start);

/** The threads between a blocked thread and its executor. */
export function inTheWayOf(thread: Thread, start: Thread): Thread[] {
  const lock = thread.lock as Lock;
  if (isLetIn(thread, start)) return [];
  const backAt = admittedAt(lock, thread, start);
  // An urgent thread may come before the one that gets the executor back, but only if all before it in the queue are urgent, too.
  const right = backAt > 0 && !isNext(lock, thread, start) ? 0 : rightOf(lock, thread);
  const lost = lock.preempted.filter(({ lossSeq }) => lossSeq > Math.max(right, backAt));
  const next = holdersAfter(lock, start)
    .concat(lost, lock.granted ?? [])
    .filter((other) => other !== thread && isInTheWay(other, start, lock, thread));
  // The thread is admitted before the queue is served, so `start` is not in its way if it is about to queue here.
  if (backAt > right) return next.filter((other) => other !== start || !willQueueFor(lock, start));
  // Earlier ones follow from the next one.
  const isAhead = (other: Thread): boolean => isInTheWay(other, start, lock, thread) && !isLetIn(other, start);
  return next.concat(nextAhead(lock, thread, isAhead) ?? []);
}

/** An urgent thread passes those whose loss of the executor has no higher number than this (`lossSeq`). 0: the thread is not urgent, and passes none. */
function rightOf(lock: Lock, thread: Thread): number {
  if (!isUrgent(thread)) return 0;
  return thread.queued ? thread.lossSeq : rightToFront(lock, thread);
}

/** Are all threads urgent that stand before this one in the queue, or are about to? */
function isNext(lock: Lock, thread: Thread, start: Thread): boolean {
  if (start !== thread && willQueueFor(lock, start) && !isUrgent(start) && isHeldUpBy(start, lock, thread))
    return false;
  return nextAhead(lock, thread, (other) => !isUrgent(other)) === null;
}

/**
 * The number of the loss (`lossSeq`) of the last thread that has lost the executor and admits this one as it gets it back: it waits for it, or is
 * its sibling. 0 if there is none. `start` gets nothing back if it releases the executor now, or is about to queue for it.
 */
const admittedAt = ({ preempted }: Lock, thread: Thread, start: Thread): number =>
  preempted.findLast((other) => admits(other, thread, start))?.lossSeq ?? 0;

/** The holders once `start` waits: it is one of them if its join gives it the executor back. */
const holdersAfter = (lock: Lock, start: Thread): readonly Thread[] =>
  start.lock === lock && regains(start) ? lock.holders.concat(start) : lock.holders;

/** A holder that waits for a blocked thread admits it (R5b), or a sibling, so that thread does not wait for the holder. */
const isLetIn = (thread: Thread, start: Thread): boolean =>
  holdersAfter(thread.lock as Lock, start).some((holder) => admits(holder, thread, start));

/** Does a thread that has the executor admit another? `start` does not have it if it releases it now, or is about to queue. */
const admits = (holder: Thread, thread: Thread, start: Thread): boolean =>
  (holder !== start || (start.keeps && !isBlocked(start))) && covers(holder, thread);

/** False for the thread that begins to wait now and releases the executor. */
const isInTheWay = (other: Thread, start: Thread, lock: Lock, thread: Thread): boolean =>
  other !== start || isHeldUpBy(start, lock, thread);

/**
 * Will `thread`, which is blocked on `lock`, have to wait for the thread that begins to wait now? Not if that thread
 * releases the executor. If that thread is about to queue for the same executor, only if it will be before `thread` in
 * the queue.
 */
function isHeldUpBy(start: Thread, lock: Lock, thread: Thread): boolean {
  return willQueueFor(lock, start) ? rightToFront(lock, start) > thread.lossSeq : start.keeps;
}

/** The nearest such thread before a thread in the queue, or before the place that it is about to take. */
function nextAhead(lock: Lock, thread: Thread, isSuch: (other: Thread) => boolean): Thread | null {
  let other = before(lock, thread);
  while (other !== null && !isSuch(other)) other = lock.queue.before(other);
  return other;
}

function before(lock: Lock, thread: Thread): Thread | null {
  if (thread.queued) return lock.queue.before(thread);
  const behind = nextBehind(lock, rightToFront(lock, thread));
  return behind === null ? lock.queue.last : lock.queue.before(behind);
}
