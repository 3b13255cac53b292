/** What a thread has besides while it is in the wheel alone, in a queue, or waits for a frame after the next. */
import { OUT, type Timer } from '../time/wheel.js';

/** Made for the first such wait of a thread, which then keeps it. */
export class WaitNode<T> implements Timer {
  readonly thread: T;
  /** When it is due; or its place among others, by which it finds that again. */
  deadlineMs = 0;
  wheelSlot: number = OUT;
  /** Its neighbours in a slot of the wheel, or in the queue of its executor. */
  next: Timer | null = null;
  prev: Timer | null = null;

  constructor(thread: T) {
    this.thread = thread;
  }
}
