/** A list of threads, each of which knows its place in it: leaving costs the same, however long the list is. */

/** What stands in a list of threads: it knows in which one, and where. */
export interface Listed {
  list: ThreadList<any> | null;
  slot: number;
}

/** Threads in order. A thread stands in one list at a time and knows its place, so leaving costs O(1). */
export class ThreadList<T extends Listed> {
  /** Holes are left by threads that were taken out; whoever walks the list closes them. */
  items: (T | null)[] = [];

  add(thread: T): void {
    thread.list = this;
    thread.slot = this.items.length;
    this.items.push(thread);
  }

  /** Adds what stood in another list, with its holes. */
  append(items: readonly (T | null)[]): void {
    items.forEach((thread) => void (thread === null ? this.items.push(null) : this.add(thread)));
  }

  /** Takes a thread out of the list that it stands in, if any. */
  static leave(thread: Listed): void {
    if (thread.list === null) return;
    thread.list.items[thread.slot] = null;
    thread.list = null;
  }

  /** Empties the list and gives what was in it. */
  drain(): T[] {
    const { items } = this;
    this.items = [];
    return items.filter((thread) => thread !== null);
  }

  /** Keeps, in place, the threads that `keep` wants; the others have left the list when `keep` is asked. */
  sweep(keep: (thread: T) => boolean): void {
    const { items } = this;
    const { length } = items;
    let kept = 0;
    for (let i = 0; i < items.length; i++) {
      const thread = items[i] as T | null;
      // Who came in meanwhile stays; who left while it was asked has left a hole.
      if (thread === null || (i < length && (!keep(thread) || items[i] === null))) continue;
      thread.slot = kept;
      items[kept++] = thread;
    }
    items.length = kept;
  }
}
