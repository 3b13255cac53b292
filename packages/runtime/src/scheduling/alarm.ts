/** What `after` has asked for. */
import { OUT, type Timer } from '../time/wheel.js';

/** A timer without a thread. */
export class Alarm implements Timer {
  readonly fn: () => unknown;
  deadlineMs = 0;
  wheelSlot: number = OUT;
  prev: Timer | null = null;
  next: Timer | null = null;

  constructor(fn: () => unknown) {
    this.fn = fn;
  }
}
