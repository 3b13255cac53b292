/** The threads of one priority that wait for a frame, compacted in place while they have their turns. */
import { type Listed, ThreadList } from './thread-list.js';

export interface FrameListed extends Listed {
  /** The frame at which its wait began. While it is hot, its list knows better. */
  since: number;
}

/**
 * Threads that wait for the next frame, in the order in which they began to. While they have their turns (due-turns.ts) the
 * list is compacted in place, and a thread that waits again nearly always keeps its slot:
 *
 *   items  [ waits again … | consumed … | not looked at yet … ]
 *                           ▲ waiting    ▲ at
 *
 * A thread that begins to wait during this is put at `waiting`. When nothing up to `at` is free it goes to `spill`, and so
 * do all after it, which keeps them FIFO. Threads that began to wait between the wake and the first of these turns are
 * spilled before all others.
 *
 * A thread is hot when it has had a turn here and only waits for its next frame again: then its innermost call frame stands in
 * `callFrames`, at the same place, and its next turn touches no more of it than that. Since when it waits, and that it runs during its turn,
 * is not written but found by its place. Whatever changes what is true of it cools it first (`cool`).
 */
export class FrameList<T extends FrameListed> extends ThreadList<T> {
  /** The call frames of hot threads; null for the others, and where there is a hole. */
  readonly callFrames: (object | null)[] = [];
  at = -1;
  /** While its threads have their turns: up to here they wait again. */
  #waiting = 0;
  /** Has a thread been spilled? Then no thread keeps its slot. */
  #spilled = false;
  /** The frame of the last pulse: a thread that waits for it is due. */
  frame = 0;
  /** How many were in the list when that pulse woke them. */
  due = 0;
  readonly #spill: ThreadList<T> = new ThreadList();

  override add(thread: T): void {
    if (this.at < 0) {
      super.add(thread);
      this.callFrames.push(null);
      return;
    }
    if (this.#spilled || this.#waiting > this.at) {
      this.#spilled = true;
      this.#spill.add(thread);
      return;
    }
    thread.list = this;
    thread.slot = this.#waiting;
    this.callFrames[this.#waiting] = null;
    this.items[this.#waiting++] = thread;
  }

  /** The hot one at `at` only waits for its next frame again: nearly always nothing has to be written. */
  stayHot(): void {
    if (this.#waiting === this.at && !this.#spilled) this.#waiting++;
    else this.becomeHot(this.items[this.at] as T, this.callFrames[this.at] as object);
  }

  /** The one at `at` waits again, in the same call: from now on it is hot. Nearly always it keeps its slot. */
  becomeHot(thread: T, callFrame: object): void {
    const slot = this.#waiting;
    if (slot === this.at && !this.#spilled) this.#waiting++;
    else {
      thread.since = this.frame;
      this.add(thread);
      if (thread.list !== this) return;
    }
    this.callFrames[slot] = callFrame;
  }

  /** Is its wait over, and its turn has not come yet? */
  isDue(thread: T): boolean {
    return thread.since < this.frame;
  }

  isHot(slot: number): boolean {
    return this.callFrames[slot] !== null;
  }

  /** The frame at which the wait of a hot thread began. */
  sinceOf(slot: number): number {
    const isDue = this.at < 0 ? slot < this.due : slot > this.at;
    return isDue ? this.frame - 1 : this.frame;
  }

  /** The one at this place is hot no more: what was found by its place is written. */
  cool(slot: number): void {
    const thread = this.items[slot];
    if (thread === null || thread === undefined || this.callFrames[slot] === null) return;
    const since = this.sinceOf(slot);
    this.callFrames[slot] = null;
    thread.since = since;
  }

  override clear(slot: number): void {
    this.cool(slot);
    super.clear(slot);
  }

  override sweep(keep: (thread: T) => boolean): void {
    for (let slot = 0; slot < this.length; slot++) this.cool(slot);
    super.sweep(keep);
    this.callFrames.length = this.length;
  }

  /** Notes which threads are due in a pulse. */
  wake(frame: number): void {
    this.frame = frame;
    this.due = this.length;
  }

  /** Begins the turns of those that are due. */
  beginTurns(): void {
    const { items, due } = this;
    this.#spilled = items.length > due;
    if (this.#spilled) {
      this.callFrames.length = due;
      this.#spill.append(items.splice(due));
      this.length = due;
    }
    this.due = this.#waiting = 0;
  }

  /** Ends the turns before `from`, where an error of ours ends them early, and lays on what was spilled. */
  endTurns(from: number): void {
    const { items } = this;
    const spill = this.#spill;
    const { length } = items;
    for (let i = from; i < length; i++) {
      const thread = items[i] as T | null;
      this.cool(i);
      this.at = i;
      if (thread !== null) this.add(thread);
    }
    this.at = -1;
    this.#spilled = false;
    items.length = this.callFrames.length = this.length = this.#waiting;
    this.#waiting = 0;
    if (spill.length === 0) return;
    this.append(spill.items);
    spill.items.length = spill.length = 0;
  }
}
