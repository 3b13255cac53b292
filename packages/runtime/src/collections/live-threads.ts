/** The live threads of a scheduler. */

/** An element of the list of live threads. */
export interface Live {
  readonly id: number;
  listed: boolean;
  /** Called as the thread is about to come into the list. */
  linked(): void;
}

/**
 * The live threads of a scheduler in order of start, which is that of their ids: most come and go within one call. One that
 * leaves is found by its id, which stands beside it, and leaves a hole until the list is closed up.
 *
 *   ids    [  3    4    7    8    9    12  … ]
 *   items  [ #3    ·   #7    ·    ·   #12  … ]
 */
export class LiveThreads<T extends Live> {
  /** How many live, those that are not listed included; threads count themselves. */
  size = 0;
  readonly items: (T | null)[] = [];
  /** In an array of their own, as each look at a thread that has not run for long is at memory that no cache has. */
  readonly ids: number[] = [];
  /** Both arrays stay as long as they ever were. */
  #length = 0;
  /** How many have left. */
  #gone = 0;
  /** Where one has left last: the next one is often its neighbour. */
  #last = 0;

  /**
   * A thread waits or starts another one, and is listed from here on. Most threads end before, and are only counted.
   * Idempotent.
   */
  link(thread: T): void {
    if (thread.listed) return;
    // This links its starter before, if that runs its first turn.
    thread.linked();
    this.add(thread);
    thread.listed = true;
  }

  /** The thread has been started last. */
  add(thread: T): void {
    this.items[this.#length] = thread;
    this.ids[this.#length++] = thread.id;
  }

  /** Idempotent: nothing happens to a thread that is not listed. */
  unlink(thread: T): void {
    if (!thread.listed) return;
    const at = this.placeOf(thread.id);
    this.items[at] = null;
    thread.listed = false;
    this.#last = at;
    if (++this.#gone > this.#length / 2) this.#close();
  }

  toArray(): T[] {
    return this.items.filter((item) => item !== null);
  }

  /** The place of the first one whose id is not lower. */
  placeOf(id: number): number {
    const { ids } = this;
    const last = this.#last;
    let low = 0;
    let high = this.#length;
    if (last + 1 < high && ids[last + 1] === id) return last + 1;
    if (last > 0 && ids[last - 1] === id) return last - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ids[middle] as number) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** In place: to make two arrays anew takes a tenth of an order. */
  #close(): void {
    const { items, ids } = this;
    let kept = 0;
    for (let i = 0; i < this.#length; i++) {
      const item = items[i] as T | null;
      if (item === null) continue;
      items[i] = null;
      items[kept] = item;
      ids[kept++] = ids[i] as number;
    }
    this.#length = kept;
    this.#gone = this.#last = 0;
  }
}

export function findLive<T extends Live>(live: LiveThreads<T>, id: number): T | undefined {
  const at = live.placeOf(id);
  return live.ids[at] === id ? (live.items[at] ?? undefined) : undefined;
}
