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

/** `parts`: by their names. */
export function readState(parts: ReadonlyMap<string, Json>, from: Decoder): ReadState {
  const partOf = (name: string): Json => parts.get(name) ?? null;
  const numberIn = (name: string): number => numberOf(partOf(name), from);
  const threadOf = (json: Json): Thread => aThread.load(json, from, null) as Thread;
  const threadsOf = (json: Json | undefined): Thread[] => listOf(json, from).map(threadOf);
  const listsOf = (name: string): readonly Json[] => listOf(partOf(name), from);
  const random = partOf('random');
  const closed = partOf('closed');
  const live = threadsOf(partOf('live'));
  const predicates = threadsOf(partOf('predicates'));
  const parked = threadsOf(partOf('parked'));
  const queues = listsOf('queues').map((json) => readQueue(json, threadsOf, from));
  const timers = listsOf('timers').map((json) => readTimers(json, threadOf, from));
  const listed = predicates.concat(
    parked,
    queues.flatMap(({ ready, frames, later }) => [...ready, ...frames, ...later.map(({ thread }) => thread)]),
    timers.flatMap(({ waiting }) => waiting.map(([thread]) => thread)),
  );
  if (new Set(listed).size !== listed.length) from.damaged('a thread that waits twice');
  if (live.some(({ id }, at) => at > 0 && id <= live[at - 1]!.id)) from.damaged('threads that are not in order');
  const signals = listsOf('signals').map((json) => readSignal(json, from));
  const calls = listsOf('calls').map((json) => readCalls(json, from));
  const events = listsOf('events').map((json) => subscriptionIn(json, from));
  if (events.some((one) => !from.events.has(one))) from.damaged('a thread that waits for no event');
  const skips = listsOf('skips').map((json) => from.record(rowOf('Skip'), json) as Skip);
  checkSubscriptions(events, signals, calls, from);
  return {
    frame: numberIn('frame'),
    seed: numberIn('seed'),
    lastMs: numberIn('lastMs'),
    lastThreadId: numberIn('lastThreadId'),
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
    skips,
    closedOwners: readClosedOwners(listsOf('closedOwners'), from),
    uncaught: listsOf('uncaught').map((json) => {
      const [who = null, error = null] = listOf(json, from);
      return { thread: threadOf(who), error: from.value(error) };
    }),
  };
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
  const [priority, ready, frames, waiting, dueFrames] = listOf(json, from);
  if (typeof priority !== 'number') return from.damaged('a list of threads without a priority');
  const frameOf = listOf(dueFrames, from);
  const later = threadsOf(waiting).map((thread, at) => {
    const due = frameOf[at];
    return typeof due === 'number' ? { due, thread } : from.damaged('a wait without a frame');
  });
  return { priority, ready: threadsOf(ready), frames: threadsOf(frames), later };
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
  const waiting = Array.from({ length: rest.length / 2 }, (_, at) => {
    const deadlineMs = rest[2 * at + 1];
    if (typeof deadlineMs !== 'number') return from.damaged('a timer without a time');
    return [threadOf(rest[2 * at]!), deadlineMs] as const;
  });
  return { clock, waiting };
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
