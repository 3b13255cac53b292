/** The thread and the scheduler of the code that runs now. */
import type { ThreadScheduler, Thread } from './thread.js';

/** One object, so that every file sees the same. */
export const current: {
  /** The thread whose code runs now, or null in plain code. */
  thread: Thread | null;
  /** In a handler: the thread whose code has called the emitter. */
  starter: Thread | null;
  /** The scheduler that was entered. */
  entered: ThreadScheduler | null;
  /** The default one. */
  standard: ThreadScheduler;
  /** Told of each scheduler that is made: hot updates look through their threads. */
  made: ((scheduler: ThreadScheduler) => void) | null;
} = { thread: null, starter: null, entered: null, standard: null as unknown as ThreadScheduler, made: null };

/**
 * The scheduler of the code that runs: that of its thread, else the one that was entered. Null for plain code that has
 * entered none.
 */
export const schedulerOfCaller = (): ThreadScheduler | null =>
  (current.thread ?? current.starter)?.scheduler ?? current.entered;

/** The scheduler for an owner that has had none before. */
export const schedulerForNewOwner = (): ThreadScheduler => schedulerOfCaller() ?? current.standard;
