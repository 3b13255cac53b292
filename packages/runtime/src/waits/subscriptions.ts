/** Waits for what happens now and then: signals, calls of a function, events. */
import type { Code } from '../execution/compiled-function.js';
import { keptTooMany } from '../messages/errors.js';
import { pause } from '../execution/generator-frames.js';
import type { Frame } from '../execution/call-frame.js';
import type { Pause } from '../execution/suspension.js';
import { current } from '../threads/current.js';
import type { Host, Thread } from '../threads/thread.js';
import { leaveWheel, wake } from '../threads/wake.js';

/** Something that happens now and then, and who wants to know. */
export interface Source {
  readonly list: WatcherList;
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

/** Who waits for the next of a queue, in order; and who was woken, for whom one is kept until their turn. */
export interface Askers {
  waiting: Thread[];
  readonly woken: Set<Thread>;
}

/** One thread's place at a source. It stays from its wake to its next suspension and keeps what comes meanwhile. */
export interface Watcher {
  readonly thread: Thread;
  source: Source;
  waiting: boolean;
  /** What came meanwhile; made with the first. */
  kept: unknown[] | null;
  /** That of `listen`, which stays until it is closed and keeps all. */
  readonly queue: Askers | null;
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
export class WatcherList {
  size = 0;
  items: (Watcher | null)[] = [];
  /** Nobody behind this place waits. */
  #lastWaiting = -1;
  /** How often somebody has begun to wait. */
  #begun = 0;

  add(watcher: Watcher): void {
    this.#close();
    watcher.place = this.items.length;
    this.items.push(watcher);
    this.size++;
    if (watcher.waiting) this.#noteWaiting(watcher);
  }

  /** Nothing happens if the watcher is not in. */
  remove(watcher: Watcher): void {
    if (watcher.place < 0) return;
    this.items[watcher.place] = null;
    watcher.place = -1;
    this.size--;
  }

