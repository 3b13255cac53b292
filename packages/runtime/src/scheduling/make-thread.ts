/** A thread is made for a call. */
import type { Call } from '../execution/call.js';
import { layers } from '../execution/layers.js';
import { showCall } from '../messages/format.js';
import { ownerGone, schedulerClosed } from '../messages/errors.js';
import { bindTo } from '../ownership/owner.js';
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
  if (layers.scopes !== null) layers.scopes.started(thread, start);
  if (layers.observer !== null) layers.observer.started(thread);
  return thread;
}
