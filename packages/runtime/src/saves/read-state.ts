/** Reads the state of a scheduler from a save, and checks it: its clock, its lists, its signals. */
import type { CompiledFunction } from '../execution/compiled-function.js';
import type { Subscription, Thread } from '../threads/thread.js';
import { Clock } from '../time/clock.js';
import type { Skip } from '../words/skips.js';
import { type ClosedOwner, readClosedOwners } from './closed-owners.js';
import type { Decoder } from './decoder.js';
import { aThread, type Json, listOf, rowOf } from './fields.js';
import { numberOf } from './value-makers.js';

/** All of it, as `placeState` puts it back. */
export interface ReadState {
  readonly frame: number;
  readonly seed: number;
  readonly lastMs: number;
  readonly lastThreadId: number;
  readonly random: number | null;
  readonly closed: { readonly reason: unknown } | null;
  readonly live: readonly Thread[];
  readonly parked: readonly Thread[];
  readonly predicates: readonly Thread[];
  readonly queues: readonly ReadQueue[];
  readonly timers: readonly ReadTimers[];
  readonly signals: readonly ReadSignal[];
  readonly calls: readonly ReadCalls[];
  /** The subscriptions to events, in order. */
  readonly events: readonly Subscription[];
  readonly skips: readonly Skip[];
  readonly closedOwners: readonly ClosedOwner[];
  readonly uncaught: { thread: Thread; error: unknown }[];
}

/**
 * What a save has of a scheduler, in the order in which it is written (scheduler-state.ts). Behind the single values stand lists.
 */
type Parts = readonly [
  ...single: [frame: Json, clock: Json, seed: Json, random: Json, lastMs: Json, lastThreadId: Json, closed: Json],
  ...ofThreads: [live: Json, parked: Json, predicates: Json],
  ...others: [queues: Json, timers: Json, signals: Json, calls: Json, uncaught: Json, events: Json, skips: Json],
  ...last: [clocks: Json, closedOwners: Json],
];
const PART_COUNT: Parts['length'] = 19;
type Lists<T extends readonly unknown[]> = { [K in keyof T]: readonly Json[] };

/** Builds what the save has, and reads its scheduler. */
export function readState(parts: readonly Json[], from: Decoder): ReadState {
  if (parts.length !== PART_COUNT) from.damaged('a scheduler without some of its parts');
  const [frame, , seeds, random, lastMs, lastThreadId, closed, ...lists] = parts as Parts;
  const [
    ofLive,
    ofParked,
    ofPredicates,
    ofQueues,
    ofTimers,
    ofSignals,
    ofCalls,
    ofUncaught,
    ofEvents,
    ofSkips,
    ofClocks,
    ofClosed,
  ] = lists.map((json) => listOf(json, from)) as unknown as Lists<typeof lists>;
  for (const clock of ofClocks) from.value(clock);
  from.build();
  const [seed = null, order] = [seeds].flat();
  if (order !== undefined) readOrder(order, from);
  const threadOf = (json: Json): Thread => aThread.load(json, from, null) as Thread;
  const threadsOf = (json: Json | undefined): Thread[] => listOf(json, from).map(threadOf);
  const live = ofLive.map(threadOf);
  const predicates = ofPredicates.map(threadOf);
  const parked = ofParked.map(threadOf);
  const queues = ofQueues.map((json) => readQueue(json, threadsOf, from));
  const timers = ofTimers.map((json) => readTimers(json, threadOf, from));
  checkWaits(predicates.concat(parked), queues, timers, from);
  if (live.some(({ id }, at) => at > 0 && id <= live[at - 1]!.id)) from.damaged('threads that are not in order');
  const signals = ofSignals.map((json) => readSignal(json, from));
  const calls = ofCalls.map((json) => readCalls(json, from));
  const events = ofEvents.map((json) => subscriptionIn(json, from));
  if (events.some((one) => !from.events.has(one))) from.damaged('a thread that waits for no event');
  checkSubscriptions(events, signals, calls, from);
  return {
    frame: numberOf(frame, from),
    seed: numberOf(seed, from),
    lastMs: numberOf(lastMs, from),
    lastThreadId: numberOf(lastThreadId, from),
    random: random === null ? null : numberOf(random, from),
    closed: closed === null ? null : { reason: from.value(listOf(closed, from)[0] ?? null) },
    live,
    parked,
    predicates,
    queues,
    timers,
    signals,
    calls,
    events,
    skips: ofSkips.map((json) => from.record(rowOf('Skip'), json) as Skip),
    closedOwners: readClosedOwners(ofClosed, from),
    uncaught: ofUncaught.map((json) => {
      const [who = null, error = null] = listOf(json, from);
      return { thread: threadOf(who), error: from.value(error) };
    }),
  };
}

