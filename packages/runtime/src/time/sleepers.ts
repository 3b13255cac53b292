/** The threads in `wait(ms)` on one clock: those that wait for one moment share a timer (collections/sleep-list.ts). */
import { type Sleeper, SleepList } from '../collections/sleep-list.js';
import { OUT, type Timer, type Wheel } from './wheel.js';

/** So many deadlines are remembered: scripts with different rhythms take turns. */
const PLACES = 8;

/** A thread as its clock sees it. */
export interface SleepingThread extends Sleeper {
  /** What is in the wheel for it, if it is there alone. */
  readonly ownNode: Timer;
  readonly runQueue: { readonly frame: number };
}

export class Sleepers {
  readonly #wheel: Wheel;
  /** The last deadlines, the run queues of those that wait for them, and their lists: null while it is one thread. */
  readonly #deadlines: number[] = Array.from({ length: PLACES }, () => NaN);
  readonly #queues: (object | null)[] = Array.from({ length: PLACES }, () => null);
  readonly #lists: (SleepList<any> | null)[] = Array.from({ length: PLACES }, () => null);
  /** The place that is given away next. */
  #next = 0;
  #last: SleepList<any> | null = null;
  /** Whose threads have their turns: it gets the first new deadline of them. */
  #running: SleepList<any> | null = null;

  constructor(wheel: Wheel) {
    this.#wheel = wheel;
  }

  /** Puts a thread in that waits `ms`, up to `deadlineMs`. Gives its list, if it is in one. */
  add<T extends SleepingThread>(thread: T, ms: number, deadlineMs: number): SleepList<T> | null {
    const { runQueue } = thread;
    let list = this.#last;
    if (list === null || !list.isOpen || list.deadlineMs !== deadlineMs || list.queue !== runQueue) {
      list = this.#listOf(runQueue, ms, deadlineMs);
      if (list === null) {
        this.#wheel.insert(thread.ownNode, deadlineMs);
        return null;
      }
      this.#last = list;
    }
    list.add(thread);
    return list as SleepList<T>;
  }

  /** The list for a moment. Whoever is the first to wait for it, and has none to go on with, is in the wheel alone. */
  #listOf(queue: SleepingThread['runQueue'], ms: number, deadlineMs: number): SleepList<any> | null {
    let at = 0;
    while (at < PLACES && !(this.#deadlines[at] === deadlineMs && this.#queues[at] === queue)) at++;
    const running = this.#running;
    const reused = running !== null && running.wheelSlot === OUT && running.queue === queue ? running : null;
    if (at === PLACES) {
      at = this.#next;
      this.#next = (at + 1) % PLACES;
      this.#close(at);
      this.#deadlines[at] = deadlineMs;
      this.#queues[at] = queue;
      if (reused === null) return null;
    }
    const known = this.#lists[at] as SleepList<any> | null;
    if (known !== null) return known;
    const list = reused ?? new SleepList(queue, this);
    list.open(deadlineMs, ms, queue.frame);
    this.#lists[at] = list;
    this.#wheel.insert(list, deadlineMs);
    return list;
  }

  /** Something else comes due at a moment: who begins to wait for that now comes after it. */
  close(deadlineMs: number): void {
    for (let at = 0; at < PLACES; at++) if (this.#deadlines[at] === deadlineMs) this.#close(at);
  }

  /** A moment has come: nobody can begin to wait for it any more. */
  closeUpTo(nowMs: number): void {
    for (let at = 0; at < PLACES; at++) if ((this.#deadlines[at] as number) <= nowMs) this.#close(at);
  }

  #close(at: number): void {
    const list = this.#lists[at];
    if (list !== null && list !== undefined) list.isOpen = false;
    this.#deadlines[at] = NaN;
    this.#queues[at] = this.#lists[at] = null;
  }

  /** The turns of a list begin. */
  begin(list: SleepList<any>): void {
    this.#running = list;
  }

  /** They are over. */
  end(list: SleepList<any>): void {
    this.#running = null;
    this.tidy(list);
  }

  /** Takes a list out of the wheel that nobody is in. */
  tidy(list: SleepList<any>): void {
    if (!list.isEmpty || list.at >= 0 || list.wheelSlot < 0) return;
    this.#wheel.remove(list);
    this.close(list.deadlineMs);
  }
}
