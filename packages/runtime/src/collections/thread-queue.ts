/** A FIFO queue of threads, except for those with a right to the front. */
import { addToRing, leaveRing, type RingNode } from './ring.js';

/**
 * An element of a queue, with links to its neighbours. It is in no wheel then, because a wheel uses the same fields.
 */
export interface Queued {
  queued: boolean;
  prev: object | null;
  next: object | null;
}

/** Threads in a queue, a ring whose head is the queue: leaving costs the same for every length of the queue. */
export class ThreadQueue<T extends Queued> implements RingNode {
  prev: RingNode = this;
  next: RingNode = this;

  get first(): T | null {
    return this.behind(this);
  }

  get last(): T | null {
    return this.before(this);
  }

  /** The thread before a thread of the queue. */
  before({ prev }: T | this): T | null {
    return prev === this ? null : (prev as T);
  }

  /** The thread behind a thread of the queue. */
  behind({ next }: T | this): T | null {
    return next === this ? null : (next as T);
  }

  /** Puts a thread before another one of the queue; null: at its end. */
  addBefore(next: T | null, thread: T): void {
    thread.queued = true;
    addToRing((next ?? this) as RingNode, thread as RingNode);
  }

  /** Idempotent: nothing happens to a thread that is not in the queue. */
  remove(thread: T): void {
    if (thread.queued) leaveRing(thread as RingNode);
    thread.queued = false;
  }

  toArray(): T[] {
    const threads: T[] = [];
    for (let thread = this.first; thread !== null; thread = this.behind(thread)) threads.push(thread);
    return threads;
  }
}
