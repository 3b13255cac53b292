/** Who holds an executor, who queues for it and who gets it next (R4 to R7). */
import { ThreadQueue } from '../collections/thread-queue.js';
import { hasJoiners, joinedBelow, joinOf, waitersAbove, waitsFor } from '../threads/joins.js';
import { isBlocked } from '../threads/lock-state.js';
import type { Lock, Thread } from '../threads/thread.js';
import { familyOf, inFamily, inOrderOfQueues, isAwaited } from './family.js';
import { NO_QUEUE, NOBODY } from './owner.js';

// ---- R4, R5, R5b: acting ------------------------------------------------------------------------------------------------

/** Is it held by a suspended thread, or granted? */
export function isBusy(lock: Lock): boolean {
  return lock.granted !== null || lock.holders.some((holder) => !holder.running);
}

/** May a thread act on the executor now? Running holders block nobody, nor do members of one family. */
export function mayAct(lock: Lock, thread: Thread): boolean {
  if (lock.granted !== null && lock.granted !== thread) return false;
  let blocked = false;
  const { holders } = lock;
  for (let i = 0; i < holders.length; i++) {
    const holder = holders[i] as Thread;
    if (holder === thread || holder.running) continue;
    if (inFamily(holder, thread)) return true;
    blocked = true;
  }
  return !blocked;
}

/** Does a thread have what it needs to act on its owner? Takes hold of the executor when that is free (R6). */
export function hasExecutor(thread: Thread): boolean {
  if (thread.alone) return true;
  const lock = thread.lock as Lock;
  if (!mayAct(lock, thread)) return false;
  acquire(lock, thread);
  return true;
}

/** Sets the flag `alone` of each holder. Every change of `holders` has to end with this call. */
function holdersChanged(lock: Lock): void {
  const { holders } = lock;
  const alone = holders.length === 1;
  for (let i = 0; i < holders.length; i++) (holders[i] as Thread).alone = alone;
  if (holders.length > 1) lock.scheduler?.shared.add(lock);
}

/** Takes a thread out of the holders; gives false if it is none. */
function unhold(lock: Lock, thread: Thread): boolean {
  const { holders } = lock;
  // Nearly always it is the only holder.
  if (holders.length === 1 && holders[0] === thread) lock.holders = NOBODY;
  else if (!remove(holders, thread)) return false;
  thread.alone = false;
  holdersChanged(lock);
  return true;
}

/** A thread takes hold of the executor. Running threads that held it lose it and get it back first (R6); a family holds it together. */
export function acquire(lock: Lock, thread: Thread): void {
  if (lock.granted === thread) lock.granted = null;
  remove(lock.preempted, thread);
  // Nearly always nobody holds it.
  lock.holders = lock.holders.length === 0 ? [thread] : holdersWith(lock, thread);
  holdersChanged(lock);
  thread.holding = true;
  thread.lossSeq = 0;
}

/** The holders once a thread has come in: running ones that are no family of it have lost the executor. */
function holdersWith(lock: Lock, thread: Thread): Thread[] {
  const others = lock.holders.filter((holder) => holder !== thread);
  const losing = others.filter((holder) => holder.running && !inFamily(holder, thread));
  losing.forEach((holder) => lose(lock, holder));
  return others.filter((holder) => !losing.includes(holder)).concat(thread);
}

/** A holder loses the executor, and gets it back before others: who lost it last comes first. */
function lose(lock: Lock, holder: Thread): void {
  holder.lossSeq = ++lastLoss;
  holder.alone = false;
  lock.preempted = lock.preempted.concat(holder);
}

/** Counts losses, so that who lost last queues first. */
let lastLoss = 0;

// ---- R5: the queue ------------------------------------------------------------------------------------------------------

/** Puts a blocked thread into the queue: at its end, or before the others if it had the executor. */
export function enqueue(lock: Lock, thread: Thread): void {
  thread.lossSeq = rightToFront(lock, thread);
  remove(lock.preempted, thread);
  unhold(lock, thread);
  thread.holding = false;
  if (lock.queue === NO_QUEUE) lock.queue = new ThreadQueue();
  lock.queue.addBefore(nextBehind(lock, thread.lossSeq), thread);
}

/** The first in the queue with a lower right to the front: a thread with this right stands before it. Null: it stands at the end. */
export function nextBehind({ queue }: Lock, right: number): Thread | null {
  if (right === 0) return null;
  let other = queue.first;
  while (other !== null && other.lossSeq >= right) other = queue.behind(other);
  return other;
}

