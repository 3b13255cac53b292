/** How a wait ends. Nothing here runs a script: waking a thread only puts it into a list of its scheduler. */
import type { Thread } from './thread.js';

/** A thread goes on in the next pulse. */
export function makeReady(thread: Thread): void {
  thread.running = false;
  thread.runQueue.ready.add(thread);
}

/** A thread goes on in the last phase of this pulse, once in each; outside a pulse in the next one. */
export function handOver(thread: Thread): void {
  const { scheduler } = thread;
  if (!scheduler.inPulse || thread.handedPulse === scheduler.roundCount) return makeReady(thread);
  thread.running = false;
  thread.handedPulse = scheduler.roundCount;
  scheduler.handedOver.add(thread);
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
