/** Waits at channels: signals, calls of a function, events. */
import { ThreadList } from '../collections/thread-list.js';
import type { CallSubscribers, CompiledFunction } from '../execution/compiled-function.js';
import { DEV } from '../messages/development.js';
import { timedOut } from '../messages/errors.js';
import { unasked } from '../messages/format.js';
import { bufferedTooMany } from '../messages/warning-texts.js';
import { pause } from '../execution/pauses.js';
import { addKinds, kinds } from '../execution/wait-kind-table.js';
import type { Pause } from '../execution/suspension.js';
import { runningThread } from '../threads/current.js';
import type { ThreadScheduler, Channel, Thread, Subscription, Waiting } from '../threads/thread.js';
import { type AskersOf, SubscriptionList } from '../threads/subscription.js';
import { wake } from '../threads/wake.js';
import { leaveChannel, unsubscribe } from './unsubscribe.js';

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
  const subscription = runningThread()?.subscription;
  const buffered =
    subscription && sameChannel(subscription.channel, channel) ? takeBuffered(subscription, channel) : null;
  if (buffered !== null) return buffered.value;
  return sticky === null ? (pause(kinds.subscription, channel, keeps) satisfies Pause) : sticky.value;
}

/** A subscription that is in no list yet. */
export const subscriptionTo = (thread: Thread, channel: Channel, queue: AskersOf<Thread> | null): Subscription => ({
  thread,
  channel,
  waiting: false,
  buffered: null,
  queue,
  subscriber: null,
  slot: -1,
});

/** A source may call its listener while that is added, so the subscription is complete before `onJoin`. */
export function subscribe(thread: Thread, channel: Channel): void {
  const before = thread.subscription;
  const subscription = subscriptionTo(thread, channel, null);
  subscription.waiting = true;
  subscription.subscriber = thread.leaf;
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
  subscription.subscriber = subscription.thread.leaf;
  channel.list.wait(subscription);
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
  if (subscription.queue !== null) return wakeAsker(subscription);
  if (buffered.length <= MOST_BUFFERED) return;
  buffered.shift();
  const { thread, channel } = subscription;
  if (DEV) thread.scheduler.warnings.say(bufferedTooMany(thread, channel, MOST_BUFFERED));
}
const MOST_BUFFERED = 1024;

/**
 * Wakes the next asker of a queue. It takes its value in its own turn, so that none is lost with a thread that is
 * cancelled before.
 */
export function wakeAsker(subscription: Subscription): void {
  const { waiting, woken } = subscription.queue as AskersOf<Thread>;
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
  ThreadList.leave(subscription.thread);
  wake(subscription.thread, value, mode);
}

// ---- calls ----------------------------------------------------------------------------------------------------------

/** The threads that wait for the calls of a function, for each scheduler that has such threads. */
export class Calls extends Map<ThreadScheduler, SubscriptionList<Thread>> implements CallSubscribers {
  /** The function is called: wakes the threads that wait for it on the scheduler of the call, before the body runs. */
  publish(scheduler: ThreadScheduler | null, self: unknown, args: ArrayLike<unknown>): void {
    const came = args.length < 2 ? args[0] : Array.from(args);
    this.forEach((list, each) => {
      if (scheduler !== null && scheduler !== each) return;
      each.inbox?.came();
      publish(list, came, self);
    });
  }
}

/** The calls of a function that the scheduler of a thread makes, on one receiver or on any. */
export function callsOf(
  code: CompiledFunction,
  { scheduler }: Thread,
  { label, receiver }: Pick<Channel, 'label' | 'receiver'>,
): Channel {
  const calls = (code.subscribers ??= new Calls()) as Calls;
  code.updateQuiet();
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

addKinds<Thread>({
  subscription: {
    status: 'waiting',
    isForeign: true,
    begin(thread: Waiting<Channel>) {
      const channel = thread.subject;
      const before = thread.subscription;
      if (channel.timeoutMs !== undefined) thread.clock.insertIn(thread, channel.timeoutMs);
      if (before !== null && sameChannel(before.channel, channel)) renew(before, channel);
      else subscribe(thread, channel);
    },
    undo(thread) {
      // Else it has not begun, and this is the subscription of the wait before.
      if (thread.subscription?.waiting === true) unsubscribe(thread);
    },
    onTimer({ subject: { label, timeoutMs = 0 }, subscription }: Waiting<Channel>) {
      wakeSubscriber(subscription as Subscription, timedOut(unasked(label), timeoutMs), 'error');
    },
    // A source that has called its listener as it was added has ended the wait: its subject is what came.
    keepsSubscription: ({ subscription, subject }: Waiting<Channel>) =>
      (subscription as Subscription).waiting && sameChannel((subscription as Subscription).channel, subject),
    label: (channel: Channel) => channel.label(),
  },
  queue: {
    status: 'waiting',
    begin(thread: Waiting<Subscription>) {
      const subscription = thread.subject;
      subscription.queue?.waiting.push(thread);
      if (!subscription.waiting) subscription.channel.list.wait(subscription);
    },
    undo(thread, subscription: Subscription) {
      const queue = subscription.queue as AskersOf<Thread>;
      queue.waiting = queue.waiting.filter((asker) => asker !== thread);
      subscription.waiting = queue.waiting.length > 0;
    },
    label: ({ channel }: Subscription) => `the next of ${channel.label()}`,
  },
});
