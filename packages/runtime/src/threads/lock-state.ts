/** The executor of one owner. */
import type { SmallSet } from '../collections/small-set.js';
import type { Queued, ThreadQueue } from '../collections/thread-queue.js';

/** Does a thread wait in the queue of its executor? */
export const isBlocked = ({ kind }: { readonly kind: { readonly queues: boolean } | null }): boolean =>
  kind !== null && kind.queues;

/** The branches of one combinator; see words/arms.ts. */
export interface SiblingsOf<L, T> {
  readonly of: T;
  /** The executors on which they do not block each other. */
  readonly named: readonly L[];
  readonly isOver: boolean;
  /** Is it one of them, or does one of them wait for it? */
  has(thread: T): boolean;
  /**
   * Is each of these one of them, or the thread that waits for these? Families may have thousands of members, so each is looked at once.
   */
  areAll(threads: readonly T[]): boolean;
  /** A branch begins to wait for a call: its owner may be named. */
  nameOwner(thread: T, called: T): void;
  /** Their combinator is over: they are no siblings any more. Idempotent. */
  end(): void;
}

/** The executor of one owner: its holders and its queue. Who holds it is in ownership/hold.ts, who gets it next in ownership/hand-over.ts. */
export interface LockOf<T extends Queued, S> {
  readonly owner: object;
  scheduler: S | null;
  /** The thread that holds the executor, running or suspended; null where none does, or several of one family. */
  holder: T | null;
  /** All that hold it. The list is not to be changed: assign another one. */
  holders: readonly T[];
  isHeldBy(thread: T): boolean;
  /**
   * Preempted holders: they lost it to a thread that was started in their own turn. A stack: the last one gets it back
   * first.
   */
  preempted: readonly T[];
  /** Blocked threads: first those with a `lossSeq`, the highest first, then the others, FIFO. */
  queue: ThreadQueue<T>;
  /** The thread that it is granted to, and that has not had its turn yet. No other thread may act before it. */
  granted: T | null;
  /** All its live threads, in order of start. */
  readonly owned: SmallSet<T>;
  /** Nobody has lost it, queues for it or is about to get it, and no combinator names it. */
  readonly isCalm: boolean;
  /** The combinators under way that name its owner. */
  siblings: readonly SiblingsOf<LockOf<T, S>, T>[];
  closed: { readonly reason: unknown } | null;
  /** The result of `executorOf`. */
  handle: object | null;
}
