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
  thread.handed = true;
  scheduler.handed.push(thread);
  scheduler.handedOver.add(thread);
}

/** A pulse begins, or a frame that a clock has alone: each thread may go on in its last phase. */
export function beginRound({ handed }: ThreadScheduler): void {
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
