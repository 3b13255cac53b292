/** `listen`: a queue of what comes, which loses nothing. */
import { checkReceiver, checkCount } from '../arguments.js';
import { SmallSet } from '../collections/small-set.js';
import { type Body, CompiledFunction, codeOf } from '../execution/compiled-function.js';
import { execute } from '../execution/generator-frames.js';
import { DEV } from '../messages/development.js';
import { foreignQueue, notCompiled } from '../messages/errors.js';
import { show } from '../messages/format.js';
import { tooManyQueues } from '../messages/warning-texts.js';
import { ownerBehind } from '../ownership/owner.js';
import type { Channel, Thread, Subscription } from '../threads/thread.js';
import { checkSignalName } from '../waits/signal-interface.js';
import { signalOf } from '../waits/signals.js';
import { callsOf, deliver, subscriptionTo, wakeAsker } from '../waits/channels.js';
import type { SignalName, SignalValue, ValueOfArguments } from '../threads/values.js';
import { needThread } from '../waits/wait-arguments.js';
import { abortBefore, type EventSource, hubOf, valueOf } from './events.js';
import type { EventName, EventOf } from './event-types.js';
import { type AskedQueue, left, sizeOf, take } from './listen-parts.js';
import { queue as waiting } from './next.generated.js';

/**
 * Values that have come and are not taken yet. A queue belongs to the thread that called `listen`; threads that this
 * one starts can use it too.
 */
export interface Queue<T = any> {
  /** Returns the next value; waits if there is none yet. Loses no value that came in between. */
  next(): T;
  /** The number of values that can be taken. */
  readonly size: number;
  /** Drops these values. */
  clear(): void;
  /** Stops listening. `next()` then returns the remaining values, and undefined after that. */
  close(): void;
}

/** A thread that has more of them open is told in development: it hardly means to. */
const MOST_OPEN = 100;

/** @internal The queue behind `listen`: a subscription that buffers everything, and the threads that wait for its next value. */
export class ListenQueue implements Queue, AskedQueue {
  /** @internal */
  readonly subscription: Subscription;
  /** @internal */
  isClosed = false;

  constructor(thread: Thread, channel: Channel) {
    this.subscription = subscriptionTo(thread, channel, { waiting: [], woken: new Set() });
    channel.list.add(this.subscription);
    channel.onJoin?.();
    const open = (thread.ownRare.listeners ??= new SmallSet());
    open.add(this);
    if (DEV && open.size > MOST_OPEN) thread.scheduler.warnings.say(tooManyQueues(thread, MOST_OPEN));
  }

  next(): any {
    const { subscription } = this;
    const { thread, channel } = subscription;
    if (!isOf(thread, needThread('next'))) throw foreignQueue(`listen(${channel.label()})`);
    return this.isClosed || left(subscription) > 0 ? take(subscription) : execute(nextCode(), this, []);
  }

  get size(): number {
    return sizeOf(this.subscription);
  }

  clear(): void {
    const { subscription } = this;
    subscription.thread.scheduler.inbox?.came();
    subscription.buffered = null;
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    const { subscription } = this;
    const { channel, thread } = subscription;
    thread.scheduler.inbox?.came();
    thread.rare?.listeners?.delete(this);
    channel.list.remove(subscription);
    channel.onLeave?.();
    while (subscription.waiting) wakeAsker(subscription);
  }
}

/** @internal Where a queue hears the events of a source. */
export const channelOfQueue = (thread: Thread, source: unknown, type: unknown): Channel => ({
  ...hubOf('listen', thread, source, type),
  source,
  type,
  label: () => `${show(source)}, ${show(type)}`,
  accept: (args) => ({ value: valueOf(args as unknown[]) }),
});

let waitingNext: CompiledFunction | undefined;

/** @internal The record of `next()` that waits. Made when it is needed: a minifier keeps what is made by a call. */
export const nextCode = (): CompiledFunction =>
  (waitingNext ??= new CompiledFunction(waiting.next as Body, 'generator', 'next(0) runtime'));

/** Is it this thread, or one that it started, itself or through others? */
function isOf(thread: Thread, asker: Thread): boolean {
  let one: Thread | null = asker;
  while (one !== null && one !== thread) one = one.parent;
  return one === thread && asker.scheduler === thread.scheduler;
}

/**
 * A queue of signals (`listen("hit")`), of calls of a compiled function (`listen(door.open, door)`) or of events
 * (`listen(window, "keydown")`). It receives everything from now on, until its thread ends.
 *
 * @example
 * //@compile
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
export function listen<K extends SignalName>(signal: K): Queue<SignalValue<K>>;
/**
 * A queue of the calls of a compiled function, on `receiver` if it is given, from now on, until its thread ends. It gives
 * their arguments.
 *
 * @example
 * const door = {
 *   //@compile
 *   open(who) {
 *     wait(100);
 *   },
 * };
 * //@compile
 * function porter() {
 *   const calls = listen(door.open);
 *   return calls.next() + " and " + calls.next();
 * }
 * const noting = porter();
 * door.open("Ada");
 * door.open("Bo");
 * runToEnd(scheduler);
 * noting.result; // "Ada and Bo"
 */
export function listen<A extends readonly unknown[]>(
  fn: (...args: A) => unknown,
  receiver?: unknown,
): Queue<ValueOfArguments<A>>;
/** A queue of the events of a source. The type argument names what it gives. */
export function listen<E = never>(source: EventSource, type: [E] extends [never] ? never : string): Queue<NoInfer<E>>;
/**
 * A queue of the events of a source, from now on, until its thread ends: `listen(window, "keydown")`.
 *
 * @example
 * //@compile
 * function spell(keyboard) {
 *   const keys = listen(keyboard, "keydown");
 *   return keys.next().key + keys.next().key;
 * }
 * const keyboard = new EventTarget();
 * const spelling = spell(keyboard);
 * for (const key of "ok") keyboard.dispatchEvent(Object.assign(new Event("keydown"), { key }));
 * runToEnd(scheduler);
 * spelling.result; // "ok"
 */
export function listen<S extends EventSource, N extends EventName<S>>(source: S, type: N): Queue<EventOf<S, N>>;
export function listen(what: unknown, detail?: unknown): Queue {
  checkCount('listen', 2, arguments);
  const thread = needThread('listen');
  if (typeof what === 'string') {
    checkSignalName('listen', what);
    return new ListenQueue(thread, signalOf(thread.scheduler, what));
  }
  if (typeof what === 'function') {
    checkReceiver('listen', detail);
    const code = codeOf(what);
    if (code === undefined) throw notCompiled('listen', what);
    const label = (): string => code.label;
    return new ListenQueue(thread, callsOf(code, thread, { receiver: ownerBehind(detail), label }));
  }
  const queue = new ListenQueue(thread, channelOfQueue(thread, what, detail));
  const aborted = abortBefore(thread, what as object, detail as string);
  if (aborted !== null) deliver(queue.subscription, aborted);
  return queue;
}
