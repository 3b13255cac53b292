/** Events from outside, and queues of what happens: `waitForEvent` and `listen`. */
import { type Body, Code, codeOf } from '../execution/compiled-function.js';
import { badArgument, foreignQueue, notCompiled } from '../messages/errors.js';
import { ownerBehind } from '../ownership/executor.js';
import { enter, pause } from '../execution/generator-frames.js';
import { show } from '../messages/format.js';
import { checkOptions } from '../arguments.js';
import type { Scheduler } from '../scheduling/scheduler.js';
import { checkReceiver } from './script.js';
import type { Host, Thread } from '../threads/thread.js';
import { askAs, checkMs, needThread } from '../waits/timed.js';
import {
  type Askers,
  callsOf,
  deliver,
  type Source,
  takeKept,
  tell,
  wakeAsker,
  watch,
  type Watcher,
  WatcherList,
} from '../waits/subscriptions.js';

type Listener = (...args: unknown[]) => void;
type Subscribe = (type: string, listener: Listener) => void;

/** Whatever events come from: EventTarget, Node's EventEmitter, or an emitter with `on` and `off`. */
export type EventSource = object;

export interface EventOptions {
  /** Only events for which it gives true count. It gets what the event hands over. */
  readonly filter?: (...args: any[]) => unknown;
  /** Milliseconds to wait at the most; then a TimeoutError is thrown. */
  readonly timeout?: number;
}

/** How a source is subscribed to and unsubscribed from, in the order in which they are looked for. */
const DOORS: readonly (readonly [string, string])[] = [
  ['addEventListener', 'removeEventListener'],
  ['on', 'off'],
  ['addListener', 'removeListener'],
  ['on', 'removeListener'],
];

interface Door {
  readonly on: Subscribe;
  readonly off: Subscribe;
}

function doorOf(name: string, source: unknown): Door {
  if (typeof source === 'object' && source !== null) {
    const methods = source as Record<string, Subscribe | undefined>;
    for (const [onName, offName] of DOORS) {
      if (!isCallable(methods, onName) || !isCallable(methods, offName)) continue;
      return {
        on: (type, listener) => methods[onName]?.(type, listener),
        off: (type, listener) => methods[offName]?.(type, listener),
      };
    }
  }
  throw badArgument(name, 'a source with addEventListener, on and off, or addListener', source);
}

/** Is it a method? No where it cannot be read. */
function isCallable(methods: Record<string, Subscribe | undefined>, name: string): boolean {
  try {
    return typeof methods[name] === 'function';
  } catch {
    return false;
  }
}

/**
 * All threads of a scheduler who wait for one type of event of one source. They share one listener, which is on while there are
 * any: so they hear it in the order in which they began to wait, and nothing is lost when one of them leaves or stands last.
 */
type Hub = Required<Pick<Source, 'list' | 'open' | 'close'>>;
const hubs = new WeakMap<Host, WeakMap<object, Map<string, Hub>>>();

function hubOf(name: string, { host }: Thread, source: unknown, type: unknown): Hub {
  const door = doorOf(name, source);
  if (typeof type !== 'string') throw badArgument(name, 'the type of an event', type);
  const ofHost = got(hubs, host, () => new WeakMap<object, Map<string, Hub>>());
  const ofSource = got(ofHost, source as object, () => new Map<string, Hub>());
  return ofSource.get(type) ?? makeHub(door, type, { ofSource, host, label: () => `${show(source)}, ${type}` });
}

