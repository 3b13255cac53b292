/** Events from outside, and queues of what happens: `waitForEvent` and `listen`. */
import { badArgument, badNumber, foreignQueue, notCompiled } from './errors.js';
import { inPlace, pause } from './frames.js';
import { show } from './labels.js';
import { codeOf, type Scheduler } from './scheduler.js';
import { current, type Thread } from './thread.js';
import { needThread } from './time.js';
import { deliver, type Source, tell, wake, watch, type Watcher } from './waits.js';

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

function doorOf(name: string, source: unknown): { on: Subscribe; off: Subscribe } {
  if (typeof source === 'object' && source !== null) {
    const methods = source as Record<string, Subscribe | undefined>;
    for (const [onName, offName] of DOORS) {
      if (typeof methods[onName] !== 'function' || typeof methods[offName] !== 'function') continue;
      return {
        on: (type, listener) => methods[onName]?.(type, listener),
        off: (type, listener) => methods[offName]?.(type, listener),
      };
    }
  }
  throw badArgument(name, 'a source with addEventListener, on and off, or addListener', source);
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
  const { on, off } = doorOf(name, source);
  if (typeof type !== 'string') throw badArgument(name, 'the type of an event', type);
  const { filter, timeout } = options;
  if (filter !== undefined && typeof filter !== 'function') throw badArgument(name, 'a function as filter', filter);
  if (timeout !== undefined && !(timeout >= 0 && timeout <= Number.MAX_SAFE_INTEGER)) {
    throw badNumber(name, 'a timeout in ms ≥ 0', timeout);
  }
  const list: Watcher[] = [];
  const listener: Listener = (...args) => {
    const verdict = passes(thread, filter, args);
    if (verdict instanceof FilterError) fail(list, verdict.error);
    else if (verdict) tell(list, valueOf(args));
  };
  const label = `${name}(${show(source)}, ${show(type)})`;
  const linked = linkTo(thread, label, listener);
  const where: Source = {
    list,
    label,
    key: [source, type, filter],
    open: () => on(type, linked()),
    close: () => off(type, linked()),
    timeoutMs: timeout,
  };
  return watch(where, keeps);
}

/** The listener that is put on the source, made when it is first asked for: while a run is recorded or replayed, it passes the inbox. */
function linkTo({ host: { inbox } }: Thread, label: string, listener: Listener): () => Listener {
  let linked: Listener | null = inbox === null ? listener : null;
  return () => (linked ??= inbox?.link(label, listener) ?? listener);
}

class FilterError {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

/** Asks a filter as its thread would, where nothing can pause. */
function passes(thread: Thread, filter: EventOptions['filter'], args: unknown[]): boolean | FilterError {
  if (filter === undefined) return true;
  const outer = current.thread;
  current.thread = thread;
  try {
    return Boolean(inPlace('the filter of waitForEvent', () => filter(...args)));
  } catch (error) {
    return new FilterError(error);
  } finally {
    current.thread = outer;
  }
}

/** An error in a filter comes out at the wait. */
function fail(list: readonly Watcher[], error: unknown): void {
  for (const watcher of list) {
    if (!watcher.waiting) continue;
    watcher.waiting = false;
    wake(watcher.thread, error, 'error');
  }
}

/**
 * Waits for an event of a source and gives what it hands over: the event, or an array if there are several arguments.
 * The listener is taken off again however the wait ends.
 * @throws {TimeoutError} after `timeout` ms. @throws {TypeError} for a source without a way to listen.
 *
 * @example
 * const key = waitForEvent(window, "keydown", { filter: (event) => event.key === "Enter" });
 */
export const waitForEvent = (source: EventSource, type: string, options: EventOptions = {}): any =>
  waitEvent('waitForEvent', source, type, options, false);

/** What has happened and was not yet asked for; it belongs to the thread that called `listen`. */
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

/** The queue behind `listen`: a watcher that keeps what comes while nobody waits. */
class ListenQueue implements Queue {
  readonly #watcher: Watcher;
  #closed = false;

  constructor(thread: Thread, source: Source) {
    this.#watcher = { thread, source, waiting: false, kept: [], frame: null };
    source.list.push(this.#watcher);
    source.open?.();
    (thread.listeners ??= []).push(this);
  }

  next(): unknown {
    const { kept, thread, source } = this.#watcher;
    if (needThread('next') !== thread) throw foreignQueue(`listen(${source.label})`);
    if (kept.length > 0 || this.#closed) return kept.shift();
    return pause('queue', this.#watcher, false);
  }

  get size(): number {
    return this.#watcher.kept.length;
  }

  clear(): void {
    this.#watcher.kept.length = 0;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    const { source, thread } = this.#watcher;
    source.list.splice(source.list.indexOf(this.#watcher), 1);
    source.close?.();
    if (thread.kind === 'queue' && thread.subject === this.#watcher) deliver(this.#watcher, undefined);
  }
}

/**
 * A queue of signals (`listen("hit")`), of calls of a compiled function (`listen(door.open, door)`) or of events
 * (`listen(window, "keydown")`). It takes in everything from now on, until its thread ends.
 *
 * @example
 * const hits = listen("hit");
 * while (true) this.hp -= hits.next();
 */
export function listen(what: unknown, detail?: unknown): Queue {
  const thread = needThread('listen');
  if (typeof what === 'string') return new ListenQueue(thread, (thread.host as Scheduler).signalOf(what).source);
  if (typeof what === 'function') {
    const code = codeOf(what);
    if (code === undefined) throw notCompiled(what.name || 'anonymous');
    const list = (code.watchers ??= []) as Watcher[];
    return new ListenQueue(thread, { list, receiver: detail, label: code.label });
  }
  const { on, off } = doorOf('listen', what);
  if (typeof detail !== 'string') throw badArgument('listen', 'the type of an event', detail);
  const list: Watcher[] = [];
  const listener: Listener = (...args) => tell(list, valueOf(args));
  const label = `${show(what)}, ${detail}`;
  const linked = linkTo(thread, `listen(${label})`, listener);
  return new ListenQueue(thread, {
    list,
    label,
    open: () => on(detail, linked()),
    close: () => off(detail, linked()),
  });
}
