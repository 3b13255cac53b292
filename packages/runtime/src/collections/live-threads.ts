/** The live threads of a scheduler. */

/** An element of the list of live threads. */
export interface Live {
  readonly id: number;
  /** Is it in the list? */
  listed: boolean;
  /** Called as the thread is about to come into the list. */
  linked(): void;
}

/**
 * The live threads of a scheduler in order of start, which is that of their ids: most come and go within one call. One that
 * leaves is found by its id, and leaves that number behind until the list is closed up.
 *
 *   items  [ #3 · 4 · #7 · 8 · 9 · #12 … ]
 */
export class LiveThreads<T extends Live> {
  /** How many live, those that are not listed included; threads count themselves. */
  size = 0;
  items: (T | number)[] = [];
  /** How many of them are numbers. */
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
    this.items.push(thread);
    thread.listed = true;
  }

  /** Idempotent: nothing happens to a thread that is not listed. */
  unlink(thread: T): void {
    if (!thread.listed) return;
    const at = this.placeOf(thread.id);
    this.items[at] = thread.id;
    thread.listed = false;
    this.#last = at;
    if (++this.#gone > 16 + this.items.length / 2) this.#close();
  }

  toArray(): T[] {
    return this.items.filter((item) => typeof item !== 'number');
  }

  /** The place of the first one whose id is not lower. */
  placeOf(id: number): number {
    const items = this.items;
    const last = this.#last;
    if (last + 1 < items.length && idOf(items[last + 1] as T | number) === id) return last + 1;
    if (last > 0 && idOf(items[last - 1] as T | number) === id) return last - 1;
    let low = 0;
    let high = items.length;
    // Ids are spread nearly evenly, so its place is near to where they say, and each look at a thread that is far from it is memory
    // that no cache has: the steps from there double until they have gone past it.
    for (let at = this.#guess(id), width = 1; at >= low && at < high; width *= 2) {
      if (idOf(items[at] as T | number) < id) {
        low = at + 1;
        at += width;
      } else {
        high = at;
        at -= width;
      }
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (idOf(items[middle] as T | number) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Where it would be if the ids were spread evenly. */
  #guess(id: number): number {
    const items = this.items;
    const end = items.length - 1;
    if (end < 1) return 0;
    const first = idOf(items[0] as T | number);
    const last = idOf(items[end] as T | number);
    return Math.floor((end * (id - first)) / (last - first));
  }

  #close(): void {
    this.items = this.toArray();
    this.#gone = this.#last = 0;
  }
}

/** The live thread of this id. */
export function findLive<T extends Live>(live: LiveThreads<T>, id: number): T | undefined {
  const item = live.items[live.placeOf(id)];
  return typeof item === 'number' || item?.id !== id ? undefined : item;
}

const idOf = (item: Live | number): number => (typeof item === 'number' ? item : item.id);
