/** A set that is small while it holds at most one member, as most do. */

/** A set in order of insertion. One member is held in a field; a real `Set` is made only for the second. */
export class SmallSet<T> {
  #only: T | null = null;
  #all: Set<T> | null = null;

  add(thread: T): void {
    if (this.#all !== null) this.#all.add(thread);
    else if (this.#only === null) this.#only = thread;
    else this.#all = new Set<T>().add(this.#only).add(thread);
  }

  delete(thread: T): void {
    if (this.#all !== null) this.#all.delete(thread);
    else if (this.#only === thread) this.#only = null;
  }

  get size(): number {
    if (this.#all !== null) return this.#all.size;
    return this.#only === null ? 0 : 1;
  }

  get isEmpty(): boolean {
    return this.size === 0;
  }

  toArray(): T[] {
    if (this.#all !== null) return Array.from(this.#all);
    return this.#only === null ? [] : [this.#only];
  }
}
