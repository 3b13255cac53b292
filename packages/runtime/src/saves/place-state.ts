/** Puts the state of a scheduler back in place, all at once: first what was there is let go. Nothing here can fail, and no code of the game runs. */
import { LiveThreads } from '../collections/live-threads.js';
import type { RunQueue } from '../collections/run-queue.js';
import { ThreadList } from '../collections/thread-list.js';
import { turn } from '../execution/turn-state.js';
import { losses } from '../ownership/hold.js';
import { randomOf } from '../scheduling/random.js';
import type { Scheduler } from '../scheduling/scheduler.js';
import { irregularities } from '../scheduling/stops.js';
import type { SubscriptionList } from '../threads/subscription.js';
import type { Subscription, Thread, ThreadScheduler } from '../threads/thread.js';
import type { Clock } from '../time/clock.js';
import { Settling } from '../waits/promise.js';
import { type Calls, callsOf } from '../waits/channels.js';
import { DefinedWait } from '../words/define-wait.js';
import { ListenQueue } from '../words/listen.js';
import { closeOwners, openOwners } from './closed-owners.js';
import type { Decoder } from './decoder.js';
import { noteWait, subscriptionsOf } from './events.js';
import { flagsNamed } from './flag-names.js';
import { clearLock } from './owner-rows.js';
import type { ReadState } from './read-state.js';
import type { AwaitedCalls } from './scheduler-state.js';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Puts it in place. */
export function placeState(scheduler: Scheduler, state: ReadState, from: Decoder): void {
  placeClocks(scheduler, state, from);
  placeThreads(scheduler, state, from);
  placeChannels(scheduler, state);
  scheduler.errors.uncaught = state.uncaught;
  closeOwners(state.closedOwners, scheduler);
  for (const lock of from.locks) {
    lock.scheduler = scheduler;
    if (lock.holders.length > 1) scheduler.shared.add(lock);
  }
  for (const { lossSeq } of state.live) if (lossSeq < Infinity) losses.last = Math.max(losses.last, lossSeq);
}

function placeClocks(
  scheduler: Scheduler,
  { seed, random, lastMs, frame, live }: ReadState,
  { clocks }: Decoder,
): void {
  const { clock: root } = scheduler;
  (scheduler as Writable<Scheduler>).seed = seed;
  scheduler.random = null;
  if (random !== null) randomOf(scheduler).state = random;
  scheduler.lastMs = lastMs;
  root.wheel = null;
  for (const clock of clocks) clock.wheel = null;
  setFrame(root, frame);
  root.irregular += irregularities(live, clocks);
}

function placeThreads(scheduler: Scheduler, state: ReadState, from: Decoder): void {
  const { live, parked, predicates, frame } = state;
  scheduler.lastThreadId = state.lastThreadId;
  scheduler.closed = state.closed;
  (scheduler as Writable<Scheduler>).live = new LiveThreads();
  for (const [thread, priority] of from.threads)
    (thread as Writable<Thread>).runQueue = scheduler.runQueues.of(priority);
  live.forEach((thread) => {
    scheduler.live.add(thread);
    thread.runQueue.threads++;
  });
  scheduler.live.size = live.length;
  parked.forEach((thread) => scheduler.parked.add(thread));
  predicates.forEach((thread) => scheduler.predicates.add(thread));
  state.queues.forEach(({ priority, ready, frames, later }) => {
    const queue = scheduler.runQueues.of(priority);
    queue.frame = queue.frames.frame = frame;
    ready.forEach((thread) => queue.ready.add(thread));
    frames.forEach((thread) => queue.frames.add(thread));
    later.forEach(({ due, thread }, at) => {
      // Those that begin from now on come after them.
      thread.ownNode.rank = at - later.length;
      queue.laterAt(due).add(thread);
    });
  });
  state.timers.forEach(({ clock, waiting }) =>
    waiting.forEach(([thread, deadlineMs]) => clock.insert(thread, deadlineMs)),
  );
}

