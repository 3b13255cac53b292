/**
 * Orders: the threads that a statement call on another owner, or `void`, has started. The caller goes on without them, but they are told
 * by it: when it is cancelled, those that have not begun never do. Whose they are stands in the `Starter` that they have anyhow:
 *
 *   order ──▶ Starter of who made the call ──heir──▶ Starter of who has waited for that one
 *                        given: its live orders, or, where there is an heir, they stand there
 *
 * So an order costs a place in a set, a thread that gives none nothing, and a thread that has ended keeps nobody.
 */
import { SmallSet } from '../collections/small-set.js';
import { addLayer } from '../execution/layers.js';
import { turn } from '../execution/turn-state.js';
import { runningThread } from '../threads/current.js';
import { joinersOf, joinOf, waiterFor } from '../threads/joins.js';
import { Starter } from '../threads/starters.js';
import type { Thread } from '../threads/thread.js';
import { knownLock, NOBODY } from './owner.js';
import { isInLine } from './queue.js';

/** A call has started a thread that its caller does not wait for. */
export function giveOrder(order: Thread): void {
  const { ended, startedBy } = order;
  if (!ended && startedBy instanceof Starter) (startedBy.given ??= new SmallSet()).add(order);
}

/** The thread that has ended last and left orders to nobody so far, and its record. */
let lastEnded: Thread | null = null;
let lastRecord: Starter;

function leaveRecord(order: Thread): void {
  const { startedBy } = order;
  if (startedBy instanceof Starter) (startedBy.heir ?? startedBy).given?.delete(order);
}

function end(thread: Thread): void {
  leaveRecord(thread);
  const record = thread.starter;
  if (record?.given == null || thread.unwinding) return;
  lastEnded = thread;
  lastRecord = record;
  const waiter = waiterFor(thread);
  if (waiter !== null) inherit(thread, waiter);
}

/** A thread that has just ended was waited for, also if it has ended too soon to be joined. Returns what it has left. */
function inherit(ended: Thread, heir: Thread): readonly Thread[] {
  if (lastEnded !== ended) return NOBODY;
  const orders = (lastRecord.given as SmallSet<Thread>).toArray();
  const record = heir.asStarter();
  lastEnded = lastRecord.given = null;
  orders.forEach((order) => void ((order.startedBy as Starter).heir = record));
  const all = orders.concat(ordersOf(heir)).sort((one, other) => one.id - other.id);
  const given = (record.given = new SmallSet<Thread>());
  all.forEach((order) => given.add(order));
  return orders;
}

/**
 * The orders that a call which ended at once has left to its caller, and the caller. It counts as having waited for the call, unless that turns
 * out to be a statement.
 */
let left: readonly Thread[];
let leftTo: Thread;

/** A call has ended in its first turn. */
function inheritAtOnce(called: Thread): void {
  if (lastEnded !== called) return;
  leftTo = runningThread() as Thread;
  left = inherit(called, leftTo);
  turn.leftAt = turn.steps;
}

/**
 * A call that has ended at once was a statement: its caller has not waited for it, and does not have its orders. Each value that a script uses is
 * a step, so where none has come between (`turn.leftAt`), no other call has.
 */
export function disown(value: unknown): unknown {
  if (turn.leftAt === turn.steps && leftTo === runningThread()) left.forEach(leaveRecord);
  return value;
}

const ordersOf = (giver: Thread): readonly Thread[] => giver.starter?.given?.toArray() ?? NOBODY;

function toldBefore(giver: Thread, self: unknown): readonly Thread[] {
  const orders = ordersOf(giver);
  if (orders.length === 0) return NOBODY;
  const lock = knownLock(self);
  return orders.filter((order) => order.isOrder && order.lock === lock && order.parent === giver);
}

/**
 * Those of its orders that may end with a thread that is about to be cancelled: no other thread waits for them, nor the scope that they are in,
 * unless that only ends them. Once the thread unwinds there are none: what a `finally` block has ordered is to be done.
 */
const thatMayEnd = (giver: Thread): readonly Thread[] =>
  giver.unwinding
    ? NOBODY
    : ordersOf(giver).filter(
        (order) =>
          ((order.cold?.adopter ?? giver) === giver || order.rare?.openScope?.background === null) &&
          joinersOf(order).every((joiner) => joiner === giver),
      );

/**
 * If the giver is in `waitFor(owner)`: the order that this waits for, which ends with it as a used call would, and those of its orders that this
 * one stands behind, which hold the owner, are promised it or queue for it.
 */
function awaitedBy(giver: Thread, orders: readonly Thread[]): readonly Thread[] {
  const join = joinOf(giver);
  const awaited = join?.mode === 'owner' ? join.targets[0] : undefined;
  if (awaited === undefined || !orders.includes(awaited)) return NOBODY;
  const { queued, lock } = awaited;
  return orders.filter(
    (order) => order === awaited || (queued && order.lock === lock && (order.holding || isInLine(order))),
  );
}

addLayer({ orders: { of: ordersOf, toldBefore, thatMayEnd, awaitedBy, end, inheritAtOnce, inherit } });
