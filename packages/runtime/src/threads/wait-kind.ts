/** What each kind of wait does. The rows are in waits/kinds.ts, above the files that use this table. */
import type { ThreadWords } from './waiting-for.js';
import type { Thread } from './thread.js';

/** A thread in a wait whose subject is an `S`. */
export type Waiting<S> = Thread & { subject: S };

export interface WaitKind extends ThreadWords {
  /** Its begin calls foreign code, which may do anything: cancel the thread, or look at what it holds. */
  readonly isForeign: boolean;
  /** Its thread is in the queue of its executor. */
  readonly queues: boolean;
  /** Its thread waits for the end of others, and admits those of them that queue for its executor. */
  readonly joins: boolean;
  /** Registers the wait of a thread that has just been suspended. */
  begin(thread: Thread): void;
  /** Undoes the registration: the wait will not wake the thread. Returns the targets and children of a join. */
  undo(thread: Thread, subject: unknown): Undone | void;
  /** Its deadline has come. */
  onTimer(thread: Thread): void;
  /** The threads that have to act or end before this one can continue, now that `start` begins to wait (R9). */
  blockers(thread: Thread, start: Thread): Thread[];
  /** Does it leave the subscription of its thread as it is? */
  keepsSubscription(thread: Thread): boolean;
}

/** For the folders below waits/: waits/kinds.ts fills it. */
export const kindsBelow: Record<string, WaitKind> = {};

/** What the code that undid a wait still has to handle. */
export interface Undone {
  /** The targets of a join; null for another wait. */
  readonly targets: readonly Thread[] | null;
  /** The targets that are cancelled when their joiner stops waiting. */
  readonly children: readonly Thread[];
}

export const NOBODY: readonly Thread[] = [];
