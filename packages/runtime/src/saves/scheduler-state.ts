/** What a scheduler has, as a save has it: its clock, its lists, its signals. */
import { codeOf, type CompiledFunction } from '../execution/compiled-function.js';
import type { Scheduler } from '../scheduling/scheduler.js';
import type { SubscriptionList } from '../threads/subscription.js';
import { type Subscription, Thread, type ThreadRunQueue } from '../threads/thread.js';
import type { Clock } from '../time/clock.js';
import type { Timer } from '../time/wheel.js';
import type { Calls } from '../waits/channels.js';
import { saveClosedOwners } from './closed-owners.js';
import type { Encoder } from './encoder.js';
import { eventsInOrder } from './events.js';
import { type Json, rowOf } from './fields.js';
import type { Names } from './names.js';

/** The calls of a function for which threads of a scheduler wait. */
export interface AwaitedCalls {
  readonly code: CompiledFunction;
  readonly list: SubscriptionList<Thread>;
}

/** Those of the functions that have a name. */
export function awaitedCalls(scheduler: Scheduler, names: Names): AwaitedCalls[] {
  return names.functions().flatMap((fn) => {
    const code = codeOf(fn)!;
    const list = (code.subscribers as Calls | null)?.get(scheduler);
    return list === undefined ? [] : [{ code, list }];
  });
}

/** The lists of all channels that a save can hold. */
export const knownChannels = (scheduler: Scheduler, calls: readonly AwaitedCalls[]): Set<unknown> =>
  new Set<unknown>([
    ...Array.from(scheduler.signals?.byName.values() ?? [], ({ list }) => list),
    ...calls.map(({ list }) => list),
  ]);

const threadsIn = (list: { readonly items: readonly (Thread | null)[]; readonly length: number }): Thread[] =>
  list.items.slice(0, list.length).filter((thread) => thread !== null);

/** All of it but what `saveOrders` has: the parts that `readState` (read-state.ts) names, in this order. */
export function saveScheduler(scheduler: Scheduler, calls: readonly AwaitedCalls[], to: Encoder): Json[] {
  const all = (threads: readonly Thread[]): Json => threads.map((thread) => to.value(thread));
  const threads = scheduler.live.toArray();
  const { clock, random, seed, order, lastMs, lastThreadId, closed, errors, parked, predicates } = scheduler;
  return [
    clock.frame,
    to.value(clock),
    order === undefined ? seed : [seed, order.from],
    random === null ? null : random.state,
    lastMs,
    lastThreadId,
    closed === null ? null : [to.value(closed.reason)],
    all(threads),
    all(threadsIn(parked)),
    all(threadsIn(predicates)),
    scheduler.runQueues.inOrder.filter(hasThreads).map((queue) => queueOf(queue, all)),
    timersOf(scheduler, to),
    Array.from(scheduler.signals?.byName.values() ?? [], (signal) => signalEntry(signal as never, to)),
    calls.map(({ code, list }) => [to.code(code, true), ...list.toArray().map((one) => callEntry(one, to))]),
    errors.uncaught.map(({ thread, error }) => [to.value(thread), to.value(error)]),
  ];
}

/** The last parts, when all is written that leads there: what waits for events, what can be skipped, the clocks in the order of making, who is closed. */
export const saveOrders = ({ live, skips }: Scheduler, to: Encoder): Json[] => [
  eventsInOrder(live.toArray()).map((one) => to.record(rowOf('Subscription'), one)),
  skips.map((one) => to.value(one)),
  [...to.clocks].sort(byAge).map((clock) => to.value(clock)),
  saveClosedOwners(to),
];

export const byAge = (a: Clock, b: Clock): number => a.rank - b.rank;

const hasThreads = ({ threads }: ThreadRunQueue): boolean => threads > 0;

function queueOf({ priority, ready, frames, later }: ThreadRunQueue, all: (threads: readonly Thread[]) => Json): Json {
  const waits = Array.from(later, ([due, list]) => threadsIn(list).map((thread) => ({ due, thread }))).flat();
  // In the order in which they began.
  waits.sort((a, b) => a.thread.ownNode.rank - b.thread.ownNode.rank);
  return [
    priority,
    all(threadsIn(ready)),
    all(threadsIn(frames)),
    all(waits.map(({ thread }) => thread)),
    waits.map(({ due }) => due),
  ];
}

/** The timers of a clock in their order, with their deadlines. */
export function eachTimer({ wheel }: Clock, lookAt: (timer: Timer, deadlineMs: number) => void): void {
  for (const number of wheel?.numbers ?? []) {
    const list = wheel!.lists[number] ?? null;
    if (list === null) continue;
    for (let slot = 0; slot < list.length; slot++) {
      const timer = list.items[slot] ?? null;
      if (timer !== null) lookAt(timer, list.deadlines[slot]!);
    }
  }
}

/** By their clocks, the threads that have a timer, with their deadlines. */
function timersOf({ clock: root }: Scheduler, to: Encoder): Json[] {
  return root.active
    .slice()
    .sort(byAge)
    .flatMap((clock) => {
      const timers: Json[] = [];
      eachTimer(clock, (one, deadlineMs) => {
        if (one instanceof Thread) timers.push(to.value(one), deadlineMs);
        else to.leaveOut('a function of `after`');
      });
      return timers.length === 0 ? [] : [[to.value(clock), ...timers]];
    });
}

function signalEntry(
  { name, sticky, list }: { name: string; sticky: { value: unknown } | null; list: SubscriptionList<Thread> },
  to: Encoder,
): Json {
  const remembered = sticky === null ? null : [to.value(sticky.value, `signal ${name}`)];
  return [name, remembered, ...list.toArray().map((one) => to.record(rowOf('Subscription'), one))];
}

function callEntry(one: Subscription, to: Encoder): Json {
  const { queue, channel } = one;
  // A queue is told of by the function alone.
  const [word] = queue === null ? channel.label().split('(') : [''];
  return [to.record(rowOf('Subscription'), one), to.value(channel.receiver), word!];
}
