/** Events from outside: how their sources are subscribed to, for `waitForEvent` and `listen`. */
import { checkFunction, checkOptions } from '../arguments.js';
import { inRegion } from '../execution/pauses.js';
import { badArgument } from '../messages/errors.js';
import { show } from '../messages/format.js';
import { SubscriptionList } from '../threads/subscription.js';
import type { ThreadScheduler, Channel, Thread } from '../threads/thread.js';
import { publish } from '../waits/channels.js';
import type { EmitterOf } from './event-types.js';

type Listener = (...args: unknown[]) => void;
type Subscribe = (type: string, listener: Listener) => unknown;

/**
 * A source of events: an EventTarget, Node's EventEmitter, an emitter with `on` and `off`, or one whose `on` or
 * `subscribe` returns a function that unsubscribes, or an object with `cancel`, `unsubscribe` or `dispose`. For any other library: `eventSource`.
 */
export type EventSource =
  | { readonly addEventListener: Method }
  | { readonly on: Method }
  | { readonly addListener: Method }
  | { readonly subscribe: Method }
  | EmitterOf<any>;
type Method = (...args: any[]) => unknown;

export interface EventOptions<A extends readonly unknown[] = any[]> {
  /** Only events for which it returns a truthy value count. It gets the arguments of the event. */
  readonly filter?: (...args: A) => unknown;
  /** The longest wait in milliseconds; after that, a TimeoutError is thrown. */
  readonly timeout?: number;
}

/** How a source is subscribed to and unsubscribed from, in the order in which they are looked for. */
const DOORS: readonly (readonly [string, string])[] = [
  ['addEventListener', 'removeEventListener'],
  ['on', 'off'],
  ['addListener', 'removeListener'],
  ['on', 'removeListener'],
];

/** Methods that give what unsubscribes: a function, or an object with one of the methods below. */
const SUBSCRIBE = ['on', 'subscribe'];
const UNSUBSCRIBE = ['cancel', 'unsubscribe', 'dispose'];

/** Adds a listener to a source. Returns the function that removes it. */
type Door = (type: string, listener: Listener) => () => void;

function doorOf(name: string, source: unknown): Door {
  if (typeof source === 'object' && source !== null) {
    const methods = source as Record<string, Subscribe | undefined>;
    for (const [onName, offName] of DOORS) {
      if (!isCallable(methods, onName) || !isCallable(methods, offName)) continue;
      return (type, listener) => {
        methods[onName]?.(type, listener);
        return () => methods[offName]?.(type, listener);
      };
    }
    const onName = SUBSCRIBE.find((each) => isCallable(methods, each));
    if (onName !== undefined) return (type, listener) => undoOf(name, onName, methods[onName]?.(type, listener));
  }
  throw badArgument(name, 'a source with addEventListener, on, addListener or subscribe', source);
}

function undoOf(name: string, onName: string, given: unknown): () => void {
  if (typeof given === 'function') return given as () => void;
  const methods = given as Record<string, (() => void) | undefined>;
  const undo = UNSUBSCRIBE.find((each) => isCallable(methods, each));
  if (undo !== undefined) return () => methods[undo]?.();
  const expected = 'a function that unsubscribes, or an object with cancel, unsubscribe or dispose';
  throw badArgument(name, `a source with a method off, or whose ${onName} returns ${expected}`, given);
}

/** Is it a method? No where it cannot be read. */
function isCallable(methods: Record<string, unknown>, name: string): boolean {
  try {
    return typeof methods[name] === 'function';
  } catch {
    return false;
  }
}

/**
 * All threads of a scheduler that wait for one type of event of one source. They share one listener, which is attached
 * while there are any: so they receive an event in FIFO order, and none is lost when one of them leaves and another one
 * begins to wait.
 */
type Hub = Required<Pick<Channel, 'list' | 'onJoin' | 'onLeave'>>;
const hubs = new WeakMap<ThreadScheduler, WeakMap<object, Map<string, Hub>>>();

/** @internal Waits that begin in it are listed at their sources anew, and stay so if it returns: the log of a run that is loaded knows none of those before. */
export function withNewHubs<T>(scheduler: ThreadScheduler, begin: () => T): T {
  const before = hubs.get(scheduler);
  hubs.delete(scheduler);
  try {
    return begin();
  } catch (error) {
    if (before !== undefined) hubs.set(scheduler, before);
    throw error;
  }
}