/** The turns go on in the order of the save. */
function readOrder(order: Json, from: Decoder): void {
  const { scheduler } = from;
  const made = scheduler.order?.of(order as string);
  if (made === undefined) from.missing('order', 'there is no `order` in this scheduler', 'Give it to `new Scheduler`.');
  else from.changes.push(() => (scheduler.order = made));
}

/** Each thread waits in one list. */
function checkWaits(
  others: readonly Thread[],
  queues: readonly ReadQueue[],
  timers: readonly ReadTimers[],
  from: Decoder,
): void {
  const listed = others.concat(
    queues.flatMap(({ ready, frames, later }) => [...ready, ...frames, ...later.map(({ thread }) => thread)]),
    timers.flatMap(({ waiting }) => waiting.map(([thread]) => thread)),
  );
  if (new Set(listed).size !== listed.length) from.damaged('a thread that waits twice');
}

const subscriptionIn = (json: Json, from: Decoder): Subscription =>
  from.record(rowOf('Subscription'), json) as Subscription;

/** Each stands in one place, also those of events. */
function checkSubscriptions(
  events: readonly Subscription[],
  signals: readonly ReadSignal[],
  calls: readonly ReadCalls[],
  from: Decoder,
): void {
  const all = events.concat(
    signals.flatMap(({ subscriptions }) => subscriptions),
    calls.flatMap(({ waiting }) => waiting.map(({ subscription }) => subscription)),
  );
  if (events.length !== from.events.size || new Set(all).size !== all.length)
    from.damaged('a wait for an event that is not in its place');
}

interface ReadQueue {
  readonly priority: number;
  readonly ready: readonly Thread[];
  readonly frames: readonly Thread[];
  readonly later: readonly { readonly due: number; readonly thread: Thread }[];
}

function readQueue(json: Json, threadsOf: (json: Json | undefined) => Thread[], from: Decoder): ReadQueue {
  const [priority = null, ready, frames, waiting, dueFrames] = listOf(json, from);
  const frameOf = listOf(dueFrames, from);
  const later = threadsOf(waiting).map((thread, at) => ({ due: numberOf(frameOf[at] ?? null, from), thread }));
  return { priority: numberOf(priority, from), ready: threadsOf(ready), frames: threadsOf(frames), later };
}

interface ReadTimers {
  readonly clock: Clock;
  readonly waiting: readonly (readonly [Thread, number])[];
}

function readTimers(json: Json, threadOf: (json: Json) => Thread, from: Decoder): ReadTimers {
  const [which = null, ...rest] = listOf(json, from);
  const clock = from.value(which);
  // One of the game keeps its time, and what it has of others.
  if (!(clock instanceof Clock) || rest.length % 2 !== 0) return from.damaged('timers without a clock');
  const timerAt = (at: number) => [threadOf(rest[at]!), numberOf(rest[at + 1]!, from)] as const;
  return { clock, waiting: Array.from({ length: rest.length / 2 }, (_, at) => timerAt(2 * at)) };
}

interface ReadSignal {
  readonly name: string;
  readonly sticky: { value: unknown } | null;
  readonly subscriptions: readonly Subscription[];
}

function readSignal(json: Json, from: Decoder): ReadSignal {
  const [name, sticky = null, ...rest] = listOf(json, from);
  if (typeof name !== 'string') return from.damaged('a signal without a name');
  const remembered = sticky === null ? null : { value: from.value(listOf(sticky, from)[0] ?? null) };
  return {
    name,
    sticky: remembered,
    subscriptions: rest.map((one) => subscriptionIn(one, from)),
  };
}

interface ReadCalls {
  readonly code: CompiledFunction;
  readonly waiting: readonly {
    readonly subscription: Subscription;
    readonly receiver: unknown;
    readonly word: string;
  }[];
}

function readCalls(json: Json, from: Decoder): ReadCalls {
  const [which = null, ...rest] = listOf(json, from);
  const waiting = rest.map((one) => {
    const [subscription = null, receiver = null, word] = listOf(one, from);
    return {
      subscription: subscriptionIn(subscription, from),
      receiver: from.value(receiver),
      word: String(word),
    };
  });
  return { code: from.code(which), waiting };
}
