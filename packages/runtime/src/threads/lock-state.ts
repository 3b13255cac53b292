/** The executor of one owner. */
import type { ThreadSet } from '../collections/small-set.js';
import type { Queued, ThreadQueue } from '../collections/thread-queue.js';

/** Does a thread wait in the queue of its executor? */
export const isBlocked = ({ kind }: { readonly kind: string | null }): boolean => kind === 'blocked';

/** What is known of one owner: who holds it and who queues for it. The rules stand in ownership/lock.ts. */
export interface LockOf<T extends Queued, H> {
  readonly owner: object;
  host: H | null;
  /** Threads of one family that hold the executor, running or suspended. Nearly always none or one. */
  holders: T[];
  /** Threads that held it and lost it to one started in their own turn; who lost last stands last. */
  lost: T[];
  /** Blocked threads in order: first those with a `lostSeq`, who lost last first, then first come. */
  queue: ThreadQueue<T>;
  /** The thread that gets it next; nobody overtakes it. */
  promised: T | null;
  /** All its live threads, in order of start. */
  readonly owned: ThreadSet<T>;
  closed: { readonly reason: unknown } | null;
  /** What `executorOf` gives. */
  handle: object | null;
}