function placeChannels(scheduler: Scheduler, { signals, calls, skips }: ReadState): void {
  scheduler.skips.push(...skips);
  signals.forEach(({ name, sticky, subscriptions }) => {
    const signal = scheduler.signals.of(name) as Writable<ReturnType<Scheduler['signals']['of']>>;
    signal.sticky = sticky;
    subscriptions.forEach((one) => join(one, signal));
    signal.onJoin?.();
  });
  calls.forEach(({ code, waiting }) => {
    waiting.forEach(({ subscription, receiver, word }) => {
      const channel = callsOf(code, subscription.thread, {
        receiver,
        label: () => (word === '' ? code.label : `${word}(${code.label})`),
      });
      join(subscription, channel);
      channel.onJoin?.();
    });
  });
}

function join(subscription: Subscription, channel: Subscription['channel']): void {
  subscription.channel = channel;
  channel.list.add(subscription);
  noteWait(subscription);
}

export function setFrame(root: Clock, frame: number): void {
  const { followers } = root;
  // They read something outside.
  root.followers = null;
  const { fromMs, addedMs } = root;
  root.advance(0, frame);
  root.fromMs = fromMs;
  root.addedMs = addedMs;
  root.followers = followers;
}

/** Lets go of all that the scheduler has: no `finally` block runs, and nothing of the scripts is called. Returns what takes listeners off. */
export function dropScheduler(
  scheduler: Scheduler,
  calls: readonly AwaitedCalls[],
  clocks: ReadonlySet<Clock>,
): (() => void)[] {
  const leaving: (() => void)[] = [];
  const old = scheduler.live.toArray();
  scheduler.clock.irregular -= irregularities(old, clocks);
  const signals = new Set<unknown>();
  scheduler.signals?.byName.forEach((signal) => {
    signals.add(signal.list);
    (signal as Writable<typeof signal>).sticky = null;
    empty(signal.list);
  });
  (scheduler.signals?.byName as Map<string, unknown> | undefined)?.clear();
  for (const { code, list } of calls) {
    signals.add(list);
    empty(list);
    (code.subscribers as Calls).delete(scheduler);
  }
  for (const thread of old) {
    if (thread.lock !== null) clearLock(thread.lock);
    settlingOf(thread)?.forget();
    for (const subscription of subscriptionsOf(thread)) {
      const { channel } = subscription;
      if (signals.has(channel.list)) continue;
      channel.list.remove(subscription);
      if (channel.source instanceof DefinedWait) channel.source.undoCause = 'load';
      if (channel.onLeave !== undefined) leaving.push(() => channel.onLeave!());
    }
    thread.rare?.listeners?.toArray().forEach((one) => one instanceof ListenQueue && (one.isClosed = true));
    forget(thread);
  }
  for (const queue of scheduler.runQueues.inOrder) clearQueue(queue);
  for (const list of [scheduler.parked, scheduler.predicates]) list.items.length = list.length = 0;
  openOwners(scheduler);
  scheduler.shared.clear();
  scheduler.skips.length = 0;
  turn.leftAt = -1;
  return leaving;
}

/** That of a wait for a Promise, also for one that calls have a part in. */
export function settlingOf({ content }: Thread): Settling | undefined {
  const found =
    content instanceof Settling ? content : (content as { settling?: unknown } | null | undefined)?.settling;
  return found instanceof Settling ? found : undefined;
}

function empty(list: SubscriptionList<Thread>): void {
  list.items = [];
  list.size = 0;
}

/** Whoever has it sees that it is gone. */
export function forget(thread: Thread): void {
  if (thread.list !== null) ThreadList.leave(thread);
  Object.assign(thread, { leaf: null, call: null, kind: null, subscription: null, content: undefined, ties: null });
  thread.flags = GONE;
  Object.defineProperty(thread, 'status', { value: 'gone', configurable: true });
}

function clearQueue(queue: RunQueue<Thread, ThreadScheduler>): void {
  for (const list of [queue.frames, queue.ready, queue.running, queue.answered]) list.items.length = list.length = 0;
  queue.frames.callFrames.length = 0;
  queue.frames.due = 0;
  queue.later.clear();
  queue.threads = queue.readyBefore = queue.readyForFrame = 0;
}

export const GONE: number = flagsNamed('cancelled uncounted')!;