/** What stands in a map; made when it is first asked for. */
function got<K, V>(map: { get(key: K): V | undefined; set(key: K, value: V): unknown }, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/**
 * It stands among those of its source while there are any threads in it. While a run is recorded or replayed, what the source says
 * passes the inbox, and its one link with that stays.
 */
function makeHub(
  { on, off }: Door,
  type: string,
  { ofSource, host, label }: { ofSource: Map<string, Hub>; host: Host; label: () => string },
): Hub {
  const { inbox } = host;
  const list = new WatcherList();
  const listener: Listener = (...args) => tell(list, args);
  let linked: Listener | null = inbox === null ? listener : null;
  const hub: Hub = {
    list,
    open() {
      if (list.size > 1) return;
      ofSource.set(type, hub);
      linked ??= inbox?.link(label(), listener) ?? listener;
      try {
        on(type, linked);
      } catch (error) {
        list.toArray().forEach((watcher) => list.remove(watcher));
        forget();
        throw error;
      }
    },
    close() {
      if (list.size > 0) return;
      forget();
      try {
        off(type, linked as Listener);
      } catch (error) {
        // A thread that is cancelled or ends goes on all the same: its `finally` blocks run, its owner passes on.
        host.threw(error);
      }
    },
  };
  const forget = (): void => {
    if (inbox === null) ofSource.delete(type);
  };
  return hub;
}

/** One event arrives with one value, several arguments as an array. */
const valueOf = (args: readonly unknown[]): unknown => (args.length < 2 ? args[0] : args);

/** Waits for an event; see `waitForEvent`. */
export function waitEvent(
  name: string,
  source: unknown,
  type: unknown,
  options: EventOptions,
  keeps: boolean,
): unknown {
  const thread = needThread(name);
  const hub = hubOf(name, thread, source, type);
  checkOptions(name, options, ['filter', 'timeout']);
  const { filter, timeout } = options;
  if (filter !== undefined && typeof filter !== 'function') throw badArgument(name, 'a function as filter', filter);
  if (timeout !== undefined) checkMs(name, timeout, 'a timeout in ms ≥ 0');
  const take = (args: unknown): { value: unknown } | null =>
    passes(thread, filter, args as unknown[]) ? { value: valueOf(args as unknown[]) } : null;
  const label = (): string => `${name}(${show(source)}, ${show(type)})`;
  const aborted = abortBefore(thread, source as object, type as string);
  return watch({ ...hub, label, take, timeoutMs: timeout }, keeps, aborted && take(aborted));
}

/** An AbortSignal tells of its abort once: who waits for it later gets it at once. Null for one that is not aborted, and for every other event. */
function abortBefore({ host }: Thread, source: object, type: string): unknown[] | null {
  if (type !== 'abort') return null;
  const { aborted } = source as { readonly aborted?: unknown };
  if (typeof aborted !== 'boolean') return null;
  const was = host.inbox === null ? aborted : host.inbox.input(`${show(source)}, aborted`, () => aborted);
  return was ? [{ type, target: source }] : null;
}

const passes = (thread: Thread, filter: EventOptions['filter'], args: unknown[]): boolean =>
  filter === undefined || Boolean(askAs(thread, 'the filter of waitForEvent', () => filter.apply(undefined, args)));

/**
 * Waits for an event of a source and gives what it hands over: the event, or an array if there are several arguments.
 * The listener is taken off again however the wait ends. The `abort` of an AbortSignal that is aborted already comes at once.
 * @throws {TimeoutError} after `timeout` ms. @throws {TypeError} for a source without a way to listen.
 *
 * @example
 * // @compile
 * function ask(keyboard) {
 *   return waitForEvent(keyboard, "keydown", { filter: (event) => event.key === "Enter" }).key;
 * }
 * const keyboard = new EventTarget();
 * const asked = ask(keyboard);
 * keyboard.dispatchEvent(Object.assign(new Event("keydown"), { key: "Enter" }));
 * scheduler.pulse(16);
 * asked.result; // "Enter"
 */
export const waitForEvent = (source: EventSource, type: string, options: EventOptions = {}): any =>
  waitEvent('waitForEvent', source, type, options, false);

/** What has happened and was not yet asked for. It belongs to the thread that called `listen`; those that this one starts may ask it, too. */
export interface Queue<T = any> {
  /** Waits for the next value; loses nothing that came in between. */
  next(): T;
  /** How many values are there to take. */
  readonly size: number;
  /** Forgets them. */
  clear(): void;
  /** Stops to listen; `next()` then gives what is left, and undefined after that. */
  close(): void;
}

/** The queue behind `listen`: a watcher that keeps what comes, and those who wait for the next of it. */
class ListenQueue implements Queue {
  readonly #watcher: Watcher;
  readonly #askers: Askers = { waiting: [], woken: new Set() };
  #closed = false;

  constructor(thread: Thread, source: Source) {
    const queue = this.#askers;
    this.#watcher = { thread, source, waiting: false, kept: null, queue, frame: null, place: -1 };
    source.list.add(this.#watcher);
    source.open?.();
    (thread.own.listeners ??= []).push(this);
  }

  /** @internal Something has happened. */
  hear(came: unknown): void {
    deliver(this.#watcher, came);
  }

  next(): unknown {
    const { thread, source } = this.#watcher;
    if (!isOf(thread, needThread('next'))) throw foreignQueue(`listen(${source.label()})`);
    if (this.#closed || this.#left > 0) return this.#take();
    ListenQueue.#waitingForNext ??= new Code(ListenQueue.#waitForNext, 'generator', 'next(0)');
    return enter(ListenQueue.#waitingForNext, this, []);
  }

  /** Made when it is needed: a minifier that drops an unused class keeps what its static fields call, and its private names are gone. */
  static #waitingForNext: Code | undefined;

  static readonly #waitForNext: Body = function* (this: ListenQueue): Generator {
    const { woken } = this.#askers;
    const asker = needThread('next');
    try {
      do {
        woken.delete(asker);
        const given: unknown = yield pause('queue', this.#watcher, false);
        // Somebody has ended the wait with a value of his own.
        if (given !== this.#watcher) return given;
        // Somebody may have cleared the queue.
      } while (this.size === 0 && !this.#closed);
      return this.#take();
    } finally {
      // If it was cancelled, what was kept for it is for the next one.
      if (woken.delete(asker) && this.#left > 0) wakeAsker(this.#watcher, this.#askers);
    }
  } as Body;

  /** How many are there that are kept for nobody. */
  get #left(): number {
    return this.size - this.#askers.woken.size;
  }

  #take(): unknown {
    return takeKept(this.#watcher, this.#watcher.source)?.value;
  }

  get size(): number {
    return this.#watcher.kept?.length ?? 0;
  }

  clear(): void {
    this.#watcher.kept = null;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    const { source } = this.#watcher;
    source.list.remove(this.#watcher);
    source.close?.();
    while (this.#watcher.waiting) wakeAsker(this.#watcher, this.#askers);
  }
}

/** Is it this thread, or one that it started, itself or through others? */
function isOf(thread: Thread, asker: Thread): boolean {
  let one: Thread | null = asker;
  while (one !== null && one !== thread) one = one.parent;
  return one === thread && asker.host === thread.host;
}

/**
 * A queue of signals (`listen("hit")`), of calls of a compiled function (`listen(door.open, door)`) or of events
 * (`listen(window, "keydown")`). It takes in everything from now on, until its thread ends.
 *
 * @example
 * // @compile
 * function defend(hero) {
 *   const hits = listen("hit");
 *   while (hero.health > 0) {
 *     const strength = hits.next();
 *     hero.health -= strength;
 *   }
 *   return "down";
 * }
 * const fight = defend({ health: 5 });
 * signal("hit", 3);
 * signal("hit", 2);
 * runToEnd(scheduler);
 * fight.result; // "down"
 */
export function listen(what: unknown, detail?: unknown): Queue {
  const thread = needThread('listen');
  if (what === '') throw badArgument('listen', 'the name of a signal', what);
  if (typeof what === 'string') return new ListenQueue(thread, (thread.host as Scheduler).signals.of(what));
  if (typeof what === 'function') {
    checkReceiver('listen', detail);
    const code = codeOf(what);
    if (code === undefined) throw notCompiled('listen', what);
    const label = (): string => code.label;
    return new ListenQueue(thread, callsOf(code, thread, { receiver: ownerBehind(detail), label }));
  }
  const hub = hubOf('listen', thread, what, detail);
  const take = (args: unknown): { value: unknown } => ({ value: valueOf(args as unknown[]) });
  const label = (): string => `${show(what)}, ${show(detail)}`;
  const queue = new ListenQueue(thread, { ...hub, label, take });
  const aborted = abortBefore(thread, what as object, detail as string);
  if (aborted !== null) queue.hear(aborted);
  return queue;
}
