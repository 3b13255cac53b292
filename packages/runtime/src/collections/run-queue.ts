/** One priority: its threads, in the order in which their turns come. */
import { FrameList, type FrameListed } from './frame-list.js';
import { ThreadList } from './thread-list.js';

/** An element of a run queue while it waits for a frame. */
export interface FrameWaiter extends FrameListed {
  /** While it is in `later`, it says how many such waits of its run queue had begun before this one. */
  readonly ownNode: { rank: number };
}

/** No thread. A pulse that finds none makes no array. */
const NONE: readonly never[] = [];

/** The threads of one priority that are ready or wait for a frame. `T`: its threads. `S`: their scheduler. */
export class RunQueue<T extends FrameWaiter, S> {
  readonly scheduler: S;
  readonly priority: number;
  /** The frame of the clock of its scheduler. */
  frame: number;
  /** The threads that wait for the next frame. */
  readonly frames: FrameList<T> = new FrameList();
  /** The threads that wait for a later frame, by that frame. */
  readonly later: Map<number, ThreadList<T>> = new Map();
  /** With more lists than that it is time to look for empty ones. */
  #sweepAt = 16;
  ready: ThreadList<T> = new ThreadList();
  /** What runs in this pulse; the two lists take turns. */
  running: ThreadList<T> = new ThreadList();
  /** The threads whose predicate has come true in this pulse. They go on before all that only time has made ready. */
  readonly answered: ThreadList<T> = new ThreadList();
  /** How many of `ready` were so before this pulse. */
  readyBefore = 0;
  /** How many were so before the waits for the next frame were due. */
  readyForFrame = 0;
  /** How many waits for a later frame have begun. */
  #laterWaits = 0;
  /** Threads that no call has borrowed (scheduling/borrowed.ts), one behind the other: as many as ever ran in one another. */
  spare: T | null = null;
  /** Live threads; a run queue without any is dropped. */
  threads = 0;

  constructor(scheduler: S, priority: number, frame: number) {
    this.scheduler = scheduler;
    this.priority = priority;
    this.frame = frame;
  }

  /** Puts a thread among those that wait for a frame to come. */
  addFrameWait(thread: T, dueFrame: number): void {
    if (dueFrame === this.frame + 1) {
      this.frames.add(thread);
      return;
    }
    thread.ownNode.rank = this.#laterWaits++;
    this.laterAt(dueFrame).add(thread);
  }

  /** Takes those that are due now, in the order in which they began to wait. */
  takeDue(frame: number): readonly T[] {
    const list = this.later.get(frame);
    if (list === undefined) return NONE;
    this.later.delete(frame);
    return list.items.filter((thread) => thread !== null).sort((a, b) => a.ownNode.rank - b.ownNode.rank);
  }

  /** A frame begins: the threads that wait for it are due. */
  begin(frame: number): void {
    this.readyForFrame = this.ready.length;
    this.frames.wake(frame);
    this.frame = frame;
  }

  laterAt(frame: number): ThreadList<T> {
    let list = this.later.get(frame);
    if (list === undefined) {
      if (this.later.size > this.#sweepAt) this.#forgetEmpty();
      this.later.set(frame, (list = new ThreadList()));
    }
    return list;
  }

  /** Lists whose threads were all cancelled: no other code removes them before their frame. */
  #forgetEmpty(): void {
    this.later.forEach((list, frame) => {
      if (list.items.every((thread) => thread === null)) this.later.delete(frame);
    });
    this.#sweepAt = 2 * this.later.size + 16;
  }
}
