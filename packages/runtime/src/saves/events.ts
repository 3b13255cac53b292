/** Waits for events of sources outside, and those that `defineWait` has made: what a save has of them, and how they begin again. */
import type { Channel, Subscription, Thread } from '../threads/thread.js';
import { deliver } from '../waits/subscriptions.js';
import { channelOf, DefinedWait, definitionOf } from '../words/define-wait.js';
import { abortBefore } from '../words/events.js';
import { channelOfEvents } from '../words/wait-for-event.js';
import { beside, type Field, type Json, listOf, type Loader, orNull, type Saver } from './fields.js';

/** Makes the channel of a subscription anew. It calls code of the game. */
export type MakeChannel = () => Channel;

/** What a subscription waits for; null where a list of the scheduler has it. */
export const event: Field = beside(
  orNull({ save: saveEvent, load: loadEvent }),
  ({ channel }: Subscription) => (channel.source === undefined ? null : channel),
  () => undefined,
);

function saveEvent(channel: Channel, to: Saver): Json {
  const { source, type, filter, timeoutMs } = channel;
  const refuse = (mend: string): Json => to.refuse('event', `waits for ${channel.label()}`, mend);
  if (source instanceof DefinedWait) {
    const { args, definition } = source;
    const { kind, unsavable } = definition;
    if (unsavable !== undefined) return refuse(unsavable);
    return ['d', kind, args.map((one, at) => to.value(one, `argument ${at + 1} of ${kind}`))];
  }
  if (!to.hasId(source as object))
    return refuse('Give its source an id by `objects` of `saves`, or save when no script waits for it.');
  return ['e', to.value(source), to.value(type), to.value(filter, 'filter'), to.value(timeoutMs)];
}

function loadEvent(json: Json, from: Loader, of: Subscription): undefined {
  const [how, first = null, ...rest] = listOf(json, from);
  if (how !== 'd' && how !== 'e') from.damaged('a wait for an event of a kind that is not known');
  from.events.set(of, how === 'd' ? definedWait(first, rest, from, of) : eventOf(first, rest, from, of));
}

function definedWait(kind: Json, [given]: readonly Json[], from: Loader, of: Subscription): MakeChannel {
  if (typeof kind !== 'string') return from.damaged('a wait without a kind');
  const args = listOf(given, from).map((one) => from.value(one));
  const definition = definitionOf(kind);
  if (definition === undefined)
    from.missing('wait', `there is no wait \`${kind}\` in this build`, 'Import the module that defines it.');
  return () => channelOf(new DefinedWait(definition!, args), of.thread);
}

function eventOf(of: Json, rest: readonly Json[], from: Loader, { thread }: Subscription): MakeChannel {
  const source = from.value(of);
  const [type, filter, timeout] = [0, 1, 2].map((at) => from.value(rest[at] ?? null)) as [unknown, any, any];
  return () => channelOfEvents('waitForEvent', thread, source, type, { filter, timeout });
}

/** Is it a wait that `defineWait` has made and that has ended? It ends once, so no save needs it. */
export const isOver = ({ channel, waiting }: Subscription): boolean =>
  channel.source instanceof DefinedWait && !waiting;

/** Those of the threads that wait for events, as their waits have to begin: at one listener in its order, defined waits in theirs. */
export function eventsInOrder(live: readonly Thread[]): Thread[] {
  const channels = live.flatMap(({ subscription }) =>
    subscription !== null && subscription.channel.source !== undefined && !isOver(subscription)
      ? [subscription.channel]
      : [],
  );
  channels.sort((a, b) => orderOf(a) - orderOf(b));
  return Array.from(new Set(channels.map(({ list }) => list)), (list) =>
    list.toArray().filter((one) => one.queue === null && !isOver(one)),
  ).flatMap((all) => all.map(({ thread }) => thread));
}

/** Listeners of different sources are in no order. */
const orderOf = ({ source }: Channel): number => (source instanceof DefinedWait ? source.order : 0);

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
  const begun: { subscription: Subscription; waiting: boolean; buffered: unknown[] | null }[] = [];
  const undo = (): void =>
    begun.toReversed().forEach(({ subscription: { channel }, subscription }) => {
      channel.list.remove(subscription);
      channel.onLeave?.();
    });
  try {
    for (const subscription of order) {
      const channel = events.get(subscription)!();
      const { waiting, buffered } = subscription;
      subscription.channel = channel;
      subscription.waiting = false;
      subscription.buffered = null;
      begun.push({ subscription, waiting, buffered });
      join(subscription);
    }
  } catch (error) {
    undo();
    throw error;
  }
  const place = (): void => {
    const came = begun.map(({ subscription, waiting, buffered }) => {
      const { thread, channel, buffered: since } = subscription;
      subscription.buffered = buffered;
      if (waiting) channel.list.wait(subscription);
      if (thread.kind !== null && thread.kind.name === 'subscription') thread.content = channel;
      return since ?? [];
    });
    begun.forEach(({ subscription }, at) => came[at]!.forEach((value) => deliver(subscription, value)));
  };
  return { place, undo };
}

function join(subscription: Subscription): void {
  const { thread, channel } = subscription;
  channel.list.add(subscription);
  channel.onJoin?.();
  // A signal that is aborted by now fires no more.
  const aborted = abortBefore(thread, channel.source as object, channel.type as string);
  if (aborted !== null) deliver(subscription, aborted);
}
