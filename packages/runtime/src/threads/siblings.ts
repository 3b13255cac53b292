/**
 * Siblings: the branches of one `all`, `race` or `tracks`, from the start of the first one until the join is over
 * (R5b). On the executors of the owners that their combinator names, they and the threads that they wait for do not
 * block each other. Only combinators make them, so an app that has none does not have this file.
 */
import { onlyWaiterFor, waitersAbove } from './joins.js';
import type { SiblingsOf } from './lock-state.js';
import type { Lock, Thread } from './thread.js';

const NONE: readonly Lock[] = [];

export class Siblings implements SiblingsOf<Lock, Thread> {
  named: readonly Lock[] = NONE;
  isOver = false;
  /** The thread of the combinator. */
  readonly of: Thread;

  /** What makes the branches siblings; null if they are none. */
  readonly siblings: this | null;

  /** The branches that a thread is about to start. Its own owner is named. */
  constructor(of: Thread, areSiblings: boolean = true) {
    this.of = of;
    this.siblings = areSiblings ? this : null;
    if (areSiblings && of.lock !== null) this.nameOwn(of.lock);
  }

  nameOwn(lock: Lock): void {
    if (this.isOver || lock.siblings.includes(this)) return;
    this.named = this.named.concat(lock);
    lock.siblings = lock.siblings.concat(this);
  }

  /**
   * A branch waits for a call. If that stands in the combinator, its owner is named. It stands there if the branch has no
   * frame of its own, because the arrow around it is not compiled, or one of an arrow that is only an expression.
   */
  nameOwner(thread: Thread, { mode, targets }: { readonly mode: string; readonly targets: readonly Thread[] }): void {
    if (mode !== 'call' && mode !== 'shared') return;
    const { leaf } = thread;
    if (leaf !== null && (leaf.parent !== null || !leaf.code.concise)) return;
    const { lock } = targets[0] as Thread;
    if (lock !== null) this.nameOwn(lock);
  }

  has(thread: Thread): boolean {
    let at = thread;
    // A fast path: most threads have at most one waiter. They may wait in a cycle, until it is noticed.
    for (let depth = 0; depth < 8; depth++) {
      if (at.cold !== null && at.cold.branchOf === this) return true;
      const above = onlyWaiterFor(at);
      if (above === null) return false;
      if (above === undefined) break;
      at = above;
    }
    return Array.from(waitersAbove(at)).some(({ cold }) => cold !== null && cold.branchOf === this);
  }

  end(): void {
    this.isOver = true;
    this.named.forEach((lock) => void (lock.siblings = lock.siblings.filter((other) => other !== this)));
    this.named = NONE;
  }
}