  /** A watcher begins to wait: it stands behind those who already do. */
  wait(watcher: Watcher): void {
    watcher.waiting = true;
    if (watcher.place < 0) return;
    if (watcher.place >= this.#lastWaiting) return this.#noteWaiting(watcher);
    this.remove(watcher);
    this.add(watcher);
  }

  /** Calls `hear` for each that is in now. Some of them may leave meanwhile, and others join. */
  each(hear: (watcher: Watcher) => void): void {
    this.#close();
    const { items } = this;
    const { length } = items;
    const begun = this.#begun;
    let lastWaiting = -1;
    for (let i = 0; i < length; i++) {
      // Who leaves makes a hole, who joins stands behind `length` or in a new array.
      const watcher = items[i] as Watcher | null;
      if (watcher === null) continue;
      hear(watcher);
      if (watcher.waiting) lastWaiting = i;
    }
    if (begun === this.#begun) this.#lastWaiting = lastWaiting;
  }

  toArray(): Watcher[] {
    return this.items.filter((watcher) => watcher !== null);
  }

  #noteWaiting({ place }: Watcher): void {
    this.#lastWaiting = place;
    this.#begun++;
  }

  /** Closes the holes, once there are too many. */
  #close(): void {
    if (this.items.length < 2 * this.size + 16) return;
    this.items = this.toArray();
    this.items.forEach((watcher, place) => ((watcher as Watcher).place = place));
    this.#lastWaiting = this.items.length - 1;
  }
}

export const sameSource = (a: Source, b: Source): boolean => a.list === b.list && a.receiver === b.receiver;

/** What came, for one who asks. */
const take = ({ take: filtered }: Source, came: unknown): { readonly value: unknown } | null =>
  filtered === undefined ? { value: came } : filtered(came);

/** The first that a watcher has kept and that the source wants; those before it are forgotten. */
export function takeKept({ kept }: Watcher, source: Source): { readonly value: unknown } | null {
  if (kept === null) return null;
  while (kept.length > 0) {
    const taken = take(source, kept.shift());
    if (taken !== null) return taken;
  }
  return null;
}

/**
 * Waits at a source, or gives at once what was kept since the last wake there; where nothing was kept, what is
 * remembered (`sticky`).
 */
export function watch(source: Source, keeps: boolean, sticky: { readonly value: unknown } | null = null): unknown {
  const watcher = current.thread?.subscription as Watcher | null | undefined;
  const kept = watcher && sameSource(watcher.source, source) ? takeKept(watcher, source) : null;
  if (kept !== null) return kept.value;
  return sticky === null ? (pause('watch', source, keeps) satisfies Pause) : sticky.value;
}

/** A source may call its listener while that is put on, so all is in place before. */
export function subscribe(thread: Thread, source: Source): void {
  const before = thread.subscription as Watcher | null;
  const watcher: Watcher = { thread, source, waiting: true, kept: null, queue: null, frame: thread.leaf, place: -1 };
  thread.subscription = watcher;
  source.list.add(watcher);
  try {
    source.open?.();
  } catch (error) {
    wakeWatcher(watcher, error, 'error');
  }
  if (before !== null) leaveSource(before);
}

/** Waits again for the same, perhaps with another filter. */
export function renew(watcher: Watcher, source: Source): void {
  watcher.source = source;
  watcher.frame = watcher.thread.leaf;
  source.list.wait(watcher);
}

export function unsubscribe(thread: Thread): void {
  const watcher = thread.subscription as Watcher | null;
  if (watcher === null) return;
  thread.subscription = null;
  leaveSource(watcher);
}

function leaveSource(watcher: Watcher): void {
  watcher.waiting = false;
  watcher.source.list.remove(watcher);
  watcher.source.close?.();
}

/** A suspension ends the subscription, unless it is a frame-wait of the function that waited, or the same wait again. */
export function keepsSubscription(thread: Thread, kind: string, subject: unknown): boolean {
  const watcher = thread.subscription as Watcher;
  if (kind === 'frame') return watcher.frame === thread.leaf;
  return kind === 'watch' && sameSource(watcher.source, subject as Source);
}

/** Hands a value to everybody at a source, in the order in which they began to wait. */
export function tell(list: WatcherList, value: unknown, receiver?: unknown): void {
  list.each((watcher) => {
    const wanted = watcher.source.receiver;
    if (wanted === undefined || wanted === receiver) deliver(watcher, value);
  });
}

/** An error of a filter comes out at the wait, not at the emitter. */
export function deliver(watcher: Watcher, came: unknown): void {
  if (watcher.queue !== null || !watcher.waiting) {
    keep(watcher, came);
    return;
  }
  if (watcher.source.take === undefined) return wakeWatcher(watcher, came, 'value');
  const { thread } = watcher;
  const { undone } = thread;
  let taken: { readonly value: unknown } | null;
  let mode: 'value' | 'error' = 'value';
  try {
    taken = take(watcher.source, came);
  } catch (error) {
    taken = { value: error };
    mode = 'error';
  }
  // The filter may have cancelled the thread, whose `finally` may wait here again.
  if (taken !== null && thread.undone === undone) wakeWatcher(watcher, taken.value, mode);
}

/** A wait that has been woken keeps what comes until it waits there again, which may never be: of very many only the newest. */
function keep(watcher: Watcher, came: unknown): void {
  const kept = (watcher.kept ??= []);
  kept.push(came);
  if (watcher.queue !== null) return wakeAsker(watcher, watcher.queue);
  if (kept.length <= MOST_KEPT) return;
  kept.shift();
  const { thread, source } = watcher;
  const { warnings } = thread.host;
  if (warnings.isOn) warnings.say(keptTooMany(thread, source, MOST_KEPT));
}
const MOST_KEPT = 1024;

/** Who waits for the next of a queue takes it in its turn, so that nothing is lost with a thread that is cancelled before. */
export function wakeAsker(watcher: Watcher, { waiting, woken }: Askers): void {
  const asker = waiting.shift();
  watcher.waiting = waiting.length > 0;
  if (asker === undefined) return;
  woken.add(asker);
  wake(asker, watcher);
}

export function wakeWatcher(watcher: Watcher, value: unknown, mode: 'value' | 'error'): void {
  // Its filter may have cancelled its thread.
  if (!watcher.waiting) return;
  watcher.waiting = false;
  leaveWheel(watcher.thread);
  wake(watcher.thread, value, mode);
}

// ---- calls ----------------------------------------------------------------------------------------------------------------

/** Who waits for the calls of a function, on each scheduler where somebody does. */
type Calls = Map<Host, WatcherList>;

/** The calls of a function that the scheduler of a thread makes, on one receiver or on any. */
export function callsOf(code: Code, { host }: Thread, { label, receiver }: Pick<Source, 'label' | 'receiver'>): Source {
  const calls = (code.watchers ??= new Map()) as Calls;
  const list = calls.get(host) ?? new WatcherList();
  return {
    list,
    label,
    receiver,
    open: () => void calls.set(host, list),
    close: () => {
      if (list.size === 0) calls.delete(host);
    },
  };
}

/** Is anybody told of a call of this function? */
export const hasWatchers = ({ watchers }: Code): boolean => watchers !== null && (watchers as Calls).size > 0;

/** A function is called: who waits for that on the scheduler of the call goes on. At the call, before the body. */
export function tellCall(code: Code, host: Host | null, self: unknown, args: ArrayLike<unknown>): void {
  const calls = code.watchers as Calls;
  const came = args.length < 2 ? args[0] : Array.from(args);
  if (host === null) calls.forEach((list) => tell(list, came, self));
  else if (calls.has(host)) tell(calls.get(host) as WatcherList, came, self);
}
