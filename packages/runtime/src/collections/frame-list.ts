/** The threads of one priority that wait for a frame, compacted in place while they have their turns. */
import { type Listed, ThreadList } from './thread-list.js';

/**
 * Threads that wait for the next frame, in the order in which they began to. While they have their turns (turn.ts) the
 * list is compacted in place, and a thread that waits again nearly always keeps its slot:
 *
 *   items  [ waits again … | consumed … | not looked at yet … ]
 *                           ▲ kept       ▲ at
 *
 * A thread that begins to wait during this is put at `kept`. When nothing up to `at` is free it goes to `spill`, and so
 * do all after it, which keeps them FIFO. Threads that began to wait between the wake and the first of these turns are
 * spilled before all others.
 */
export class FrameList<T extends Listed> extends ThreadList<T> {
  at = -1;
  #kept = 0;
  /** Has a thread been spilled? Then no thread keeps its slot. */
  #spilled = false;
  /** The frame of the last pulse: a thread that waits for it is due. */
  frame = 0;
  /** How many were in the list when that pulse woke them. */
  due = 0;
  readonly #spill: ThreadList<T> = new ThreadList();

  override add(thread: T): void {
    if (this.at < 0) return super.add(thread);
    if (this.#spilled || this.#kept > this.at) {
      this.#spilled = true;
      this.#spill.add(thread);
      return;
    }
    thread.list = this;
    thread.slot = this.#kept;
    this.items[this.#kept++] = thread;
  }

  /** The one at `at` waits again. Nearly always it keeps its slot, and nothing of it has to be written. */
  keep(thread: T): void {
    if (this.#kept === this.at && !this.#spilled) this.#kept++;
    else this.add(thread);
  }

  /** Notes which threads are due in a pulse. */
  wake(frame: number): void {
    this.frame = frame;
    this.due = this.items.length;
  }

  /** Begins the turns of those that are due. */
  beginTurns(): void {
    const { items, due } = this;
    this.#spilled = items.length > due;
    if (this.#spilled) this.#spill.append(items.splice(due));
    this.due = this.#kept = 0;
  }

  /** Ends the turns before `from`, where an error of ours ends them early, and lays on what was spilled. */
  endTurns(from: number): void {
    const { items } = this;
    const spill = this.#spill;
    const { length } = items;
    for (let i = from; i < length; i++) {
      const thread = items[i] as T | null;
      this.at = i;
      if (thread !== null) this.add(thread);
    }
    this.at = -1;
    this.#spilled = false;
    items.length = this.#kept;
    this.#kept = 0;
    this.append(spill.items);
    spill.items.length = 0;
  }
}
