/** `after`: functions of the game that are called when their time has come. */
import { checkFunction } from '../arguments.js';
import { nameOf } from '../messages/format.js';
import { runningThread } from '../threads/current.js';
import type { ThreadScheduler } from '../threads/thread.js';
import { OUT, type Timer } from '../time/wheel.js';
import { checkMs } from '../waits/timed.js';
import type { AlarmOf } from '../threads/scheduler-interface.js';
import { callOutside } from './uncaught.js';

/** A timer without a thread. */
class Alarm implements Timer, AlarmOf {
  readonly fn: () => unknown;
  deadlineMs = 0;
  wheelSlot: number = OUT;
  prev: Timer | null = null;
  next: Timer | null = null;

  constructor(fn: () => unknown) {
    this.fn = fn;
  }

  ring(scheduler: ThreadScheduler): void {
    if (scheduler.closed === null) callOutside(scheduler, this.fn);
  }
}

/** Returns the function that cancels it. */
export function setAlarm(scheduler: ThreadScheduler, ms: number, fn: () => unknown): () => void {
  checkFunction('after', 'milliseconds ≥ 0 and a function', fn);
  checkMs('after', ms);
  scheduler.inbox?.note('after', nameOf(fn), [ms]);
  const thread = runningThread();
  const clock = thread?.scheduler === scheduler ? thread.clock : scheduler.clock;
  const alarm = new Alarm(fn);
  clock.insertIn(alarm, ms);
  return () => clock.remove(alarm);
}
