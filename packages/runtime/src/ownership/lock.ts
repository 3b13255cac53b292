/** Which threads hold an executor, which queue for it and which gets it next (R4 to R7). */
import { layers } from '../execution/layers.js';
import { kinds } from '../execution/wait-kinds.js';
import { DEV } from '../messages/development.js';
import { hasJoiners, joinedBelow, joinOf, waitersAbove, waitsFor } from '../threads/joins.js';
import { isBlocked } from '../threads/lock-state.js';
import type { Lock, Thread } from '../threads/thread.js';
import { areAllSiblings, areSiblings, covers, familyOf, inFamily, isCovered } from './family.js';
import { addAtPlace, addToQueue, isUrgent, rightToFront } from './queue.js';

// ---- R4, R5, R5b: acting --------------------------------------------------------------------------------------------

/** Is it held by a suspended thread, or granted? */
export function isBusy(lock: Lock): boolean {
  return lock.granted !== null || lock.holders.some((holder) => !holder.running);
}

/** May a thread act on the executor now? Running holders do not block it, nor does one of its family. */
export function mayAct(lock: Lock, thread: Thread): boolean {
  const { granted, holder } = lock;
  if (granted !== null && granted !== thread) return false;
  // Nearly always there is one holder, or none.
  if (holder !== null) return holder === thread || holder.running || inFamily(holder, thread);
  const { holders } = lock;
  return (
    holders.every((other) => other === thread || other.running) ||
    holders.some((other) => other !== thread && (other.running ? areSiblings(other, thread) : inFamily(other, thread)))
  );
}

/** Does a thread hold the executor that it needs to act on its owner? It takes the executor if that is free (R6). */
export function hasExecutor(thread: Thread): boolean {
  if (thread.alone) return true;
  const lock = thread.lock as Lock;
  if (!mayAct(lock, thread)) return false;
  if (acquire(lock, thread)) admitSiblings(lock);
  return true;
}

/** Sets the flag `alone` of each holder. Every change of `holders` has to end with this call. */
function holdersChanged(lock: Lock): void {
  if (lock.holder !== null) {
    lock.holder.alone = true;
    return;
  }
  const { holders } = lock;
  holders.forEach((holder) => (holder.alone = false));
  if (holders.length > 1) lock.scheduler?.shared.add(lock);
}

/** Removes a thread from the holders, which may have linked others; returns false if it is not a holder. */
function unhold(lock: Lock, thread: Thread): boolean {
  // Nearly always it is the only holder.
  if (lock.holder === thread) {
    lock.holder = null;
    thread.alone = false;
    return true;
  }
  const { holders } = lock;
  if (!holders.includes(thread)) return false;
  lock.holders = without(holders, thread);
  thread.alone = false;
  holdersChanged(lock);
  if (lock.holders.length > 1) partHolders(lock);
  return true;
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
  if (lock.holder === thread) return false;
  const { holders } = lock;
  if (holders.includes(thread)) return false;
  // Nearly always it has no holder.
  if (holders.length === 0) lock.holder = thread;
  else lock.holders = holdersWith(lock, thread);
  holdersChanged(lock);
  return true;
}

