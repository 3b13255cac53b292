/** `after`: functions of the game that are called when their time has come. */
import { checkFunction } from '../arguments.js';
import { nameOf } from '../messages/format.js';
import { runningThread } from '../threads/current.js';
import { ThreadList } from '../collections/thread-list.js';
import type { ThreadScheduler } from '../threads/thread.js';
import type { Timer, TimerList } from '../time/wheel.js';
import { checkMs } from '../waits/wait-arguments.js';
import { callOutside } from '../scheduling/uncaught.js';

class Alarm implements Timer {
  readonly scheduler: ThreadScheduler;
  readonly fn: () => unknown;
  list: TimerList | null = null;
  slot = 0;

  constructor(scheduler: ThreadScheduler, fn: () => unknown) {
    this.scheduler = scheduler;
    this.fn = fn;
  }

  ring(): void {
    if (this.scheduler.closed === null) callOutside(this.scheduler, this.fn);
  }
}

/** Returns the function that cancels it. */
export function setAlarm(scheduler: ThreadScheduler, ms: number, fn: () => unknown): () => void {
  checkFunction('after', 'milliseconds ≥ 0 and a function', fn);
  checkMs('after', ms);
  scheduler.inbox?.note('after', nameOf(fn), [ms]);
  const thread = runningThread();
  const clock = thread?.scheduler === scheduler ? thread.clock : scheduler.clock;
  const alarm = new Alarm(scheduler, fn);
  clock.insertIn(alarm, ms);
  return () => {
    scheduler.inbox?.came();
    ThreadList.leave(alarm);
  };
}
