/**
 * Two phases of a pulse: deadlines and conditions wake their threads, and who was handed an executor goes on. The order of all phases stands in
 * `Scheduler.pulse` (scheduler.ts); those of the run queues are in run-queues.ts. A clock that has frames alone (frame-alone.ts) has the first, too.
 */
import type { Thread, ThreadScheduler } from '../threads/thread.js';
import { setOutcome } from '../threads/wake.js';
import type { Clock } from '../time/clock.js';
import type { TimerList } from '../time/wheel.js';
import { checkPredicate } from '../waits/predicate.js';
import { runReady } from './due-turns.js';

/** Wakes whom a deadline or a condition wakes; only those on `below` and the clocks below it, if that is given. */
export function wakeWaiting(scheduler: ThreadScheduler, below?: Clock): void {
  const due: TimerList[] = [];
  const { clock, order, predicates } = scheduler;
  clock.collect(due, below);
  if (order !== undefined) return order.wake(scheduler, due, below);
  for (let i = 0; i < due.length; i++) (due[i] as TimerList).ring();
  predicates.sweep((thread) => stillWaits(thread, below));
}

/** Asks the predicate of a thread. False if it does not wait for that any more. */
export function stillWaits(thread: Thread, below: Clock | undefined): boolean {
  if (below !== undefined && !thread.clock.isBelow(below)) return true;
  const { undone } = thread;
  let value: unknown;
  let mode: 'value' | 'error' = 'value';
  try {
    value = checkPredicate(thread, thread.subject as () => unknown);
  } catch (error) {
    value = error;
    mode = 'error';
  }
  // The predicate may have cancelled its own thread, whose `finally` may wait for another one by now.
  if (thread.undone !== undone) return false;
  if (mode === 'value' && !value) return true;
  setOutcome(thread, value, mode);
  thread.runQueue.answered.add(thread);
  return false;
}

/** The last phase: those go on that were granted an executor, or whose joined thread has ended. */
export function runHandedOver(scheduler: ThreadScheduler): void {
  const { handedOver } = scheduler;
  // Those that come to it meanwhile go on after these.
  for (let from = 0; from < handedOver.length;) {
    const { length } = handedOver;
    runReady(handedOver, from, length, scheduler);
    from = length;
  }
  handedOver.length = 0;
}
