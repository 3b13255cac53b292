/** The record of a subscription: one thread at one channel. Its operations are in waits/channels.ts. */

import type { Frame } from '../execution/call.js';

/**
 * Something that happens again and again (a signal, the calls of a function, the events of a source), and its
 * subscribers. Its functions are of the word that has made it, once for each source or wait; what a save writes of an event is data beside
 * them: `source`, `type` and `filter`.
 */
export interface ChannelOf<T> {
  readonly list: SubscriptionList<T>;
  /** Made on demand, because naming a source may call a getter of the game. */
  readonly label: () => string;
  /** Calls: only those on this receiver; undefined for any. */
  readonly receiver?: unknown;
  /** Called when a subscription has joined the list. */
  readonly onJoin?: () => void;
  /** Called when a subscription has left the list. */
  readonly onLeave?: () => void;
  /** Events: the arguments that the thread gets, or null if its filter rejects the event. */
  readonly accept?: (came: unknown) => { readonly value: unknown } | null;
  /** Events: of what, which, and what decides whether one counts. Of a wait that `defineWait` has made, the source is a `DefinedWait`. */
  readonly source?: unknown;
  readonly type?: unknown;
  readonly filter?: unknown;
  /** Events: how long to wait at the most, in ms. */
  readonly timeoutMs?: number | undefined;
}

/** A channel with a name. A remembered value is received immediately. */
export interface SignalOf<T> extends ChannelOf<T> {
  readonly sticky: { readonly value: unknown } | null;
}

/**
 * The threads that wait for the next value of a queue, FIFO, and the woken threads, for each of which a value is
 * reserved.
 */
export interface AskersOf<T> {
  waiting: T[];
  readonly woken: Set<T>;
}

/**
 * One thread at one channel. It lasts beyond a wake, to the next suspension, and buffers the values that come in the
 * meantime.
 */
export interface SubscriptionOf<T> {
  readonly thread: T;
  channel: ChannelOf<T>;
  waiting: boolean;
  /** The buffered values. The array is created with the first one. */
  buffered: unknown[] | null;
  /** For `listen`: such a subscription lasts until it is closed and buffers everything. */
  readonly queue: AskersOf<T> | null;
  /** The call that waited last: its own waits for a frame do not end the subscription. */
  subscriber: Frame | null;
  /** Its slot in the list of its channel; -1 if it has left it. */
  slot: number;
}

/**
 * Subscriptions. Those that wait are in FIFO order. Each knows its slot, so leaving costs O(1) and leaves a hole.
 *
 *   items  [ waits · heard · waits · — · heard … ]
 *                              ▲ lastWaiting
 *
 * A woken thread keeps its slot and waits there again, unless one behind it waits. So threads that are all woken
 * together and all wait again are not moved.
 */
export class SubscriptionList<T> {
  size = 0;
  items: (SubscriptionOf<T> | null)[] = [];
  /** No subscription behind this slot waits. */
  #lastWaiting = -1;
  /** How many waits have begun. */
  #begun = 0;

  add(subscription: SubscriptionOf<T>): void {
    this.#close();
    subscription.slot = this.items.length;
    this.items.push(subscription);
    this.size++;
    if (subscription.waiting) this.#noteWaiting(subscription);
  }

  /** Idempotent: nothing happens if the subscription is not in the list. */
  remove(subscription: SubscriptionOf<T>): void {
    if (subscription.slot < 0) return;
    this.items[subscription.slot] = null;
    subscription.slot = -1;
    this.size--;
  }

  /** A subscription begins to wait, behind those that already wait. */
  wait(subscription: SubscriptionOf<T>): void {
    subscription.waiting = true;
    if (subscription.slot < 0) return;
    if (subscription.slot >= this.#lastWaiting) return this.#noteWaiting(subscription);
    this.remove(subscription);
    this.add(subscription);
  }

  /** Calls `hear` for each current subscription. Some may leave during this, and others may join. */
  each(hear: (subscription: SubscriptionOf<T>) => void): void {
    this.#close();
    const { items } = this;
    const { length } = items;
    const begun = this.#begun;
    let lastWaiting = -1;
    for (let i = 0; i < length; i++) {
      // Reentrant: one that leaves makes a hole, one that joins is behind `length` or in a new array.
      const subscription = items[i] as SubscriptionOf<T> | null;
      if (subscription === null) continue;
      hear(subscription);
      if (subscription.waiting) lastWaiting = i;
    }
    if (begun === this.#begun) this.#lastWaiting = lastWaiting;
  }

  toArray(): SubscriptionOf<T>[] {
    return this.items.filter((subscription) => subscription !== null);
  }

  #noteWaiting({ slot }: SubscriptionOf<T>): void {
    this.#lastWaiting = slot;
    this.#begun++;
  }

  /** Closes the holes when there are too many. */
  #close(): void {
    if (this.items.length < 2 * this.size + 16) return;
    this.items = this.toArray();
    this.items.forEach((subscription, slot) => ((subscription as SubscriptionOf<T>).slot = slot));
    this.#lastWaiting = this.items.length - 1;
  }
}