/** The holders after a thread has taken the executor: if they are not of its family, they run and have lost it. */
function holdersWith(lock: Lock, thread: Thread): readonly Thread[] {
  const { holders } = lock;
  if (holders.some((holder) => inFamily(holder, thread))) return holders.concat(thread);
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

// ---- R5: the queue --------------------------------------------------------------------------------------------------

/** Puts a blocked thread into the queue: at its end, or before the others if it had the executor. */
export function enqueue(lock: Lock, thread: Thread): void {
  thread.lossSeq = rightToFront(lock, thread);
  unlose(lock, thread);
  unhold(lock, thread);
  thread.holding = false;
  addToQueue(lock, thread);
}

// ---- R6, R7: releasing ----------------------------------------------------------------------------------------------

/** Releases the executor: it returns to the thread that lost it, or is granted to the first in the queue (R7). */
export function release(thread: Thread): void {
  const lock = thread.lock;
  if (lock === null) return;
  thread.holding = false;
  thread.lossSeq = 0;
  if (lock.isCalm) {
    if (lock.holder !== thread) return;
    lock.holder = null;
    thread.alone = false;
    return;
  }
  unlose(lock, thread);
  if (unhold(lock, thread) && lock.holders.length === 0) passOn(lock);
}

/** Removes an ended or cancelled thread from every list of its executor. */
export function withdraw(thread: Thread): void {
  const lock = thread.lock;
  if (lock === null) return;
  lock.queue.remove(thread);
  if (lock.granted === thread) {
    lock.granted = null;
    if (lock.holders.length === 0) passOn(lock);
  }
  release(thread);
}

function passOn(lock: Lock): void {
  let next = lock.queue.first;
  // A stopped thread is passed over, and keeps its place.
  while (next !== null && next.stopped) next = lock.queue.behind(next);
  const back = lock.preempted.at(-1);
  if (back !== undefined && (next === null || !isUrgent(next) || next.lossSeq <= back.lossSeq)) {
    const wereInterrupted = back.rare !== null && back.rare.lossGroup > 0;
    lock.holders = takeFromPreempted(lock, back);
    holdersChanged(lock);
    if (lock.siblings.length === 0 && lock.holders.every((holder) => joinOf(holder) === null)) return;
    if (wereInterrupted) admitCovered(lock);
    else admitFamily(lock);
    return;
  }
  if (next === null) return;
  lock.queue.remove(next);
  lock.granted = next;
  unblock(next);
  next.scheduler.handOver(next);
}

/** The same after an overflow of the native stack, which may have interrupted the release by the last holder. */
export function passOnIfFree(lock: Lock): void {
  const { granted } = lock;
  if (lock.holders.length > 0) return;
  if (granted === null) passOn(lock);
  else if (granted.list === null && !granted.running) {
    unblock(granted);
    granted.scheduler.handOver(granted);
  }
}

/** The turn of a stopped thread comes, to which the executor was granted: it takes its place in the queue again. */
export function takeBack(thread: Thread): boolean {
  const { lock } = thread;
  if (lock === null || lock.granted !== thread) return false;
  lock.granted = null;
  block(thread);
  addAtPlace(lock, thread);
  if (lock.holders.length === 0) passOn(lock);
  return true;
}

/** A thread of its queue is stopped no more: it goes on if it need not queue. */
export function serve(lock: Lock): void {
  if (lock.granted !== null) return;
  if (lock.holders.length > 0) admitFamily(lock);
  else passOn(lock);
}

/** The last thread that has lost the executor gets it back, with those who have lost it together (R5d). Returns them. */
function takeFromPreempted(lock: Lock, back: Thread): readonly Thread[] {
  const isGroup = back.rare !== null && back.rare.lossGroup > 0;
  const together: readonly Thread[] = isGroup ? layers.interruptions!.together(lock, back) : [back];
  const family = new Set(together);
  lock.preempted = lock.preempted.filter((thread) => !family.has(thread));
  together.forEach((thread) => {
    thread.lossSeq = 0;
    layers.interruptions?.end(thread);
  });
  return together;
}

/** A thread is blocked from now on: it will go on with its call, or with the outcome that it has. It has no place in the queue yet. */
export function block(thread: Thread): void {
  thread.subject = thread.interrupted ? layers.interruptions!.returnOf(thread) : thread.call;
  thread.kind = kinds.blocked;
}

/** It leaves the queue: it goes on with its call, or with what it had when it came. */
export function unblock(thread: Thread): void {
  thread.kind = null;
  thread.subject = thread.interrupted ? layers.interruptions!.outcomeOf(thread) : undefined;
  if (DEV && thread.hasQueued) thread.scheduler.queues?.turnCame(thread);
}

/**
 * A holder got its executor back: the queued threads of its family are admitted, in the last phase of the pulse. Each
 * of them may have siblings of its own.
 */
function admitFamily(lock: Lock, covered?: typeof covers): void {
  if (!admitting.includes(lock)) admitCovered(lock, covered);
}

/** A thread took the executor, or threads have become siblings of a holder: only those are admitted. */
export function admitSiblings(lock: Lock): void {
  if (lock.siblings.length > 0) admitFamily(lock, areSiblings);
}

function admitCovered(lock: Lock, covered?: typeof covers): void {
  let next = lock.queue.first;
  while (next !== null) {
    const isLeft = next.stopped || !isCovered(lock, next, covered);
    if (!isLeft) {
      admit(lock, next);
      next.scheduler.handOver(next);
    }
    // Who comes in may let in one who stands before it.
    next = isLeft ? lock.queue.behind(next) : lock.queue.first;
  }
}

/**
 * A join has begun. The queued threads that it covers leave their queues and start immediately: executor by executor,
 * as the join meets them, each in the order of its queue. Then their siblings are admitted.
 */
export function joinBegan(waiter: Thread): void {
  const { cold, lock: own } = waiter;
  // No thread waits for it, and it is no branch: then no family has grown but that of its own hold.
  const isAlone = !hasJoiners(waiter) && (cold === null || cold.branchOf === null);
  if (isAlone && (!waiter.holding || own?.queue.first === null)) return;
  const below = Array.from(joinedBelow([waiter]));
  const blocked = new Set(below.filter((thread) => isBlocked(thread) && (!isAlone || thread.lock === own)));
  new Set(Array.from(blocked, ({ lock }) => lock as Lock)).forEach((lock) => startCovered(lock, blocked));
  below.forEach(({ lock }) => {
    if (lock !== null) admitSiblings(lock);
  });
}

/** Starts some of the threads in a queue, as far as they are covered when their turn comes. */
function startCovered(lock: Lock, some: ReadonlySet<Thread>): void {
  admitting.push(lock);
  try {
    lock.queue.toArray().forEach((thread) => {
      // A thread that was started before it may have taken the executor.
      if (!some.has(thread) || !isBlocked(thread) || thread.stopped || !isCovered(lock, thread)) return;
      admit(lock, thread);
      thread.scheduler.runNow(thread);
    });
  } finally {
    admitting.pop();
  }
}

/** The executors whose queued threads are being started: no sibling is admitted before that is over. */
const admitting: Lock[] = [];

function admit(lock: Lock, thread: Thread): void {
  lock.queue.remove(thread);
  unblock(thread);
  acquire(lock, thread);
}

/** Has a thread that keeps its executor lost that to one that it now waits for? */
export function regains(waiter: Thread): boolean {
  const { lock } = waiter;
  if (lock === null || !waiter.keeps || !waiter.holding || !lock.preempted.includes(waiter)) return false;
  return lock.holders.some((holder) => waitsFor(waiter, holder));
}

/** Such a thread holds the executor again, together with the thread that it waits for. */
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
  if (areAllSiblings(lock, holders)) return;
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

/** Takes a thread off the list of those that have lost the executor. */
function unlose(lock: Lock, thread: Thread): void {
  if (lock.preempted.includes(thread)) lock.preempted = without(lock.preempted, thread);
}

const without = (threads: readonly Thread[], thread: Thread): readonly Thread[] =>
  threads.filter((other) => other !== thread);