/** @internal */
export function hubOf(name: string, { scheduler }: Thread, source: unknown, type: unknown): Hub {
  const door = doorOf(name, source);
  if (typeof type !== 'string') throw badArgument(name, 'the type of an event', type);
  const ofScheduler = hubs.get(scheduler) ?? new WeakMap<object, Map<string, Hub>>();
  const ofSource = ofScheduler.get(source as object) ?? new Map<string, Hub>();
  hubs.set(scheduler, ofScheduler.set(source as object, ofSource));
  return ofSource.get(type) ?? makeHub(door, type, { ofSource, scheduler, label: () => `${show(source)}, ${type}` });
}

/**
 * It is listed at its source while threads are in it. While a run is recorded or replayed, events pass through the
 * inbox, and the hub stays listed, as it has one link there.
 */
function makeHub(
  door: Door,
  type: string,
  { ofSource, scheduler, label }: { ofSource: Map<string, Hub>; scheduler: ThreadScheduler; label: () => string },
): Hub {
  const list = new SubscriptionList<Thread>();
  const listener: Listener = (...args) => {
    scheduler.inbox?.came();
    publish(list, args);
  };
  let linked: Listener | null = null;
  let undo: (() => void) | null = null;
  const hub: Hub = {
    list,
    onJoin() {
      if (list.size > 1) return;
      ofSource.set(type, hub);
      linked ??= scheduler.inbox?.link(label(), listener) ?? listener;
      try {
        undo = door(type, linked);
        // The source has ended who waits, as it called the listener.
        if (list.size === 0) hub.onLeave();
      } catch (error) {
        list.toArray().forEach((subscription) => list.remove(subscription));
        forget();
        throw error;
      }
    },
    onLeave() {
      if (list.size > 0) return;
      forget();
      try {
        const leave = undo;
        undo = null;
        leave?.();
      } catch (error) {
        // The cancel or the end of a thread that brought this about must not stop here: its `finally` blocks have to
        // run, its executor to pass on.
        scheduler.errors.threw(error);
      }
    },
  };
  const forget = (): void => {
    // A rewind may have put another one there.
    if (scheduler.inbox === null && ofSource.get(type) === hub) ofSource.delete(type);
  };
  return hub;
}

/** One event arrives with one value, several arguments as an array. */
export const valueOf = (args: readonly unknown[]): unknown => (args.length < 2 ? args[0] : args);

/**
 * @internal An AbortSignal fires its event only once, so a later wait gets the abort immediately. Null for a signal
 * that is not aborted, and for every other event.
 */
export function abortBefore({ scheduler }: Thread, source: object, type: string): unknown[] | null {
  if (type !== 'abort') return null;
  const { aborted } = source as { readonly aborted?: unknown };
  if (typeof aborted !== 'boolean') return null;
  const was = scheduler.inbox === null ? aborted : scheduler.inbox.input(`${show(source)}, aborted`, () => aborted);
  return was ? [{ type, target: source }] : null;
}

/** How listeners are added to a library, and removed from it. */
export interface EventDoor {
  /** Adds the listener. It may return what removes it again: a function, or an object with a method for that. */
  readonly on: (type: string, listener: (...args: any[]) => void) => unknown;
  /** Removes the listener; not needed if `on` returns what does. */
  readonly off?: (type: string, listener: (...args: any[]) => void) => unknown;
}

/**
 * Makes a source for `waitForEvent` and `listen` out of any library. Make one for each emitter and keep it: what waits for
 * one source shares one listener. Its functions cannot wait.
 * @throws {TypeError} if `on` or `off` is not a function.
 *
 * @example
 * const world = { bodies: new Map(), watch: (id, fn) => world.bodies.set(id, fn), forget: (id) => world.bodies.delete(id) };
 * const collisions = eventSource({
 *   on: (id, listener) => world.watch(id, listener),
 *   off: (id) => world.forget(id),
 * });
 * //@compile
 * function trap() {
 *   return waitForEvent(collisions, "mouse");
 * }
 * const trapping = trap();
 * world.bodies.get("mouse")("snap");
 * runToEnd(scheduler);
 * trapping.result; // "snap"
 */
export function eventSource<Events = any>(door: EventDoor): EmitterOf<Events>;
export function eventSource(door: EventDoor): EventSource {
  checkOptions('eventSource', door, ['on', 'off']);
  const { on, off } = door;
  checkFunction('eventSource', 'a function as on', on);
  if (off !== undefined) checkFunction('eventSource', 'a function as off', off);
  const at = (what: string, fn: EventDoor['on']) => (type: string, listener: Listener) =>
    inRegion(`\`${what}\` of an eventSource`, () => fn(type, listener));
  const source = { on: at('on', on), ...(off && { off: at('off', off) }) };
  return source;
}
