/** A FIFO queue of threads, except for those with a right to the front. */
import { addToRing, leaveRing, type RingNode } from './ring.js';

export interface Queued {
  queued: boolean;
  readonly ownNode: WaitNode;
}

/**
 * What a thread has besides that is in a queue, or waits for a frame after the next. Made when it first does, and then kept. A class, as an engine may
 * put all that one object literal makes among its old objects, and these then keep each thread up to the next great collection.
 */
export class WaitNode {
  readonly thread: unknown;
  /** How many such waits had begun before this one. So it finds its place among others again. */
  rank = 0;
  /** Its neighbours in the queue of its executor. */
  prev: object | null = null;
  next: object | null = null;
  /** In development: what the watch of queues has noted of it (scheduling/queue-watch.ts). */
  noted: object | null = null;

  constructor(thread: unknown) {
    this.thread = thread;
  }
}

/** Threads in a queue, a ring whose head is the queue: leaving costs the same for every length of the queue. */
export class ThreadQueue<T extends Queued> implements RingNode {
  prev: RingNode = this;
  next: RingNode = this;

  get first(): T | null {
    return this.#threadOf(this.next);
  }

  get last(): T | null {
    return this.#threadOf(this.prev);
  }

  /** The thread before a thread of the queue. */
  before({ ownNode }: T): T | null {
    return this.#threadOf(ownNode.prev);
  }

  /** The thread behind a thread of the queue. */
  behind({ ownNode }: T): T | null {
    return this.#threadOf(ownNode.next);
  }

  /** Puts a thread before another one of the queue; null: at its end. */
  addBefore(next: T | null, thread: T): void {
    thread.queued = true;
    addToRing((next === null ? this : next.ownNode) as RingNode, thread.ownNode as RingNode);
  }

  /** Idempotent: nothing happens to a thread that is not in the queue. */
  remove(thread: T): void {
    if (thread.queued) leaveRing(thread.ownNode as RingNode);
    thread.queued = false;
  }

  #threadOf(node: object | null): T | null {
    return node === this ? null : ((node as WaitNode).thread as T);
  }

  toArray(): T[] {
    const threads: T[] = [];
    for (let thread = this.first; thread !== null; thread = this.behind(thread)) threads.push(thread);
    return threads;
  }
}
