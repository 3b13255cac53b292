/** The invariants of the rules of ownership (docs/ownership.md), checked on a scheduler between two pulses. */
import { areSiblings, familyOf } from './family.js';
import { threadsOf } from './hold.js';
import { type Join, joinersOf, joinOf } from '../threads/joins.js';
import { show } from '../messages/format.js';
import { isBlocked } from '../threads/lock-state.js';
import type { Lock, Thread } from '../threads/thread.js';

/** Every broken invariant as a sentence. `waiting`: the threads in the lists of the scheduler. */
export function brokenInvariants(live: readonly Thread[], waiting: readonly Thread[]): string[] {
  const broken = waiting.filter(({ ended }) => ended).map(({ name }) => `${name} has ended and still waits`);
  const locks = new Set<Lock>();
  for (const thread of live) {
    if (thread.ended) broken.push(`${thread.name} has ended and is still listed`);
    if (thread.lock !== null) locks.add(thread.lock);
    if (isBlocked(thread) && !thread.queued) broken.push(`${thread.name} is blocked outside a queue`);
    // Who waits for an arm only its record knows; for who has arms, nobody.
    for (const joiner of thread.hasArms ? [] : joinersOf(thread)) {
      if (joiner.ended) broken.push(`${joiner.name} has ended and still waits for ${thread.name}`);
    }
    for (const child of thread.tied?.adopted?.toArray() ?? []) {
      if (child.ended) broken.push(`${child.name} has ended and is still a child of ${thread.name}`);
    }
    const joined = joinOf(thread);
    if (joined !== null && !mayGoOn(joined)) broken.push(`${thread.name} waits for threads that will not tell it`);
  }
  for (const lock of locks) broken.push(...brokenLock(lock));
  return broken;
}

function brokenLock(lock: Lock): string[] {
  const broken: string[] = [];
  const name = show(lock.owner);
  const queue = lock.queue.toArray();
  const listed = threadsOf(lock);
  for (const thread of listed) if (thread.ended) broken.push(`${name}: ${thread.name} has ended and is still listed`);
  if (new Set(listed).size !== listed.length) broken.push(`${name}: a thread is listed twice`);
  const next = queue.find((thread) => !thread.stopped);
  if (next !== undefined && lock.holders.length === 0 && lock.granted === null) {
    broken.push(`${name}: ${next.name} is blocked on a free executor`);
  }
  for (const thread of queue)
    if (!isBlocked(thread)) broken.push(`${name}: ${thread.name} queues without being blocked`);
  for (const thread of lock.holders)
    if (!thread.holding) broken.push(`${name}: ${thread.name} holds without having taken hold`);
  if (lock.granted !== null && lock.holders.length > 0)
    broken.push(`${name}: granted to ${lock.granted.name} while it is held`);
  for (const thread of listed)
    if (thread.alone !== (lock.holders.length === 1 && lock.holders[0] === thread))
      broken.push(`${name}: ${thread.name} is wrong about holding it alone`);
  for (const thread of queue)
    if (!thread.stopped && lock.holders.some((holder) => areSiblings(holder, thread)))
      broken.push(`${name}: ${thread.name} queues behind a sibling`);
  for (const { isOver } of lock.siblings) if (isOver) broken.push(`${name}: siblings of a combinator that is over`);
  const isWanted = listed.length > lock.holders.length || lock.holders.length > 1 || lock.siblings.length > 0;
  if (lock.isCalm === isWanted) broken.push(`${name}: wrong about who wants it`);
  if (familyOf(lock.holders).size !== lock.holders.length) broken.push(`${name}: held by two families`);
  const front = queue.map((thread) => thread.lossSeq);
  if (front.some((seq, i) => i > 0 && seq > (front[i - 1] as number)))
    broken.push(`${name}: the queue is out of order`);
  return broken;
}

/** Will the end of each of its live targets be reported to it? */
function mayGoOn(join: Join): boolean {
  const { mode, nodes, targets } = join;
  const live = targets.filter((target) => !target.ended).length;
  // Of an arm that is not written out the join itself is told.
  let told = targets.filter((target) => target.isArm && target.ties === (join as object) && !target.ended).length;
  for (let node = nodes; node !== null; node = node.sibling) if (node.next !== node && node.prev.next === node) told++;
  // A Promise may come later than the end of those who have a part in it.
  return (live > 0 || mode === 'promised') && told === live;
}
