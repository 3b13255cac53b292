/** The lists that threads stand in. Each is left at the same cost, however long it is. */

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
  take(): T[] {
    const taken: T[] = [];
    this.items.forEach((thread) => void (thread !== null && taken.push(thread)));
    this.items = [];
    return taken;
  }

  /** Keeps, in place, the threads that `keep` wants; the others have left the list when `keep` is asked. */
  sweep(keep: (thread: T) => boolean): void {
    const { items } = this;
    const { length } = items;
    let kept = 0;
    for (let i = 0; i < length; i++) {
      const thread = items[i] as T | null;
      if (thread === null) continue;
      if (keep(thread)) {
        // A thread that left while it was asked has left a hole.
        if (items[i] === null) continue;
        thread.slot = kept;
        items[kept++] = thread;
      }
    }
    const { length: grown } = items;
    for (let i = length; i < grown; i++) {
      const thread = items[i] as T | null;
      if (thread === null) continue;
      thread.slot = kept;
      items[kept++] = thread;
    }
    items.length = kept;
  }
}

/**
 * Threads that wait for the next frame, in the order in which they began to. While they have their turns (turn.ts) the list
 * is compacted in place, and a thread that waits again nearly always keeps its slot:
 *
 *   items  [ waits again … | consumed … | not looked at yet … ]
 *                           ▲ kept       ▲ at
 *
 * Who begins to wait meanwhile goes to `kept`; when nothing up to `at` is free, to `spill`, and so do all after it. So do those
 * who began to wait between the wake and the first of these turns: they stand before all who wait again.
 */
export class FrameList<T extends Listed> extends ThreadList<T> {
  at = -1;
  kept = 0;
  /** Has something been spilled? Then nobody keeps its slot. */
  spilled = false;
  /** The frame of the last pulse: who waits for it is due. */
  frame = 0;
  /** How many were in the list when that pulse woke them. */
  due = 0;
  readonly spill: ThreadList<T> = new ThreadList();

  // An implicit one would spread its arguments, and a script may have taken the iterator from arrays.
  // oxlint-disable-next-line eslint/no-useless-constructor
  constructor() {
    super();
  }

  override add(thread: T): void {
    if (this.at < 0) return super.add(thread);
    if (this.spilled || this.kept > this.at) {
      this.spilled = true;
      this.spill.add(thread);
      return;
    }
    thread.list = this;
    thread.slot = this.kept;
    this.items[this.kept++] = thread;
  }

  /** How many began to wait since the last pulse woke those before them. A hole counts: it keeps its place. */
  get begun(): number {
    return this.at < 0 ? this.items.length - this.due : this.kept + this.spill.items.length;
  }

  /** Notes who is due in a pulse. */
  wake(frame: number): void {
    this.frame = frame;
    this.due = this.items.length;
  }

  /** Begins the turns of those that are due. */
  open(): void {
    const { items, spill, due } = this;
    this.spilled = items.length > due;
    if (this.spilled) spill.append(items.splice(due));
    this.due = this.kept = 0;
  }

  /** Ends the turns before `from`, where an error of ours ends them early, and lays on what was spilled. */
  close(from: number): void {
    const { items, spill } = this;
    const { length } = items;
    for (let i = from; i < length; i++) {
      const thread = items[i] as T | null;
      this.at = i;
      if (thread !== null) this.add(thread);
    }
    this.at = -1;
    this.spilled = false;
    items.length = this.kept;
    this.kept = 0;
    this.append(spill.items);
    spill.items.length = 0;
  }
}

/** What stands among the live threads: it knows its neighbours. */
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

  /** A thread waits, or starts another one: from here on it is found. Most end before, and only count. Twice is once. */
  link(thread: T): void {
    const last = this.#last;
    if (thread.livePrev !== null || thread === this.#first) return;
    thread.linked();
    this.#byId?.set(thread.id, thread);
    thread.livePrev = last;
    if (last === null) this.#first = thread;
    else last.liveNext = thread;
    this.#last = thread;
  }

  /** Nothing happens if it is not linked. */
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

/** A place in a ring, or its head. Outside it is a ring of its own, so that leaving twice does nothing. */
export interface Place {
  prev: Place;
  next: Place;
}

/** Puts a place before another one of a ring; before its head: at its end. */
export function addToRing(next: Place, place: Place): void {
  place.prev = next.prev;
  place.next = next;
  next.prev = next.prev.next = place;
}

export function leaveRing(place: Place): void {
  place.prev.next = place.next;
  place.next.prev = place.prev;
  place.prev = place.next = place;
}

/** What stands in a queue: it knows its neighbours there. While it does, it stands in no wheel, which uses the same fields. */
export interface Queued {
  queued: boolean;
  prev: object | null;
  next: object | null;
}

/** Threads in a queue, a ring whose head is the queue: whoever leaves does so at the same cost, however long it is. */
export class ThreadQueue<T extends Queued> implements Place {
  prev: Place = this;
  next: Place = this;

  get first(): T | null {
    return this.behind(this);
  }

  get last(): T | null {
    return this.before(this);
  }

  /** Who stands before a thread of the queue. */
  before({ prev }: T | this): T | null {
    return prev === this ? null : (prev as T);
  }

  /** Who stands behind a thread of the queue. */
  behind({ next }: T | this): T | null {
    return next === this ? null : (next as T);
  }

  /** Puts a thread before another one of the queue; null: at its end. */
  addBefore(next: T | null, thread: T): void {
    thread.queued = true;
    addToRing((next ?? this) as Place, thread as Place);
  }

  /** Nothing happens if it is not in. */
  remove(thread: T): void {
    if (thread.queued) leaveRing(thread as Place);
    thread.queued = false;
  }

  toArray(): T[] {
    const threads: T[] = [];
    for (let thread = this.first; thread !== null; thread = this.behind(thread)) threads.push(thread);
    return threads;
  }
}

/** A set of threads in order of arrival; most have one at the most, and need no more than a field for it. */
export class ThreadSet<T> {
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

  get isEmpty(): boolean {
    return this.#all === null ? this.#only === null : this.#all.size === 0;
  }

  toArray(): T[] {
    if (this.#all !== null) return Array.from(this.#all);
    return this.#only === null ? [] : [this.#only];
  }
}
