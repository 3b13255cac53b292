/** The rows of owners, clocks and subscriptions. */
import { lockOf, NO_QUEUE } from '../ownership/owner.js';
import { addToQueue } from '../ownership/queue.js';
import { type Lock, Thread } from '../threads/thread.js';
import { Clock } from '../time/clock.js';
import { event } from './events.js';
import {
  beside,
  boolean,
  type Field,
  list,
  listOf,
  number,
  orNull,
  refused,
  type Row,
  row,
  value,
  aThread,
  ofClock,
  ofRow,
  orNone,
  isNothing,
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
  // The handle is made when it is asked for; whoever has it has it of the owner.
  'scheduler holder handle #rare',
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
  'parent scale pausedHere fromMs parentFromMs changedFrame addedMs skipped',
  {
    parent: beside(
      orNull(ofClock),
      (of: Clock) => of.parent,
      () => undefined,
    ),
    scale: beside(
      number,
      (of: Clock) => of.scale,
      (of: Clock, scale: number) => {
        try {
          of.scale = scale;
        } catch {
          // None that a clock can have: it keeps its own.
        }
      },
    ),
    pausedHere: boolean,
    fromMs: number,
    parentFromMs: number,
    changedFrame: number,
    addedMs: number,
    skipped: refused(isNothing, null, ['skippable', 'is the clock of a `skippable`', 'Save when that is over.']),
  },
  (from, [, parent = null]) => (parent === null ? from.scheduler.clock : new Clock(from.value(parent) as Clock)),
  // Timers are saved with their clocks; the rest is of the root, or counted anew.
  'root active scheduler followers irregular wheel #order #made #isActive #frame #ownFrames #scale',
);

const subscription: Row = row(
  'Subscription',
  null,
  'thread waiting buffered subscriber event',
  { thread: aThread, waiting: boolean, buffered: orNull(list(value)), subscriber: orNone('F2', 'F4', 'F8'), event },
  () => ({ thread: null, channel: null, waiting: false, buffered: null, queue: null, subscriber: null, slot: -1 }),
  'channel queue slot',
);

export const ownerRows: readonly Row[] = [lock, clock, subscription];
