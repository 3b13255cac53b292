/** Who holds an executor, who queues for it and who gets it next (R4 to R7). */
import { ThreadQueue } from '../collections/thread-queue.js';
import { internal } from '../messages/errors.js';
import { hasJoiners, joinOf, waitersAbove, waitsFor } from '../threads/joins.js';
import { isBlocked } from '../threads/lock-state.js';
import type { Core, Thread } from '../threads/thread.js';
import { blockedBelow, familyOf, inFamily, inOrderOfQueues, isAwaited } from './family.js';
import { NO_QUEUE, NOBODY } from './owner.js';

// ---- R4, R5, R5b: entering ----------------------------------------------------------------------------------------------

/** Is it held by a suspended thread, or promised? */
export function isBusy(core: Core): boolean {
  return core.promised !== null || core.holders.some((holder) => !holder.running);
}

/** May a thread act on the executor now? Running holders block nobody, nor do members of one family. */
export function mayEnter(core: Core, thread: Thread): boolean {
  if (core.promised !== null && core.promised !== thread) return false;
  let blocked = false;
  const { holders } = core;
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
  const core = thread.core as Core;
  if (!mayEnter(core, thread)) return false;
  take(core, thread);
  return true;
}

/** Notes on each holder if it holds the executor alone. All that changes `holders` ends here. */
function holdersChanged(core: Core): void {
  const { holders } = core;
  const alone = holders.length === 1;
  for (let i = 0; i < holders.length; i++) (holders[i] as Thread).alone = alone;
  if (holders.length > 1) core.host?.shared.add(core);
}

/** Takes a thread out of the holders; gives false if it is none. */
function unhold(core: Core, thread: Thread): boolean {
  const { holders } = core;
  // Nearly always: it is the only one.
  if (holders.length === 1 && holders[0] === thread) core.holders = NOBODY;
  else if (!remove(holders, thread)) return false;
  thread.alone = false;
  holdersChanged(core);
  return true;
}

/** Takes hold. Running threads that held it before get it back first (R6); a family holds it together. */
export function take(core: Core, thread: Thread): void {
  if (core.promised === thread) core.promised = null;
  remove(core.lost, thread);
  // Nearly always nobody holds it.
  core.holders = core.holders.length === 0 ? [thread] : holdersWith(core, thread);
  holdersChanged(core);
  thread.holding = true;
  thread.lostSeq = 0;
}

/** The holders once a thread has come in: running ones that are no family of it have lost the executor. */
function holdersWith(core: Core, thread: Thread): Thread[] {
  const others = core.holders.filter((holder) => holder !== thread);
  const losing = others.filter((holder) => holder.running && !inFamily(holder, thread));
  losing.forEach((holder) => lose(core, holder));
  return others.filter((holder) => !losing.includes(holder)).concat(thread);
}

/** A holder loses the executor, and gets it back before others: who lost it last comes first. */
function lose(core: Core, holder: Thread): void {
  holder.lostSeq = ++lastLoss;
  holder.alone = false;
  core.lost = core.lost.concat(holder);
}

/** Counts losses, so that who lost last queues first. */
let lastLoss = 0;

// ---- R5: the queue ------------------------------------------------------------------------------------------------------

/** Puts a blocked thread into the queue: at its end, or before the others if it had the executor. */
export function enqueue(core: Core, thread: Thread): void {
  thread.lostSeq = rightToFront(core, thread);
  remove(core.lost, thread);
  unhold(core, thread);
  thread.holding = false;
  if (core.queue === NO_QUEUE) core.queue = new ThreadQueue();
  core.queue.addBefore(nextBehind(core, thread.lostSeq), thread);
}

/** The first in the queue with less right to the front; null: nobody, and so the end. */
export function nextBehind({ queue }: Core, right: number): Thread | null {
  if (right === 0) return null;
  let other = queue.first;
  while (other !== null && other.lostSeq >= right) other = queue.behind(other);
  return other;
}

/**
 * Where a thread that is blocked now stands in the queue: higher first, 0 at the end. Who lost the executor last comes first;
 * after those a member of a family that has fallen apart, which still had it.
 */
export function rightToFront(core: Core, thread: Thread): number {
  if (core.lost.includes(thread)) return thread.lostSeq;
  return core.holders.includes(thread) ? 0.5 : 0;
}

// ---- R6, R7: letting go -------------------------------------------------------------------------------------------------

/** Lets go of the executor; it falls back to who lost it, else it is promised to the first in the queue (R7). */
export function release(thread: Thread): void {
  const core = thread.core;
  if (core === null) return;
  thread.holding = false;
  thread.lostSeq = 0;
  remove(core.lost, thread);
  if (unhold(core, thread) && core.holders.length === 0) passOn(core);
}

