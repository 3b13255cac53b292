/** How a wait ends. Nothing here runs a script: waking a thread only puts it into a list of its scheduler. */
import type { Thread, ThreadScheduler } from './thread.js';

/** A thread goes on in the next pulse. */
export function makeReady(thread: Thread): void {
  thread.running = false;
  thread.runQueue.ready.add(thread);
}

/** A thread goes on in the last phase of this pulse, once in each; outside a pulse in the next one. */
export function handOver(thread: Thread): void {
  const { scheduler } = thread;
  if (!scheduler.inPulse || thread.handed) return makeReady(thread);
  thread.running = false;
  scheduler.handed.push(thread);
  thread.handed = true;
  scheduler.handedOver.add(thread);
}

/**
 * A pulse is over, or a frame begins that a clock has alone: each thread may go on in a last phase again. Between two pulses nothing of it is left that a
 * mark would take along.
 */
export function endRound({ handed }: ThreadScheduler): void {
  handed.splice(0).forEach((thread) => (thread.handed = false));
}

/** A wait is over: its thread is ready for the next pulse. */
export function wake(thread: Thread, value?: unknown, mode: 'value' | 'error' = 'value'): void {
  setOutcome(thread, value, mode);
  makeReady(thread);
}

export function setOutcome(thread: Thread, value?: unknown, mode: 'value' | 'error' = 'value'): void {
  thread.kind = null;
  thread.outcome = value;
  thread.fails = mode === 'error';
}
