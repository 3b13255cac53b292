/** The record of a subscription: one thread's place at something that happens now and then. What is done with it stands in waits/subscriptions.ts. */
import type { Frame } from '../execution/call.js';

/** Something that happens now and then, and who wants to know. */
export interface SourceOf<T> {
  readonly list: WatcherList<T>;
  /** Made when somebody asks: the name of a source may be a getter of the game. */
  readonly label: () => string;
  /** Calls: only those on this receiver; undefined for any. */
  readonly receiver?: unknown;
  /** Events: somebody has joined the list. */
  readonly open?: () => void;
  /** Events: somebody has left it. */
  readonly close?: () => void;
  /** Events: what the thread gets of what came, or null if its filter does not want it. */
  readonly take?: (came: unknown) => { readonly value: unknown } | null;
  /** Events: how long to wait at the most, in ms. */
  readonly timeoutMs?: number | undefined;
}

/** A source that has a name; what is remembered of it comes at once. */
export interface SignalOf<T> extends SourceOf<T> {
  readonly sticky: { readonly value: unknown } | null;
}

/** Who waits for the next of a queue, in order; and who was woken, for whom one is kept until their turn. */
export interface AskersOf<T> {
  waiting: T[];
  readonly woken: Set<T>;
}

/** One thread's place at a source. It stays from its wake to its next suspension and keeps what comes meanwhile. */
export interface WatcherOf<T> {
  readonly thread: T;
  source: SourceOf<T>;
  waiting: boolean;
  /** What came meanwhile; made with the first. */
  kept: unknown[] | null;
  /** That of `listen`, which stays until it is closed and keeps all. */
  readonly queue: AskersOf<T> | null;
  /** The frame that waited: its own frame-waits do not end the subscription. */
  frame: Frame | null;
  /** Its place in the list of its source; -1 if it has left it. */
  place: number;
}

/**
 * Watchers, those that wait in the order in which they began to. Each knows its place, so leaving costs O(1) and leaves a hole.
 *
 *   items  [ waits · heard · waits · — · heard … ]
 *                              ▲ lastWaiting
 *
 * Who has heard something keeps its place, and waits there again as long as nobody behind it does: so who all hear the same, and
 * all wait again, stay where they are.
 */
export class WatcherList<T> {
  size = 0;
  items: (WatcherOf<T> | null)[] = [];
  /** Nobody behind this place waits. */
  #lastWaiting = -1;
  /** How often somebody has begun to wait. */
  #begun = 0;

  add(watcher: WatcherOf<T>): void {
    this.#close();
    watcher.place = this.items.length;
    this.items.push(watcher);
    this.size++;
    if (watcher.waiting) this.#noteWaiting(watcher);
  }

  /** Nothing happens if the watcher is not in. */
  remove(watcher: WatcherOf<T>): void {
    if (watcher.place < 0) return;
    this.items[watcher.place] = null;
    watcher.place = -1;
    this.size--;
  }

  /** A watcher begins to wait: it stands behind those who already do. */
  wait(watcher: WatcherOf<T>): void {
    watcher.waiting = true;
    if (watcher.place < 0) return;
    if (watcher.place >= this.#lastWaiting) return this.#noteWaiting(watcher);
    this.remove(watcher);
    this.add(watcher);
  }

  /** Calls `hear` for each that is in now. Some of them may leave meanwhile, and others join. */
  each(hear: (watcher: WatcherOf<T>) => void): void {
    this.#close();
    const { items } = this;
    const { length } = items;
    const begun = this.#begun;
    let lastWaiting = -1;
    for (let i = 0; i < length; i++) {
      // Who leaves makes a hole, who joins stands behind `length` or in a new array.
      const watcher = items[i] as WatcherOf<T> | null;
      if (watcher === null) continue;
      hear(watcher);
      if (watcher.waiting) lastWaiting = i;
    }
    if (begun === this.#begun) this.#lastWaiting = lastWaiting;
  }

  toArray(): WatcherOf<T>[] {
    return this.items.filter((watcher) => watcher !== null);
  }

  #noteWaiting({ place }: WatcherOf<T>): void {
    this.#lastWaiting = place;
    this.#begun++;
  }

  /** Closes the holes, once there are too many. */
  #close(): void {
    if (this.items.length < 2 * this.size + 16) return;
    this.items = this.toArray();
    this.items.forEach((watcher, place) => ((watcher as WatcherOf<T>).place = place));
    this.#lastWaiting = this.items.length - 1;
  }
}
