/** Who gets an executor when it is let go, and who is let in beside those who hold it (R5b, R6, R7). */
import { layers } from '../execution/layers.js';
import { kinds } from '../execution/wait-kind-table.js';
import { DEV } from '../messages/development.js';
import { isAlone, joinedBelow, joinOf } from '../threads/joins.js';
import { HAS_QUEUED } from '../threads/flags.js';
import { isBlocked } from '../threads/lock-state.js';
import type { Lock, Thread } from '../threads/thread.js';
import { handOver } from '../threads/wake.js';
import { areSiblings, covers, isCovered } from './family.js';
import { acquire, holdersChanged, mayAct, unhold, unlose } from './hold.js';
import { addAtPlace, isUrgent } from './queue.js';

/** Does a thread hold the executor that it needs to act on its owner? It takes the executor if that is free (R6). */
export function hasExecutor(thread: Thread): boolean {
  if (thread.alone) return true;
  const lock = thread.lock as Lock;
  if (!mayAct(lock, thread)) return false;
  if (acquire(lock, thread)) admitSiblings(lock);
  return true;
}

/** Releases the executor: it returns to the thread that lost it, or is granted to the first in the queue (R7). */
export function release(thread: Thread): void {
  const lock = thread.lock;
  if (lock === null) return;
  thread.holding = false;
  thread.lossSeq = 0;
  unlose(lock, thread);
  if (unhold(lock, thread) && !lock.isCalm && lock.holders.length === 0) passToNext(lock);
}

/** Removes an ended or cancelled thread from every list of its executor. */
export function withdraw(thread: Thread): void {
  const lock = thread.lock as Lock;
  lock.queue.remove(thread);
  if (lock.granted === thread) {
    lock.granted = null;
    if (lock.holders.length === 0) passToNext(lock);
  }
  release(thread);
}

function passToNext(lock: Lock): void {
  let next = lock.queue.first;
  // A stopped thread is passed over, and keeps its place.
  while (next?.stopped) next = lock.queue.behind(next);
  const back = lock.preempted.at(-1);
  if (back !== undefined && (next === null || !isUrgent(next) || next.lossSeq <= back.lossSeq)) {
    const wereInterrupted = (back.rare?.lossGroup ?? 0) > 0;
    lock.holders = takeFromPreempted(lock, back, wereInterrupted);
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
  handOver(next);
}

/** Gives a free executor to the next thread after an overflow of the native stack, which may have interrupted the release by the last holder. */
export function passToNextIfFree(lock: Lock): void {
  const { granted } = lock;
  if (lock.holders.length > 0) return;
  if (granted === null) passToNext(lock);
  else if (granted.list === null && !granted.running) {
    unblock(granted);
    handOver(granted);
  }
}

/** The turn of a stopped thread comes, to which the executor was granted: it takes its place in the queue again. */
export function takeBack(thread: Thread): boolean {
  const { lock } = thread;
  if (lock === null || lock.granted !== thread) return false;
  lock.granted = null;
  block(thread);
  addAtPlace(lock, thread);
  if (lock.holders.length === 0) passToNext(lock);
  return true;
}

/** A thread in the queue of this executor is stopped no more: it goes on if it need not queue. */
export function serve(lock: Lock): void {
  if (lock.granted !== null) return;
  if (lock.holders.length > 0) admitFamily(lock);
  else passToNext(lock);
}

/** The last thread that has lost the executor gets it back, with those who have lost it together (R5d). Returns them. */
function takeFromPreempted(lock: Lock, back: Thread, isGroup: boolean): readonly Thread[] {
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

/** A blocked thread leaves the queue: it goes on with its call, or with the outcome that it had when it came. */
export function unblock(thread: Thread): void {
  thread.kind = null;
  thread.subject = thread.interrupted ? layers.interruptions!.outcomeOf(thread) : undefined;
  if (DEV && (thread.flags & HAS_QUEUED) !== 0) thread.scheduler.queues?.turnCame(thread);
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
      letIn(lock, next);
      handOver(next);
    }
    // A thread that comes in may let in one that stands before it.
    next = isLeft ? lock.queue.behind(next) : lock.queue.first;
  }
}

/**
 * A join has begun. The queued threads that it covers leave their queues and start immediately: executor by executor,
 * as the join meets them, each in the order of its queue. Then their siblings are admitted.
 */
export function joinBegan(waiter: Thread): void {
  const { lock: own } = waiter;
  // Then no family has grown but that of its own hold.
  const isOnlyOwn = isAlone(waiter);
  if (isOnlyOwn && (!waiter.holding || own?.queue.first === null)) return;
  const below = Array.from(joinedBelow([waiter]));
  const blocked = new Set(below.filter((thread) => isBlocked(thread) && (!isOnlyOwn || thread.lock === own)));
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
      letIn(lock, thread);
      thread.scheduler.runNow(thread);
    });
  } finally {
    admitting.pop();
  }
}

/** The executors whose queued threads are being started: no sibling is admitted before that is over. */
const admitting: Lock[] = [];

function letIn(lock: Lock, thread: Thread): void {
  lock.queue.remove(thread);
  unblock(thread);
  acquire(lock, thread);
}
