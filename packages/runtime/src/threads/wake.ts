/** How a wait ends. Nothing here runs a script: waking a thread only puts it into a list of its scheduler. */
import type { Thread } from './thread.js';

/** Makes a waiting thread ready for the next pulse. */
export function wake(thread: Thread, value: unknown, mode: 'value' | 'error' = 'value'): void {
  setOutcome(thread, value, mode);
  thread.scheduler.ready(thread);
}

/** Makes a joiner ready for the last phase of this pulse, so that a join costs no frame. */
export function wakeJoiner(thread: Thread, value: unknown, mode: 'value' | 'error'): void {
  setOutcome(thread, value, mode);
  thread.scheduler.handOver(thread);
}

export function setOutcome(thread: Thread, value: unknown, mode: 'value' | 'error'): void {
  thread.kind = null;
  thread.outcome = value;
  thread.fails = mode === 'error';
}

/** The time of a sleep is over. */
export const endSleep = (thread: Thread): void => wake(thread, undefined);
