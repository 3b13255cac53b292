/** Waits for events of sources outside, and those that `defineWait` has made: what a save has of them, and how they begin again. */
import type { Channel, Subscription, Thread } from '../threads/thread.js';
import { deliver } from '../waits/channels.js';
import { channelOf, DefinedWait, definitionOf } from '../words/define-wait.js';
import { abortBefore } from '../words/events.js';
import { channelOfQueue, ListenQueue } from '../words/listen.js';
import { channelOfEvents } from '../words/wait-for-event.js';
import { beside, type Field, type Json, listOf, type Loader, type MakeChannel, orNull, type Saver } from './fields.js';
import { isClosed } from './open-rows.js';

/** What a subscription waits for; null where a list of the scheduler has it. */
export const event: Field = beside(
  orNull({ save: saveEvent, load: loadEvent }),
  (of: Subscription) => (of.channel.source === undefined || isClosed(of) ? null : of.channel),
  () => undefined,
);

function saveEvent(channel: Channel, to: Saver, { thread, queue }: Subscription): Json {
  const { source, type, filter, timeoutMs } = channel;
  const refuse = (mend: string): Json => to.refuse('event', `waits for ${channel.label()}`, mend);
  if (source instanceof DefinedWait) {
    const { args, definition } = source;
    const { kind, unsavable } = definition;
    if (unsavable !== undefined) return refuse(unsavable);
    return ['d', kind, args.map((one, at) => to.value(one, `argument ${at + 1} of ${kind}`))];
  }
  if (!to.hasId(source as object) && to.names.of(source) === undefined)
    return refuse('Keep its source in a constant of a file, or give it an id by `objects`.');
  // A queue has been told of it.
  const how = queue !== null && abortBefore(thread, source as object, type as string) !== null ? 'a' : 'e';
  return [how, to.value(source), to.value(type), to.value(filter, 'filter'), to.value(timeoutMs)];
}

function loadEvent(json: Json, from: Loader, of: Subscription): undefined {
  const [how, first = null, ...rest] = listOf(json, from);
  if (how !== 'd' && how !== 'e' && how !== 'a') from.damaged('a wait for an event of a kind that is not known');
  from.events.set(of, how === 'd' ? definedWait(first, rest, from, of) : eventOf(first, rest, from, of, how === 'a'));
}

function definedWait(kind: Json, [given]: readonly Json[], from: Loader, of: Subscription): MakeChannel {
  if (typeof kind !== 'string') return from.damaged('a wait without a kind');
  const args = listOf(given, from).map((one) => from.value(one));
  const definition = definitionOf(kind);
  if (definition === undefined)
    from.missing('wait', `there is no wait \`${kind}\` in this build`, 'Import the module that defines it.');
  return () => ({ channel: channelOf(new DefinedWait(definition!, args), of.thread) });
}

function eventOf(which: Json, rest: readonly Json[], from: Loader, of: Subscription, wasAborted: boolean): MakeChannel {
  const { thread } = of;
  const source = from.value(which);
  const [type, filter, timeout] = [0, 1, 2].map((at) => from.value(rest[at] ?? null)) as [unknown, any, any];
  return () => ({
    channel:
      of.queue === null
        ? channelOfEvents('waitForEvent', thread, source, type, { filter, timeout })
        : channelOfQueue(thread, source, type),
    // A signal that is aborted by now fires no more.
    came: wasAborted ? null : abortBefore(thread, source as object, type as string),
  });
}

/** Is it a wait that `defineWait` has made and that has ended? It ends once, so no save needs it. */
export const isOver = ({ channel, waiting }: Subscription): boolean =>
  channel.source instanceof DefinedWait && !waiting;

/** The waits for events, and the queues of `listen`, as they have to begin: at one listener in its order, defined waits in theirs. */
export function eventsInOrder(live: readonly Thread[]): Subscription[] {
  const channels = live
    .flatMap(subscriptionsOf)
    .filter((one) => one.channel.source !== undefined && !isOver(one))
    .map(({ channel }) => channel);
  const lists = new Set(channels.sort((a, b) => orderOf(a) - orderOf(b)).map(({ list }) => list));
  return [...lists].flatMap((list) => list.toArray()).filter((one) => !isOver(one));
}

/** Those of its wait, and of its open queues. */
export function subscriptionsOf({ subscription, rare }: Thread): Subscription[] {
  const queues = rare?.listeners?.toArray().filter((one) => one instanceof ListenQueue) ?? [];
  return queues.map((one) => one.subscription).concat(subscription ?? []);
}

/** Listeners of different sources are in no order. */
const orderOf = ({ source }: Channel): number => (source instanceof DefinedWait ? source.rank : 0);

/** Waits that have begun, beside what the scheduler has. */
export interface BegunEvents {
  /** Their threads wait there, and get what has come in the meantime. */
  place(): void;
  /** They are taken off again. */
  undo(): void;
}

/**
 * Begins the waits, in order: it calls code of the game, so it is done before anything changes, and all that have begun are undone if one throws. What comes
 * before they have their places is buffered.
 */
export function beginEvents(
  order: readonly Subscription[],
  events: ReadonlyMap<Subscription, MakeChannel>,
): BegunEvents {
  const begun: {
    subscription: Writable<Subscription>;
    before: Pick<Subscription, 'waiting' | 'buffered' | 'queue'>;
  }[] = [];
  const undo = (): void =>
    begun.toReversed().forEach(({ subscription: { channel }, subscription }) => {
      channel.list.remove(subscription);
      channel.onLeave?.();
    });
  try {
    for (const subscription of order) {
      const { channel, came = null } = events.get(subscription)!();
      const { waiting, buffered, queue } = subscription;
      // What comes wakes nobody.
      Object.assign(subscription, { channel, waiting: false, buffered: null, queue: null });
      begun.push({ subscription, before: { waiting, buffered, queue } });
      channel.list.add(subscription);
      channel.onJoin?.();
      if (came !== null) deliver(subscription, came);
    }
  } catch (error) {
    undo();
    throw error;
  }
  const place = (): void => {
    const came = begun.map(({ subscription, before: { waiting, buffered, queue } }) => {
      const { channel, buffered: since } = subscription;
      subscription.buffered = buffered;
      subscription.queue = queue;
      if (waiting) channel.list.wait(subscription);
      noteWait(subscription);
      return since ?? [];
    });
    begun.forEach(({ subscription }, at) => came[at]!.forEach((value) => deliver(subscription, value)));
  };
  return { place, undo };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** A thread that waits knows where. */
export function noteWait({ thread, channel, queue }: Subscription): void {
  if (queue === null && thread.kind !== null && thread.kind.name === 'subscription') thread.content = channel;
}
