/**
 * Siblings: the branches of one `all`, `race` or `tracks`, from the start of the first one until the join is over
 * (R5b). On the executors of the owners that their combinator names, they and the threads that they wait for do not
 * block each other.
 */
import { hasJoiners, type Join, type JoinNode, waitersAbove } from './joins.js';
import type { SiblingsOf } from './lock-state.js';
import type { Lock, Thread } from './thread.js';

export type Siblings = SiblingsOf<Lock>;

/** The branches that a thread is about to start. Its own owner is named. */
export function beginSiblings({ lock }: Thread): Siblings {
  const siblings: Siblings = { named: [], isOver: false };
  if (lock !== null) name(siblings, lock);
  return siblings;
}

function name(siblings: Siblings, lock: Lock): void {
  if (siblings.isOver || lock.siblings.includes(siblings)) return;
  siblings.named.push(lock);
  lock.siblings = lock.siblings.concat(siblings);
}

/**
 * A branch waits for a call. If that stands in the combinator, its owner is named. It stands there if the branch has no
 * frame of its own, because the arrow around it is not compiled, or one of an arrow that is only an expression.
 */
export function nameOwner(thread: Thread, { mode, targets }: Join): void {
  const siblings = thread.cold?.branchOf as Siblings | null | undefined;
  if ((mode !== 'call' && mode !== 'shared') || siblings === null || siblings === undefined) return;
  const { leaf } = thread;
  if (leaf !== null && (leaf.parent !== null || !leaf.code.concise)) return;
  const { lock } = targets[0] as Thread;
  if (lock !== null) name(siblings, lock);
}

/** Are two threads of one owner, or threads that wait for them, branches of one combinator that names it? */
export function areSiblings(one: Thread, other: Thread): boolean {
  if (one.lock === null) return false;
  const { siblings } = one.lock;
  for (let i = 0; i < siblings.length; i++) {
    const each = siblings[i] as Siblings;
    if (isOf(one, each) && isOf(other, each)) return true;
  }
  return false;
}

function isOf(thread: Thread, siblings: Siblings): boolean {
  let at = thread;
  // A fast path: most threads have at most one joiner. They may wait in a cycle, until it is noticed.
  for (let depth = 0; depth < 8; depth++) {
    const { cold } = at;
    if (cold === null) return false;
    if (cold.branchOf === siblings) return true;
    if (!hasJoiners(at)) return false;
    if (cold.next !== cold.prev) break;
    at = (cold.next as JoinNode).joiner;
  }
  return Array.from(waitersAbove(at)).some(({ cold }) => cold !== null && cold.branchOf === siblings);
}
