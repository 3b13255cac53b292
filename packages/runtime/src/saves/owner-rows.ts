/** The rows of owners, clocks and subscriptions. */
import { lockOf, NO_QUEUE } from '../ownership/owner.js';
import { addToQueue } from '../ownership/queue.js';
import { SubscriptionList } from '../threads/subscription.js';
import { type Lock, type Subscription, Thread } from '../threads/thread.js';
import { Clock } from '../time/clock.js';
import { FollowingClock } from '../words/follow.js';
import { event } from './events.js';
import { askers, isClosed } from './open-rows.js';
import { readOf } from './registry.js';
import {
  beside,
  boolean,
  type Field,
  list,
  listOf,
  number,
  orNull,
  type Row,
  row,
  rowOfClass,
  text,
  value,
  zero,
  aThread,
  ofClock,
  ofRow,
  orNone,
} from './fields.js';

const threads: Field = list(aThread);

const lock: Row = row(
  'Lock',
  null,
  'owner holders preempted granted queue owned siblings closed',
  {
    owner: beside(
      value,
      (of: Lock) => of.owner,
      () => undefined,
    ),
    holders: threads,
    preempted: threads,
    granted: orNull(aThread),
    queue: beside(threads, (of: Lock) => of.queue.toArray(), setQueue),
    owned: beside(threads, (of: Lock) => of.owned.toArray(), setOwned),
    siblings: list(ofRow('Arms')),
    closed: orNull({
      save: (given: { readonly reason: unknown }, to, _of, key) => [to.value(given.reason, key)],
      load: (json, from) => ({ reason: from.value(listOf(json, from)[0] ?? null) }),
    }),
  },
  (from, [, owner = null]) => {
    const object = from.value(owner);
    return lockOf(object, from.scheduler) ?? from.damaged('an owner that can own nothing');
  },
);

function setQueue(of: Lock, queue: readonly Thread[]): void {
  of.queue = NO_QUEUE;
  for (const one of new Set(queue)) if (one.lock === of) addToQueue(of, one);
}

function setOwned(of: Lock, owned: readonly Thread[]): void {
  of.owned.toArray().forEach((one) => of.owned.delete(one));
  owned.forEach((one) => of.owned.add(one));
}

/** Lets go of all that an owner has had. */
export function clearLock(of: Lock): void {
  of.holders = [];
  if (of.isCalm && of.closed === null) return setOwned(of, []);
  of.preempted = [];
  of.siblings = [];
  of.granted = of.closed = null;
  setQueue(of, []);
  setOwned(of, []);
}

const clock: Row = row(
  'Clock',
  Clock.prototype,
  'parent scale pausedHere fromMs parentFromMs changedFrame addedMs ownFrames skipped',
  {
    parent: beside(
      orNull(ofClock),
      (of: Clock) => of.parent,
      () => undefined,
    ),
    scale: beside(
      number,
      (of: Clock) => of.scale,
      // If it is none that a clock can have, that keeps its own.
      (of: Clock, scale: number) => readOf(() => (of.scale = scale)),
    ),
    pausedHere: boolean,
    fromMs: number,
    parentFromMs: number,
    changedFrame: number,
    addedMs: number,
    ownFrames: zero,
    skipped: orNone('Skip'),
  },
  (from, [, parent = null]) => (parent === null ? from.scheduler.clock : new Clock(from.value(parent) as Clock)),
);

// One that has a name in `clocks`.
rowOfClass.set(FollowingClock.prototype, clock);

const subscription: Row = row(
  'Subscription',
  null,
  'thread waiting buffered subscriber queue closed event',
  {
    thread: aThread,
    waiting: boolean,
    buffered: beside(
      orNull(list(value)),
      valuesIn,
      (of: Subscription, values: unknown[] | null) => void (of.buffered = values),
    ),
    subscriber: orNone('F2', 'F4', 'F8'),
    queue: askers,
    closed: beside(
      orNull(text),
      (of: Subscription) => (isClosed(of) ? of.channel.label() : null),
      (of: Subscription, label: string | null) =>
        void (label !== null && (of.channel = { list: new SubscriptionList(), label: () => label })),
    ),
    event,
  },
  () => ({ thread: null, channel: null, waiting: false, buffered: null, queue: null, subscriber: null, slot: -1 }),
);

/** A queue that has stopped listening has the values themselves, as the source is not needed any more. */
function valuesIn(of: Subscription): readonly unknown[] | null {
  const { buffered, channel } = of;
  const { accept } = channel;
  return isClosed(of) && accept !== undefined && buffered !== null
    ? buffered.map((one) => accept(one)!.value)
    : buffered;
}

export const ownerRows: readonly Row[] = [lock, clock, subscription];
