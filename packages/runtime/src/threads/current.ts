/** Whose code runs now. */
import type { Host, Thread } from './thread.js';

/** One object, so that every file sees the same. */
export const current: {
  /** The thread whose code runs now, or null in plain code. */
  thread: Thread | null;
  /** In a handler: the thread whose code has called the emitter. */
  starter: Thread | null;
  /** The scheduler that was entered. */
  entered: Host | null;
  /** The default one. */
  standard: Host;
} = { thread: null, starter: null, entered: null, standard: null as unknown as Host };

/** The scheduler that an owner gets now which had none before. */
export const hostNow = (): Host => (current.thread ?? current.starter)?.host ?? current.entered ?? current.standard;
