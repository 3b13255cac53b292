/** Owners that were closed: a thread may come to one long after that, and none needs to be on it now. */
import { addLayer } from '../execution/layers.js';
import { lockOf } from '../ownership/owner.js';
import type { Scheduler } from '../scheduling/scheduler.js';
import { schedulerOfCaller } from '../threads/current.js';
import type { Lock, ThreadScheduler } from '../threads/thread.js';
import type { Decoder } from './decoder.js';
import type { Encoder } from './encoder.js';
import { type Json, listOf } from './fields.js';
import { readShown, saveShown } from './shown.js';

/** In the order in which they were closed. The game may have let go of them. */
const noted = new Set<WeakRef<Lock>>();

/** It belongs to who has closed it: a load in another scheduler opens it not. */
const note = (lock: Lock, scheduler: ThreadScheduler | null = schedulerOfCaller()): void => {
  lock.scheduler ??= scheduler;
  noted.add(new WeakRef(lock));
};
addLayer({
  closed(lock: Lock) {
    note(lock);
    lock.scheduler?.inbox?.came();
  },
});

/** One that plain code has closed, and no thread has ever come to, has no scheduler. */
export function closedOwners(scheduler: Scheduler): Set<Lock> {
  const found = new Set<Lock>();
  for (const one of noted) {
    const lock = one.deref();
    if (!lock?.closed || found.has(lock)) noted.delete(one);
    else if ((lock.scheduler ?? scheduler) === scheduler) found.add(lock);
  }
  return found;
}

/** Those that can be found again: with their ids, or their places in the save. */
export function saveClosedOwners(to: Encoder): Json[] {
  return Array.from(closedOwners(to.scheduler)).flatMap(({ owner, closed }) => {
    const of = to.own.idOf(owner) ?? (to.has(owner) ? to.value(owner) : null);
    return of === null ? [] : [[of, saveShown(closed!.reason, to)]];
  });
}

export interface ClosedOwner {
  readonly owner: unknown;
  readonly reason: unknown;
}

/** One that has an id and is no more in the world needs none. */
export function readClosedOwners(entries: readonly Json[], from: Decoder): ClosedOwner[] {
  return entries.map((entry) => {
    const [of = null, reason = null] = listOf(entry, from);
    return {
      owner: typeof of === 'string' || typeof of === 'number' ? from.own.find(of) : from.value(of),
      reason: readShown(reason, from),
    };
  });
}

export function openOwners(scheduler: Scheduler): void {
  for (const lock of closedOwners(scheduler)) lock.closed = null;
}

export function closeOwners(owners: readonly ClosedOwner[], scheduler: Scheduler): void {
  for (const { owner, reason } of owners) {
    const lock = lockOf(owner, scheduler);
    if (lock === null) continue;
    note(lock, scheduler);
    lock.closed = { reason };
  }
}
