/** Owners that were closed: a thread may come to one long after that, and none needs to be on it now. */
import { addLayer } from '../execution/layers.js';
import { lockOf } from '../ownership/owner.js';
import type { Scheduler } from '../scheduling/scheduler.js';
import type { Lock } from '../threads/thread.js';
import type { Decoder } from './decoder.js';
import type { Encoder } from './encoder.js';
import { type Json, listOf } from './fields.js';
import { readShown, saveShown } from './shown.js';

/** In the order in which they were closed. The game may have let go of them. */
const noted = new Set<WeakRef<Lock>>();

const note = (lock: Lock): void => void noted.add(new WeakRef(lock));
addLayer({ closed: note });

/** One that no thread has ever come to has no scheduler. */
function closedOwners(scheduler: Scheduler): Set<Lock> {
  const found = new Set<Lock>();
  for (const one of noted) {
    const lock = one.deref();
    if (lock === undefined || lock.closed === null || found.has(lock)) noted.delete(one);
    else if (lock.scheduler === null || lock.scheduler === scheduler) found.add(lock);
  }
  return found;
}

/** Those that can be found again: with their ids, or their places in the save. */
export function saveClosedOwners(to: Encoder): Json[] {
  return Array.from(closedOwners(to.scheduler)).flatMap(({ owner, closed }) => {
    const of = to.own.idOf(owner) ?? (to.has(owner) ? to.value(owner) : null);
    const { reason } = closed!;
    return of === null ? [] : [[of, saveShown(reason, to)]];
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
    lock.closed = { reason };
    note(lock);
  }
}
