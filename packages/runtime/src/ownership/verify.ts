/**
 * The invariants of the rules of ownership (docs/ownership.md) and of what makes turns cheap, checked on a scheduler between
 * two pulses: who runs, which the entry of a step reads (execution/frame-code.ts); lists of frames, with the
 * threads that are hot in them (collections/frame-list.ts); threads that calls borrow (scheduling/borrowed.ts);
 * parked threads (stops.ts).
 */
import { findLive } from '../collections/live-threads.js';
import { FrameList } from '../collections/frame-list.js';
import { areSiblings, familyOf } from './family.js';
import { threadsOf } from './hold.js';
import { SPARE } from '../threads/flags.js';
import { type Join, joinersOf, joinOf } from '../threads/joins.js';
import { pending } from '../execution/suspension.js';
import { turn } from '../execution/turn-state.js';
import { runningThread } from '../threads/current.js';
import { show } from '../messages/format.js';
import { isBlocked } from '../threads/lock-state.js';
import type { Lock, Thread } from '../threads/thread.js';

/** Every broken invariant as a sentence. `waiting`: the threads in the lists of the scheduler. */
export function brokenInvariants(live: readonly Thread[], waiting: readonly Thread[]): string[] {
  const broken = waiting.filter(({ ended }) => ended).map(({ name }) => `${name} has ended and still waits`);
  broken.push(...brokenTurn());
  const locks = new Set<Lock>();
  for (const thread of live) {
    if (thread.ended) broken.push(`${thread.name} has ended and is still listed`);
    if (findLive(thread.scheduler.live, thread.id) !== thread) broken.push(`${thread.name} is not found by its id`);
    if (thread.lock !== null) locks.add(thread.lock);
    broken.push(...brokenPlace(thread));
    if (isBlocked(thread) && !thread.queued) broken.push(`${thread.name} is blocked outside a queue`);
    // Of an arm only its record knows who waits for it.
    for (const joiner of thread.isArm ? [] : joinersOf(thread)) {
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

/** Who runs, and whether anything pauses: the entry of a step (execution/frame-code.ts) asks nothing else. */
function brokenTurn(): string[] {
  const { hot } = turn;
  const running = runningThread();
  if (hot !== null && (hot.callFrames[hot.at] ?? null) === null) return ['a turn is hot that is none'];
  if (running === null) return pending.kind === null ? [] : [`plain code runs while ${pending.kind.name} is to begin`];
  return running.running ? [] : [`${running.name} has the turn and does not run`];
}

/** Threads whose turn has come while they were stopped: they wait for nothing but that. */
export const brokenStops = (parked: readonly Thread[]): string[] =>
  parked
    .filter((thread) => thread.ended || !thread.stopped || (thread.kind !== null && !thread.running))
    .map(({ name }) => `${name} is parked and should not be`);

/** Threads that no call has borrowed (scheduling/borrowed.ts), the first of a run queue, and those behind it. */
export function brokenSpares(first: Thread | null): string[] {
  const broken: string[] = [];
  for (let thread = first; thread !== null; thread = thread.origin as Thread | null) {
    const { name, flags, lock, leaf, call, cold, scheduler } = thread;
    if (flags !== SPARE || leaf !== null || call !== null || cold !== null) broken.push(`${name} is spare and in use`);
    if (findLive(scheduler.live, thread.id) === thread) broken.push(`${name} is spare and live`);
    if (lock !== null && (lock.holders.includes(thread) || threadsOf(lock).includes(thread)))
      broken.push(`${name} is spare and has an owner`);
  }
  return broken;
}

/** A thread in a list of frames: a hot one (frame-list.ts) only waits for its next frame, and nothing else is to be seen to. */
function brokenPlace(thread: Thread): string[] {
  const { list, slot, name } = thread;
  if (list === null) return [];
  if (list.items[slot] !== thread) return [`${name} is not where it thinks that it is`];
  if (!(list instanceof FrameList)) return [];
  if (list.callFrames.length !== list.items.length) return [`a list of frames has lost places, of ${name} or others`];
  const frame = list.callFrames[slot];
  const isReady = frame === thread.leaf && thread.onlyGoesOn && !thread.running;
  const onlyWaits = thread.loops && thread.alone;
  return frame === null || (isReady && onlyWaits) ? [] : [`${name} is hot and should not be`];
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
