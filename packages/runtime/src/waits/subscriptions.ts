/** Waits at channels: signals, calls of a function, events. */
import type { CompiledFunction } from '../execution/compiled-function.js';
import { DEV } from '../messages/development.js';
import { bufferedTooMany } from '../messages/warning-texts.js';
import { pause } from '../execution/generator-frames.js';
import type { Pause } from '../execution/suspension.js';
import { current } from '../threads/current.js';
import type { ThreadScheduler, Channel, Thread, Subscription } from '../threads/thread.js';
import { type AskersOf, SubscriptionList } from '../threads/subscription.js';
import { leaveWheel, wake } from '../threads/wake.js';

export const sameChannel = (a: Channel, b: Channel): boolean => a.list === b.list && a.receiver === b.receiver;

/** The value of a call, signal or event for a waiting thread; null if its channel rejects it. */
const accept = ({ accept: filtered }: Channel, came: unknown): { readonly value: unknown } | null =>
  filtered === undefined ? { value: came } : filtered(came);

/** The first buffered value that the channel accepts. Those before it are dropped. */
export function takeBuffered({ buffered }: Subscription, channel: Channel): { readonly value: unknown } | null {
  if (buffered === null) return null;
  while (buffered.length > 0) {
    const taken = accept(channel, buffered.shift());
    if (taken !== null) return taken;
  }
  return null;
}

/**
 * Waits for the next value of a channel. Returns a value immediately if one was buffered since the last wake there,
 * else if one is remembered (`sticky`).
 */
export function awaitNext(
  channel: Channel,
  keeps: boolean,
  sticky: { readonly value: unknown } | null = null,
): unknown {
  const subscription = current.thread?.subscription;
  const buffered =
    subscription && sameChannel(subscription.channel, channel) ? takeBuffered(subscription, channel) : null;
  if (buffered !== null) return buffered.value;
  return sticky === null ? (pause('subscription', channel, keeps) satisfies Pause) : sticky.value;
}

/** A subscription that is in no list yet. */
export const subscriptionTo = (thread: Thread, channel: Channel, queue: AskersOf<Thread> | null): Subscription => ({
  thread,
  channel,
  waiting: false,
  buffered: null,
  queue,
  frame: null,
  slot: -1,
});

/** A source may call its listener while that is added, so the subscription is complete before `onJoin`. */
export function subscribe(thread: Thread, channel: Channel): void {
  const before = thread.subscription;
  const subscription = subscriptionTo(thread, channel, null);
  subscription.waiting = true;
  subscription.frame = thread.leaf;
  thread.subscription = subscription;
  channel.list.add(subscription);
  try {
    channel.onJoin?.();
  } catch (error) {
    wakeSubscriber(subscription, error, 'error');
  }
  if (before !== null) leaveChannel(before);
}

/** Waits again for the same, perhaps with another filter. */
export function renew(subscription: Subscription, channel: Channel): void {
  subscription.channel = channel;
  subscription.frame = subscription.thread.leaf;
  channel.list.wait(subscription);
}

export function unsubscribe(thread: Thread): void {
  const subscription = thread.subscription;
  if (subscription === null) return;
  thread.subscription = null;
  leaveChannel(subscription);
}

function leaveChannel(subscription: Subscription): void {
  subscription.waiting = false;
  subscription.channel.list.remove(subscription);
  subscription.channel.onLeave?.();
}

/** Hands a value to all subscribers, FIFO: in the order in which they began to wait. */
export function publish(list: SubscriptionList<Thread>, value: unknown, receiver?: unknown): void {
  list.each((subscription) => {
    const wanted = subscription.channel.receiver;
    if (wanted === undefined || wanted === receiver) deliver(subscription, value);
  });
}

/** An error of a filter comes out at the wait, not at the emitter. */
export function deliver(subscription: Subscription, came: unknown): void {
  if (subscription.queue !== null || !subscription.waiting) {
    buffer(subscription, came);
    return;
  }
  if (subscription.channel.accept === undefined) return wakeSubscriber(subscription, came, 'value');
  const { thread } = subscription;
  const { undone } = thread;
  let taken: { readonly value: unknown } | null;
  let mode: 'value' | 'error' = 'value';
  try {
    taken = accept(subscription.channel, came);
  } catch (error) {
    taken = { value: error };
    mode = 'error';
  }
  // Reentrant: the filter may have cancelled the thread, whose `finally` may wait here again.
  if (taken !== null && thread.undone === undone) wakeSubscriber(subscription, taken.value, mode);
}

/**
 * Buffers a value for the next wait of a thread that has been woken. That may never come, so the buffer is bounded: the
 * oldest values are dropped.
 */
function buffer(subscription: Subscription, came: unknown): void {
  const buffered = (subscription.buffered ??= []);
  buffered.push(came);
  if (subscription.queue !== null) return wakeAsker(subscription, subscription.queue);
  if (buffered.length <= MOST_BUFFERED) return;
  buffered.shift();
  const { thread, channel } = subscription;
  const { warnings } = thread.scheduler;
  if (DEV && warnings.isOn) warnings.say(bufferedTooMany(thread, channel, MOST_BUFFERED));
}
const MOST_BUFFERED = 1024;

/**
 * Wakes the next asker of a queue. It takes its value in its own turn, so that none is lost with a thread that is
 * cancelled before.
 */
export function wakeAsker(subscription: Subscription, { waiting, woken }: AskersOf<Thread>): void {
  const asker = waiting.shift();
  subscription.waiting = waiting.length > 0;
  if (asker === undefined) return;
  woken.add(asker);
  wake(asker, subscription);
}

export function wakeSubscriber(subscription: Subscription, value: unknown, mode: 'value' | 'error'): void {
  // Its filter may have cancelled its thread.
  if (!subscription.waiting) return;
  subscription.waiting = false;
  leaveWheel(subscription.thread);
  wake(subscription.thread, value, mode);
}

// ---- calls ----------------------------------------------------------------------------------------------------------

/** The threads that wait for the calls of a function, for each scheduler that has such threads. */
type Calls = Map<ThreadScheduler, SubscriptionList<Thread>>;

/** The calls of a function that the scheduler of a thread makes, on one receiver or on any. */
export function callsOf(
  code: CompiledFunction,
  { scheduler }: Thread,
  { label, receiver }: Pick<Channel, 'label' | 'receiver'>,
): Channel {
  const calls = (code.subscribers ??= new Map()) as Calls;
  const list = calls.get(scheduler) ?? new SubscriptionList<Thread>();
  return {
    list,
    label,
    receiver,
    onJoin: () => void calls.set(scheduler, list),
    onLeave: () => {
      if (list.size === 0) calls.delete(scheduler);
    },
  };
}

/** Does this function have subscribers? */
export const hasSubscribers = ({ subscribers }: CompiledFunction): boolean =>
  subscribers !== null && (subscribers as Calls).size > 0;

/** A function is called: wakes the threads that wait for it on the scheduler of the call, before the body runs. */
export function publishCall(
  code: CompiledFunction,
  scheduler: ThreadScheduler | null,
  self: unknown,
  args: ArrayLike<unknown>,
): void {
  const calls = code.subscribers as Calls;
  const came = args.length < 2 ? args[0] : Array.from(args);
  if (scheduler === null) calls.forEach((list) => publish(list, came, self));
  else if (calls.has(scheduler)) publish(calls.get(scheduler) as SubscriptionList<Thread>, came, self);
}
