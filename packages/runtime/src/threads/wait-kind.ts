/** What each kind of wait does. The rows stand in waits/kinds.ts, above the files that use this table. */
import type { ThreadWords } from './waiting-for.js';
import type { Thread } from './thread.js';

/** A thread in a wait whose subject is an `S`. */
export type Waiting<S> = Thread & { subject: S };

export interface WaitKind extends ThreadWords {
  /** To begin it calls code from outside, which may do anything: cancel the thread, or look at what it holds. */
  readonly isForeign: boolean;
  /** Its thread stands in the queue of its executor. */
  readonly queues: boolean;
  /** Its thread waits for the end of others, and lets those of them that queue for its executor in. */
  readonly joins: boolean;
  /** Registers the wait of a thread that has just been suspended. */
  begin(thread: Thread): void;
  /** Takes the registration back; the thread, which waits for nothing any more, will not be woken by it. Gives whose end it waited for, if it did. */
  undo(thread: Thread, subject: unknown): Undone | void;
  /** Its deadline has come. */
  onTimer(thread: Thread): void;
  /** The threads that have to do something before this one can go on, now that `start` begins to wait (R9). */
  blockers(thread: Thread, start: Thread): Thread[];
  /** Does it leave the subscription of its thread as it is? */
  keepsSubscription(thread: Thread): boolean;
}

/** For the folders below waits/: waits/kinds.ts fills it. */
export const kindsBelow: Record<string, WaitKind> = {};

/** What a wait that was taken back leaves to see to. */
export interface Undone {
  /** Whose end its thread waited for; null for what is no join. */
  readonly targets: readonly Thread[] | null;
  /** Those of them that end with a thread that waits for them no more. */
  readonly children: readonly Thread[];
}

export const NOBODY: readonly Thread[] = [];
