/** Where an observer of threads is told what they do (observe.ts). */
import type { Thread } from './thread.js';

/** What it is told. */
export interface Seam {
  /** It has been made; its body has not run. */
  started(thread: Thread): void;
  /** A wait of it has begun. */
  waits(thread: Thread): void;
  /** It has come into the queue of its executor. */
  queued(thread: Thread): void;
  /** Its code is about to run; perhaps it has not waited. */
  goesOn(thread: Thread): void;
  ended(thread: Thread): void;
  /** Runs the code of a turn, and gives its outcome; null while no observer wants to be around it. */
  readonly around: ((thread: Thread, run: (thread: Thread) => unknown) => unknown) | null;
}

/**
 * Null while nobody observes any scheduler. Else no call borrows a thread and none becomes hot, as neither of these has turns
 * that go through the places where this is asked.
 */
export const seam: {
  to: Seam | null;
  /** An observer is around the turn that is about to run. */
  isAround: boolean;
} = { to: null, isAround: false };
