/**
 * The run queues of a scheduler, one for each priority: the phases of a pulse in which threads that are ready or wait
 * for a frame continue.
 */
import { RunQueue } from '../collections/run-queue.js';
import type { ThreadScheduler, Thread, ThreadRunQueue } from '../threads/thread.js';
import { runDue, runReady } from './due-turns.js';
import { wake } from '../threads/wake.js';

// The code of a pulse and of a call uses neither `for…of` nor a spread: scripts run during it, and those of test262
// remove the iterator of arrays.

export class RunQueues {
  readonly #scheduler: ThreadScheduler;
  /** One for each priority. */
  readonly all: Map<number, ThreadRunQueue> = new Map();
  /** A cache of one: the queue that was used last. */
  #last: ThreadRunQueue | null = null;
  /** The queues, lower priorities first. It is a new array whenever a queue comes or goes, as a pulse may be under way. */
  inOrder: readonly ThreadRunQueue[] = [];

  constructor(scheduler: ThreadScheduler) {
    this.#scheduler = scheduler;
  }

  of(priority: number): ThreadRunQueue {
    // Most threads have the priority of the one before.
    if (this.#last?.priority === priority) return this.#last;
    return (this.#last = this.all.get(priority) ?? this.#make(priority));
  }

  #make(priority: number): ThreadRunQueue {
    const scheduler = this.#scheduler;
    const queue = new RunQueue<Thread, ThreadScheduler>(scheduler, priority, scheduler.clock.frame);
    this.all.set(priority, queue);
    this.#setOrder();
    return queue;
  }

  #setOrder(): void {
    this.inOrder = Array.from(this.all.values()).sort((a, b) => a.priority - b.priority);
  }

  /**
   * Threads that waited for more than one frame are made ready. Those that waited for the next frame keep their slots:
   * only their number is noted.
   */
  wake(frame: number): void {
    this.inOrder.forEach((queue) => {
      queue.readyBefore = queue.ready.length;
      const due = queue.takeDue(frame);
      due.forEach((thread) => {
        thread.list = null;
        wake(thread);
      });
      queue.begin(frame);
    });
    const { shared } = this.#scheduler;
    if (shared.size > 0) shared.forEach((lock) => void (lock.holders.length < 2 && shared.delete(lock)));
  }

  /**
   * Runs the threads that are ready now. Threads that become ready during this go into a second list, for the next
   * pulse.
   */
  run(): void {
    const queues = this.inOrder;
    const scheduler = this.#scheduler;
    queues.forEach((queue) => {
      const { ready } = queue;
      queue.ready = queue.running;
      queue.running = ready;
    });
    for (let i = 0; i < queues.length; i++) {
      const queue = queues[i] as ThreadRunQueue;
      const { running, answered, readyBefore, readyForFrame } = queue;
      runReady(running, 0, readyBefore, scheduler);
      runReady(answered, 0, answered.length, scheduler);
      runReady(running, readyBefore, readyForFrame, scheduler);
      runDue(queue.frames, scheduler);
      runReady(running, readyForFrame, running.length, scheduler);
      running.length = answered.length = 0;
    }
    if (queues.length < 2) return;
    queues.forEach((queue) => void (queue.threads > 0 || this.all.delete(queue.priority)));
    if (this.all.size !== this.inOrder.length) this.#setOrder();
    this.#last = null;
  }
}
