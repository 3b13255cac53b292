/** Waits for what happens now and then: signals, calls of a function, events. */
import type { CompiledFunction } from '../execution/compiled-function.js';
import { keptTooMany } from '../messages/errors.js';
import { pause } from '../execution/generator-frames.js';
import type { Pause } from '../execution/suspension.js';
import { current } from '../threads/current.js';
import type { Host, Source, Thread, Watcher } from '../threads/thread.js';
import { type AskersOf, WatcherList } from '../threads/subscription.js';
import { leaveWheel, wake } from '../threads/wake.js';

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
  const watcher = current.thread?.subscription;
  const kept = watcher && sameSource(watcher.source, source) ? takeKept(watcher, source) : null;
  if (kept !== null) return kept.value;
  return sticky === null ? (pause('watch', source, keeps) satisfies Pause) : sticky.value;
}

/** A place at a source that is not taken yet. */
export const watcherOf = (thread: Thread, source: Source, queue: AskersOf<Thread> | null): Watcher => ({
  thread,
  source,
  waiting: false,
  kept: null,
  queue,
  frame: null,
  place: -1,
});

/** A source may call its listener while that is put on, so all is in place before. */
export function subscribe(thread: Thread, source: Source): void {
  const before = thread.subscription;
  const watcher = watcherOf(thread, source, null);
  watcher.waiting = true;
  watcher.frame = thread.leaf;
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
  const watcher = thread.subscription;
  if (watcher === null) return;
  thread.subscription = null;
  leaveSource(watcher);
}

function leaveSource(watcher: Watcher): void {
  watcher.waiting = false;
  watcher.source.list.remove(watcher);
  watcher.source.close?.();
}

/** Hands a value to everybody at a source, in the order in which they began to wait. */
export function tell(list: WatcherList<Thread>, value: unknown, receiver?: unknown): void {
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
export function wakeAsker(watcher: Watcher, { waiting, woken }: AskersOf<Thread>): void {
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
type Calls = Map<Host, WatcherList<Thread>>;

/** The calls of a function that the scheduler of a thread makes, on one receiver or on any. */
export function callsOf(
  code: CompiledFunction,
  { host }: Thread,
  { label, receiver }: Pick<Source, 'label' | 'receiver'>,
): Source {
  const calls = (code.watchers ??= new Map()) as Calls;
  const list = calls.get(host) ?? new WatcherList<Thread>();
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
export const hasWatchers = ({ watchers }: CompiledFunction): boolean =>
  watchers !== null && (watchers as Calls).size > 0;

/** A function is called: who waits for that on the scheduler of the call goes on. At the call, before the body. */
export function tellCall(code: CompiledFunction, host: Host | null, self: unknown, args: ArrayLike<unknown>): void {
  const calls = code.watchers as Calls;
  const came = args.length < 2 ? args[0] : Array.from(args);
  if (host === null) calls.forEach((list) => tell(list, came, self));
  else if (calls.has(host)) tell(calls.get(host) as WatcherList<Thread>, came, self);
}
