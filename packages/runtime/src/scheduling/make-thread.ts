/** A thread is made for a call. */
import type { Call } from '../execution/call.js';
import { showCall } from '../messages/format.js';
import { ownerGone, schedulerClosed } from '../messages/errors.js';
import { bindTo } from '../ownership/owner.js';
import { nurseries } from '../threads/nursery.js';
import { seam } from '../threads/seam.js';
import { Thread, type ThreadStart } from '../threads/thread.js';

/** Makes a thread for a call; its body has not run. Refuses a call on an owner that was closed, and one from outside a scheduler that was. */
export function makeThread(call: Call, start: ThreadStart): Thread {
  const { lock, scheduler, parent } = start;
  if (scheduler.closed !== null && parent?.scheduler !== scheduler)
    throw schedulerClosed(showCall(call.code.label, call.args), scheduler.closed.reason);
  if (lock !== null) {
    if (lock.closed !== null) throw ownerGone(lock.owner, call, lock.closed.reason);
    bindTo(lock, scheduler, call.code);
  }
  const thread = new Thread(call, start);
  if (nurseries.on) {
    // What a scope waits for begins in it, or in threads of it.
    const { nursery = parent?.rare?.nursery } = start;
    if (nursery) thread.ownRare.nursery = nursery;
  }
  if (seam.to !== null) seam.to.started(thread);
  return thread;
}
