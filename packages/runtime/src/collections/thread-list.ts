/** A list of threads, each of which knows its slot in it: leaving costs the same for every length of the list. */

/** An element of a list, with its list and its slot. */
export interface Listed {
  list: Places | null;
  slot: number;
}

/** A list of such elements: those of threads here, and those of a timing wheel. */
interface Places {
  /** Leaves a hole. */
  clear(slot: number): void;
}

/** Threads in order. A thread is in one list at a time and knows its slot, so leaving costs O(1). */
export class ThreadList<T extends Listed> {
  /** Removed threads leave holes; the next walk over the list closes them. What stands at `length` and behind it is null. */
  items: (T | null)[] = [];
  /** The array stays as long as it ever was: a list that fills and empties in each pulse need not grow again. */
  length = 0;

  add(thread: T): void {
    thread.list = this;
    thread.slot = this.length++;
    this.items[thread.slot] = thread;
  }

  /** Adds what stood in another list. */
  append(items: readonly (T | null)[]): void {
    items.forEach((thread) => thread !== null && this.add(thread));
  }

  static leave(element: Listed): void {
    if (element.list === null) return;
    element.list.clear(element.slot);
    element.list = null;
  }

  clear(slot: number): void {
    this.items[slot] = null;
  }

  /** Keeps, in place, the threads that `keep` wants; the others have left the list when `keep` is asked. */
  sweep(keep: (thread: T) => boolean): void {
    const { items, length } = this;
    let kept = 0;
    for (let i = 0; i < this.length; i++) {
      const thread = items[i] as T | null;
      // Threads that were added during this stay; a thread that left during this has left a hole.
      if (thread === null || (i < length && (!keep(thread) || items[i] === null))) continue;
      thread.slot = kept;
      items[kept++] = thread;
    }
    items.length = this.length = kept;
  }
}