/**
 * Where a thread that is blocked now stands in the queue: higher first, 0 at the end. Who lost the executor last comes first;
 * after those a thread that still held it when its family came apart.
 */
export function rightToFront(lock: Lock, thread: Thread): number {
  if (lock.preempted.includes(thread)) return thread.lossSeq;
  return lock.holders.includes(thread) ? 0.5 : 0;
}

// ---- R6, R7: letting go -------------------------------------------------------------------------------------------------

/** Lets go of the executor; it falls back to who lost it, else it is granted to the first in the queue (R7). */
export function release(thread: Thread): void {
  const lock = thread.lock;
  if (lock === null) return;
  thread.holding = false;
  thread.lossSeq = 0;
  remove(lock.preempted, thread);
  if (unhold(lock, thread) && lock.holders.length === 0) passOn(lock);
}

/** Takes an ended or cancelled thread out of every list of its executor. */
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
  const back = lock.preempted.pop();
  if (back !== undefined) {
    lock.holders = [back];
    holdersChanged(lock);
    back.lossSeq = 0;
    if (joinOf(back) !== null) admitFamily(lock);
    return;
  }
  const next = lock.queue.first;
  if (next === null) return;
  lock.queue.remove(next);
  lock.granted = next;
  next.lossSeq = 0;
  unblock(next);
  next.scheduler.handOver(next);
}

/** The same, after an overflow of the native stack that may have interrupted the last holder while it did so. */
export function passOnIfFree(lock: Lock): void {
  const { granted } = lock;
  if (lock.holders.length > 0) return;
  if (granted === null) passOn(lock);
  else if (granted.list === null && !granted.running) {
    unblock(granted);
    granted.scheduler.handOver(granted);
  }
}

function unblock(thread: Thread): void {
  thread.kind = null;
  thread.subject = undefined;
}

/** The holder got its executor back: those in the queue that it waits for come in, in the last phase of the pulse. */
function admitFamily(lock: Lock): void {
  const awaited = lock.queue.toArray().filter((queued) => isAwaited(lock, queued));
  awaited.forEach((thread) => {
    admit(lock, thread);
    thread.scheduler.handOver(thread);
  });
}

/**
 * A join has begun. The queued threads that it covers leave their queues and start at once: executor by executor, as the
 * join meets them, each in the order of its queue.
 */
export function joinBegan(waiter: Thread): void {
  // Nobody waits for it, and nobody queues for what it holds: then no holder waits for more than before.
  if (!hasJoiners(waiter) && (!waiter.holding || waiter.lock?.queue.first === null)) return;
  const blocked = inOrderOfQueues(Array.from(joinedBelow([waiter])).filter(isBlocked));
  for (let i = 0; i < blocked.length; i++) {
    const thread = blocked[i] as Thread;
    const lock = thread.lock as Lock;
    // One that was started before may have got the executor for itself.
    if (!isBlocked(thread) || !isAwaited(lock, thread)) continue;
    admit(lock, thread);
    thread.scheduler.runNow(thread);
  }
}

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

/** Such a thread holds it again, together with that one. */
export function regain(waiter: Thread): void {
  if (!regains(waiter)) return;
  const lock = waiter.lock as Lock;
  remove(lock.preempted, waiter);
  waiter.lossSeq = 0;
  // Who took hold first stands first.
  lock.holders = [waiter].concat(lock.holders);
  holdersChanged(lock);
}

/**
 * A join is over, and with it the tie between two groups of threads: the joiner with those that wait for it, and its targets with those that they
 * wait for. Where holders of one executor are no longer one family, the one that took hold first keeps it, with its family; the
 * others have lost it (R6). So two families never hold it.
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
  const family = familyOf(holders);
  if (family.size === holders.length) return;
  lock.holders = holders.filter((holder) => family.has(holder));
  // Who lost it last gets it back first: who took hold first.
  const losing = holders.filter((holder) => !family.has(holder)).toReversed();
  losing.forEach((holder) => lose(lock, holder));
  holdersChanged(lock);
}

/** The threads of an executor: who holds it, then who queues. */
export function threadsOf(lock: Lock): Thread[] {
  return lock.holders.concat(lock.preempted.toReversed(), lock.granted ?? [], lock.queue.toArray());
}

function remove(list: Thread[], thread: Thread): boolean {
  if (list.length === 0) return false;
  const at = list.indexOf(thread);
  if (at < 0) return false;
  list.splice(at, 1);
  return true;
}
