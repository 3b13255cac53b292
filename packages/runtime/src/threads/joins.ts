/** Joins: which thread waits for the end of which. */
import { addToRing, leaveRing, type RingNode } from '../collections/ring.js';
import type { Call } from '../execution/call.js';
import type { ColdFields } from './cold-fields.js';
import type { Thread } from './thread.js';

/** Threads that a thread waits for: the subject of its wait, so it is data, and holds no function but those of its class. */
export interface Join {
  /**
   * `ending`: it is cancelled, and its children end first. `orders`: it asks an owner that it has told something before
   * (R5c). `shared`: its call was dropped, and it gets the value of the one under way (R5d).
   */
  mode:
    | 'call'
    | 'shared'
    | 'orders'
    | 'one'
    | 'owner'
    | 'all'
    | 'race'
    | 'tracks'
    | 'withTimeout'
    | 'hold'
    | 'ending'
    | 'promised'
    | 'scope';
  readonly targets: Thread[];
  /** Its nodes among their joiners, once it has begun. */
  nodes: JoinNode | null;
  /** Of calls that stand in an object: their names. */
  readonly keys?: readonly string[] | undefined;
  /** `withTimeout`: ms. */
  readonly ms?: number | undefined;
  remaining: number;
  /** `promised`: the Promise that it waits for, which its targets have a part in. */
  readonly awaited?: Promise<unknown> | undefined;
  /** `scope`: the thread in it whose error ended it. */
  readonly scope?: { failed: Thread | null };
  /** `orders`: what it asks then. */
  readonly question?: Call;
  /** Of a word that has begun its targets: it is over. Idempotent. */
  end?(): void;
  /** Of such a word: cancels the targets that are left, if nothing but their waits has to be undone; false otherwise. `why`: what `winner` has done. */
  drop?(winner: Thread, why: string): boolean;
}

export type Joiner = Thread & { subject: Join };

/** The join of one thread. */
export const joinOfOne = (mode: Join['mode'], target: Thread): Join => ({
  mode,
  targets: [target],
  nodes: null,
  remaining: 1,
});

// ---- join nodes -----------------------------------------------------------------------------------------------------

/**
 * A join node, in the ring of the joiners of a thread. A join has one for each live target; it may name a thread twice:
 *
 *   walk.cold ⇄ node ⇄ node ⇄ node ⇄ (walk.cold)     in the order in which they began to wait
 *                       ▲ │ sibling
 *           join.nodes ─┘ ▼
 *                      node, among the joiners of another thread
 */
export class JoinNode implements RingNode {
  prev: RingNode = this;
  next: RingNode = this;
  readonly joiner: Joiner;
  readonly sibling: JoinNode | null;

  constructor(joiner: Joiner, sibling: JoinNode | null) {
    this.joiner = joiner;
    this.sibling = sibling;
  }
}

export const liveOf = (threads: readonly Thread[]): Thread[] => threads.filter(({ ended }) => !ended);

/** What a thread joins; null if it waits for something else. */
export const joinOf = ({ kind, subject }: Thread): Join | null => (kind?.joins ? (subject as Join) : null);

/**
 * A script may name the same thread twice, as in `all(walk, walk)`: the joiner then has two nodes and counts its end
 * twice.
 */
export function beginJoin(joiner: Joiner, record: Join): void {
  const { targets } = record;
  for (let i = 0; i < targets.length; i++) {
    const target = targets[i] as Thread;
    // Arms of the word need none: their record knows who waits for them.
    if (!target.ended && target.ties !== (record as object))
      addToRing(target.own, (record.nodes = new JoinNode(joiner, record.nodes)));
  }
}

/** A join is over: its nodes leave the rings of its targets, and these are no siblings any more. Idempotent. */
export function leaveJoin(record: Join): void {
  for (let node = record.nodes; node !== null; node = node.sibling) leaveRing(node);
  record.nodes = null;
  record.end?.();
}

/** Does no thread wait for it, as a part of what that waits for or as one of its branches? */
export const isAlone = ({ isArm, tied }: Thread): boolean =>
  !isArm && (tied === null || (tied.next === tied && tied.branchOf === null));

export const hasJoiners = ({ cold }: Thread): boolean => cold !== null && cold.next !== cold;

/** The threads that wait for the end of a thread, in the order in which they began to wait. */
export function joinersOf({ cold }: Thread): Thread[] {
  const joiners: Thread[] = [];
  if (cold === null) return joiners;
  for (let node = cold.next; node !== cold; node = node.next) joiners.push((node as JoinNode).joiner);
  return joiners;
}

/** The thread of the combinator that started a thread. It waits for each branch from its start, also while it starts the next one (R5b). */
const starterOf = ({ branchOf }: ColdFields<Thread>): Thread | null =>
  branchOf === null || branchOf.isOver ? null : branchOf.of;

/** Who waits for a thread; of several, who began first. */
export function waiterFor({ cold }: Thread): Thread | null {
  if (cold === null) return null;
  return cold.next === cold ? starterOf(cold) : (cold.next as JoinNode).joiner;
}

/** The only thread that waits for a thread: null if none does, undefined if there may be several. */
export function onlyWaiterFor({ cold }: Thread): Thread | null | undefined {
  if (cold === null) return null;
  const starter = starterOf(cold);
  if (cold.next === cold) return starter;
  const { joiner } = cold.next as JoinNode;
  return cold.next === cold.prev && (starter === null || starter === joiner) ? joiner : undefined;
}

/**
 * A thread and all that wait for it, directly or through others. A blocked thread waits for an executor, so it joins no
 * thread.
 */
export function waitersAbove(thread: Thread): Set<Thread> {
  const waiters = new Set([thread]);
  // `forEach` of a Set also visits members that are added during it.
  waiters.forEach((waiter) => {
    const starter = waiter.cold === null ? null : starterOf(waiter.cold);
    if (starter !== null) waiters.add(starter);
    joinersOf(waiter).forEach((joiner) => void waiters.add(joiner));
  });
  return waiters;
}

/**
 * Some threads, and all live threads that they join, directly or through others: each before those that it joins, in
 * order.
 */
export function joinedBelow(threads: readonly Thread[]): Set<Thread> {
  const found = new Set<Thread>();
  const stack = threads.toReversed();
  for (let thread = stack.pop(); thread !== undefined; thread = stack.pop()) {
    if (thread.ended || found.has(thread)) continue;
    found.add(thread);
    joinOf(thread)
      ?.targets.toReversed()
      .forEach((target) => void stack.push(target));
  }
  return found;
}

/** Does `waiter` wait for `target`, which is another thread, directly or through others? A running thread waits for none. */
export const waitsFor = (waiter: Thread, target: Thread): boolean => joinOf(waiter) !== null && isBelow(target, waiter);

/** Does `waiter` wait for `target`, or begin arms of which one that has begun is or waits for `target`? */
export const isBelow = (target: Thread, waiter: Thread): boolean => isOrHasAbove(target, (thread) => thread === waiter);

/** Is a thread, or one that waits for it, directly or through others, such a thread? */
export function isOrHasAbove(thread: Thread, isSuch: (thread: Thread) => boolean): boolean {
  let at = thread;
  // A fast path: most threads have at most one waiter, and this is asked for each pair of a family. They may wait in a cycle, until it is noticed.
  for (let depth = 0; depth < 8; depth++) {
    if (isSuch(at)) return true;
    const above = onlyWaiterFor(at);
    if (above === null) return false;
    if (above === undefined) break;
    at = above;
  }
  return Array.from(waitersAbove(at)).some(isSuch);
}
