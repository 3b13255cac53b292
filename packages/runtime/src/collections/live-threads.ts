/** The live threads of a scheduler. */

/** An element of the list of live threads, with links to its neighbours. */
export interface Live<T> {
  readonly id: number;
  livePrev: T | null;
  liveNext: T | null;
  /** It has come into the list. */
  linked(): void;
}

/** The live threads of a scheduler in order of start, linked: most come and go within one call. */
export class LiveThreads<T extends Live<T>> {
  /** How many live, those that are not linked included; threads count themselves. */
  size = 0;
  #first: T | null = null;
  #last: T | null = null;
  /** Made when one is first looked for. */
  #byId: Map<number, T> | null = null;

  /**
   * A thread waits or starts another one, and is listed from here on. Most threads end before, and are only counted.
   * Idempotent.
   */
  link(thread: T): void {
    if (thread.livePrev !== null || thread === this.#first) return;
    // This links its starter before, if that runs its first turn.
    thread.linked();
    const last = this.#last;
    this.#byId?.set(thread.id, thread);
    thread.livePrev = last;
    if (last === null) this.#first = thread;
    else last.liveNext = thread;
    this.#last = thread;
  }

  /** Idempotent: nothing happens to a thread that is not linked. */
  unlink(thread: T): void {
    const { livePrev: prev, liveNext: next } = thread;
    if (prev === null && thread !== this.#first) return;
    this.#byId?.delete(thread.id);
    if (prev === null) this.#first = next;
    else prev.liveNext = next;
    if (next === null) this.#last = prev;
    else next.livePrev = prev;
    thread.livePrev = thread.liveNext = null;
  }

  find(id: number): T | undefined {
    this.#byId ??= new Map(this.toArray().map((thread) => [thread.id, thread]));
    return this.#byId.get(id);
  }

  toArray(): T[] {
    const threads: T[] = [];
    for (let thread = this.#first; thread !== null; thread = thread.liveNext) threads.push(thread);
    return threads;
  }
}