/** Takes an ended or cancelled thread out of every list of its executor. */
export function leave(thread: Thread): void {
  const core = thread.core;
  if (core === null) return;
  core.queue.remove(thread);
  if (core.promised === thread) {
    core.promised = null;
    if (core.holders.length === 0) passOn(core);
  }
  release(thread);
}

function passOn(core: Core): void {
  const back = core.lost.pop();
  if (back !== undefined) {
    core.holders = [back];
    holdersChanged(core);
    back.lostSeq = 0;
    if (joinOf(back) !== null) admitFamily(core);
    return;
  }
  const next = core.queue.first;
  if (next === null) return;
  core.queue.remove(next);
  if (!isBlocked(next)) throw internal(`${next.name} queues without being blocked`);
  core.promised = next;
  next.lostSeq = 0;
  unblock(next);
  next.host.handOver(next);
}

/** The same, where the last holder may have been cut off while it did so. */
export function passOnAgain(core: Core): void {
  const { promised } = core;
  if (core.holders.length > 0) return;
  if (promised === null) passOn(core);
  else if (promised.list === null && !promised.running) {
    unblock(promised);
    promised.host.handOver(promised);
  }
}

function unblock(thread: Thread): void {
  thread.kind = null;
  thread.subject = undefined;
}

/** The holder got its executor back: those in the queue that it waits for come in, in step 6. */
function admitFamily(core: Core): void {
  const awaited = core.queue.toArray().filter((queued) => isAwaited(core, queued));
  awaited.forEach((thread) => {
    admit(core, thread);
    thread.host.handOver(thread);
  });
}

/**
 * A join has begun. The queued threads that it covers leave their queues and start at once: executor by executor, as the
 * join meets them, each in the order of its queue.
 */
export function joinBegan(waiter: Thread): void {
  // Nobody waits for it, and nobody queues for what it holds: then no holder waits for more than before.
  if (!hasJoiners(waiter) && (!waiter.holding || waiter.core?.queue.first === null)) return;
  const blocked = inOrderOfQueues(blockedBelow(waiter));
  for (let i = 0; i < blocked.length; i++) {
    const thread = blocked[i] as Thread;
    const core = thread.core as Core;
    // One that was started before may have got the executor for itself.
    if (!isBlocked(thread) || !isAwaited(core, thread)) continue;
    admit(core, thread);
    thread.host.runNow(thread);
  }
}

function admit(core: Core, thread: Thread): void {
  core.queue.remove(thread);
  unblock(thread);
  take(core, thread);
}

/** A thread that lost its executor to one that it now waits for holds it again, together with that one. */
export function regain(waiter: Thread): void {
  const core = waiter.core;
  if (core === null || !waiter.holding || !core.lost.includes(waiter)) return;
  if (!core.holders.some((holder) => waitsFor(waiter, holder))) return;
  remove(core.lost, waiter);
  waiter.lostSeq = 0;
  // Who took hold first stands first.
  core.holders = [waiter].concat(core.holders);
  holdersChanged(core);
}

/**
 * A join is over, and with it what made its thread, and those who wait for that, a family with whom it waited for. Whenever those who hold an
 * executor are no more one family, who took hold first keeps it, with its own; the others have lost it (R6). So two families never hold it.
 */
export function part(joiner: Thread, targets: readonly Thread[]): void {
  if (joiner.host.shared.size === 0) return;
  const below = new Set(targets.filter((target) => !target.ended));
  const shared = new Set<Core>();
  const note = ({ core }: Thread): void => void (core !== null && core.holders.length > 1 && shared.add(core));
  // It also comes to those that it puts in.
  below.forEach((thread) => {
    note(thread);
    joinOf(thread)?.targets.forEach((target) => void (target.ended || below.add(target)));
  });
  waitersAbove(joiner).forEach(note);
  shared.forEach(partHolders);
}

function partHolders(core: Core): void {
  const { holders } = core;
  const family = familyOf(holders);
  if (family.size === holders.length) return;
  core.holders = holders.filter((holder) => family.has(holder));
  // Who lost it last gets it back first: who took hold first.
  const losing = holders.filter((holder) => !family.has(holder)).toReversed();
  losing.forEach((holder) => lose(core, holder));
  holdersChanged(core);
}

/** The threads of an executor: who holds it, then who queues. */
export function threadsOf(core: Core): Thread[] {
  const promised = core.promised === null ? [] : [core.promised];
  return core.holders.concat(core.lost.toReversed(), promised, core.queue.toArray());
}

function remove(list: Thread[], thread: Thread): boolean {
  if (list.length === 0) return false;
  const at = list.indexOf(thread);
  if (at < 0) return false;
  list.splice(at, 1);
  return true;
}
