/**
 * What threads wait for outside of the scheduler: signals, calls and events, and Promises. The marked state decides which listeners are on:
 *
 *   on then and now        the listener stays where it is
 *   on then, off now       it is put on again, behind the others; a wait of `defineWait` begins again
 *   off then, on now       it is taken off
 *
 * What has happened outside stays so: a Promise that has settled since gives its value at once, and so does a signal that was aborted.
 */
import type { Scheduler } from '../../scheduling/scheduler.js';
import type { SubscriptionList } from '../../threads/subscription.js';
import type { Channel, Subscription, Thread } from '../../threads/thread.js';
import type { Settling } from '../../waits/promise.js';
import { deliver } from '../../waits/channels.js';
import { DefinedWait } from '../../words/define-wait.js';
import { abortBefore } from '../../words/events.js';
import { cannotLoad } from '../errors.js';
import { isOver, subscriptionsOf } from '../events.js';
import { isClosed } from '../open-rows.js';
import { settlingOf } from '../place-state.js';

type List = SubscriptionList<Thread>;

/** A wait, or an open queue, at a mark. */
export interface Awaited {
  readonly subscription: Subscription;
  readonly channel: Channel;
  /** Does its source have a listener for it? */
  readonly isOn: boolean;
  /** It has been told of it. */
  readonly wasAborted: boolean;
}

export const awaitedAt = (subscription: Subscription): Awaited => {
  const { channel, thread } = subscription;
  const wasAborted = isForeign(channel) && abortOf(thread, channel) !== null;
  return { subscription, channel, isOn: !isOver(subscription) && !isClosed(subscription), wasAborted };
};

const isForeign = ({ source }: Channel): boolean => source !== undefined;
const abortOf = (thread: Thread, { source, type }: Channel): unknown[] | null =>
  abortBefore(thread, source as object, type as string);

/** @throws {LoadError} for a wait that cannot begin again, once it is over. */
export function checkBeginAgain(all: Iterable<Awaited>): void {
  for (const { isOn, channel, subscription } of all)
    if (isOn && channel.source instanceof DefinedWait && channel.source.definition.unsavable !== undefined)
      throw cannotLoad(
        'busy',
        `\`${subscription.thread.name}\` waited for ${channel.label()}, which is over and cannot begin again.`,
      );
}

/** A listener that was put on before anything has changed. */
interface PutOn {
  readonly awaited: Awaited;
  readonly list: Pick<List, 'items' | 'size'>;
  readonly subscription: Subscription;
}

/** What threads wait for at this moment, and how it becomes what they waited for at a mark. */
export class OutsideNow {
  readonly #scheduler: Scheduler;
  readonly #subscriptions: readonly Subscription[];
  readonly #threads: readonly Thread[];
  /** The lists of sources that have a listener. */
  readonly #lists: ReadonlySet<List>;
  readonly #putOn: PutOn[] = [];
  readonly #came: (readonly [Subscription, readonly unknown[]])[] = [];
  readonly #leaving: (() => void)[] = [];

  constructor(scheduler: Scheduler, threads: readonly Thread[]) {
    this.#scheduler = scheduler;
    this.#threads = threads;
    this.#subscriptions = threads.flatMap(subscriptionsOf);
    this.#lists = listsOf(this.#subscriptions.map(awaitedAt));
  }

  /** The listeners that are missing. @throws {LoadError} for a wait that is over and cannot begin again. */
  missing(awaited: readonly Awaited[]): ReadonlyMap<List, Awaited> {
    const missing = new Map<List, Awaited>();
    for (const one of awaited) {
      const { list } = one.channel;
      if (isForeign(one.channel) && one.isOn && !this.#lists.has(list) && !missing.has(list)) missing.set(list, one);
    }
    checkBeginAgain(missing.values());
    return missing;
  }

  /** Puts them on, which calls code of the game: nothing has changed if one throws. */
  putOn(missing: ReadonlyMap<List, Awaited>): void {
    try {
      missing.forEach((one, list) => this.#begin(one, list));
    } catch (error) {
      this.#takeOff();
      throw error;
    }
  }

  /** What comes from here on is kept in its buffer. */
  #begin(awaited: Awaited, list: List): void {
    const { channel } = awaited;
    const subscription = awaited.subscription as { -readonly [K in keyof Subscription]: Subscription[K] };
    const { items, size } = list;
    this.#putOn.push({ awaited, list: { items, size }, subscription: { ...subscription } });
    Object.assign(list, { items: [], size: 0 });
    Object.assign(subscription, { channel, waiting: false, buffered: null, queue: null });
    list.add(subscription);
    if (channel.source instanceof DefinedWait) channel.source.undoCause = 'script';
    channel.onJoin?.();
  }

  /** The rewind has failed. */
  #takeOff(): void {
    for (const { awaited, list, subscription } of this.#putOn.toReversed()) {
      const { channel } = awaited;
      channel.list.size = 0;
      channel.onLeave?.();
      Object.assign(channel.list, list);
      Object.assign(awaited.subscription, subscription);
    }
  }

  /** Nobody waits any more: what waited at the mark is put back behind this. */
  leave(awaited: readonly Awaited[]): void {
    const wanted = listsOf(awaited);
    for (const thread of this.#threads) settlingOf(thread)?.forget();
    for (const subscription of this.#subscriptions) {
      const { channel } = subscription;
      if (!isForeign(channel)) {
        channel.list.remove(subscription);
        channel.onLeave?.();
      } else if (!wanted.has(channel.list)) {
        channel.list.remove(subscription);
        if (channel.source instanceof DefinedWait) channel.source.undoCause = 'load';
        this.#leaving.push(() => channel.onLeave?.());
      }
    }
    for (const {
      awaited: { subscription },
    } of this.#putOn)
      if (subscription.buffered !== null) this.#came.push([subscription, subscription.buffered]);
  }

  /** All else stands where it stood. */
  join(awaited: readonly Awaited[], settlings: readonly Settling[]): void {
    // Each list finds out again which of them wait.
    for (const list of new Set(awaited.map(({ channel }) => channel.list))) list.each(() => {});
    for (const { channel } of awaited) if (!isForeign(channel)) channel.onJoin?.();
    for (const one of settlings) one.listen();
    for (const [subscription, came] of this.#came) for (const one of came) deliver(subscription, one);
    for (const { subscription, channel, wasAborted } of awaited) {
      const came = isForeign(channel) && !wasAborted ? abortOf(subscription.thread, channel) : null;
      if (came !== null) deliver(subscription, came);
    }
  }

  /** The waits that are no more end last, and then all is shown again, as code of the game runs. */
  finish(shows: readonly (() => void)[]): void {
    for (const call of this.#leaving.concat(shows)) {
      try {
        call();
      } catch (error) {
        this.#scheduler.errors.threw(error);
      }
    }
  }
}

const listsOf = (all: readonly Pick<Awaited, 'channel' | 'isOn'>[]): Set<List> =>
  new Set(all.filter(({ channel, isOn }) => isOn && isForeign(channel)).map(({ channel }) => channel.list));
