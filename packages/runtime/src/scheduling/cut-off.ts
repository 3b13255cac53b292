/** Threads whose first turn an overflow of the native stack has cut off inside the runtime. */
import { callingThread } from '../threads/current.js';
import type { Thread } from '../threads/thread.js';
import { endCutOff } from './end.js';

/**
 * Those threads, the innermost first, and what was thrown in each. They are written where it happens, into arrays that are
 * there, because on an exhausted native stack each call may throw, and so may an object literal.
 */
export const cutOff: { count: number; readonly threads: Thread[]; readonly errors: unknown[] } = {
  count: 0,
  threads: [],
  errors: [],
};

/** Ends the interrupted threads, innermost first, when all turns are over and the native stack has room again. */
export function endAllCutOff(): void {
  if (cutOff.count === 0 || callingThread() !== null) return;
  const threads = cutOff.threads.splice(0);
  const errors = cutOff.errors.splice(0);
  cutOff.count = 0;
  threads.forEach((thread, i) => endCutOff(thread, errors[i]));
}
