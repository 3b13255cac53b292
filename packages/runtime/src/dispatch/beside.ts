/**
 * Calls that nobody waits for: a statement on another owner, and `void f()` (R3, R5c). A bundle without such a call has neither this file nor the layer of orders.
 */
import { PAUSE, pending } from '../execution/suspension.js';
import { kinds } from '../execution/wait-kind-table.js';
import { layers } from '../execution/layers.js';
import { DEV } from '../messages/development.js';
import { disown, giveOrder } from '../ownership/orders.js';
import { currentScheduler } from '../scheduling/current-scheduler.js';
import { asPlainCode } from '../threads/current.js';
import type { Join } from '../threads/joins.js';
import { Thread } from '../threads/thread.js';
import { type AnyFunction, takeBackJoin } from './calls.js';

/** Detaches a thread on another owner that a call has just started. Every other wait is passed on unchanged. */
export function beside(value: unknown): unknown {
  if (value !== PAUSE) return disown(value);
  if (pending.kind !== kinds.join || pending.leaf !== null) return value;
  const join = pending.subject as Join;
  const { mode } = join;
  if (mode !== 'call' && mode !== 'shared') return value;
  const called = join.targets[0] as Thread;
  takeBackJoin(join);
  // What runs beside the owner, or was dropped, stands in no line: no question waits for that.
  if (mode === 'call') {
    if (!called.code.beside) called.isOrder = true;
    letGo(called);
  }
  return undefined;
}

/** A call has started a thread that its caller does not wait for: it is an order, and the scope around it waits for it. */
function letGo(thread: Thread): void {
  giveOrder(thread);
  if (DEV) thread.scheduler.queues?.ordered(thread);
  layers.scopes?.add(thread);
}

/** `void f()` */
export function detached(fn: AnyFunction, self?: unknown, args?: readonly unknown[]): unknown {
  const { lastThreadId } = currentScheduler();
  const given: unknown = asPlainCode(fn, self, args);
  // With `@drop` this may be an earlier thread.
  if (given instanceof Thread && given.id > lastThreadId) letGo(given);
  return given;
}
