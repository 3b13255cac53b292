/** Calls that take the place of earlier ones of the same function, or are dropped for one: `@restart`, `@latest` and `@drop` (R5d). */
import { ThreadList } from '../collections/thread-list.js';
import type { CompiledFunction } from '../execution/compiled-function.js';
import { addLayer } from '../execution/layers.js';
import { beginToQueue } from '../ownership/admit.js';
import { unblock } from '../ownership/hand-over.js';
import { mayAct } from '../ownership/hold.js';
import { enqueueAt, firstPlaceOf, isInLine } from '../ownership/queue.js';
import { NOBODY, ownedBy } from '../ownership/owner.js';
import { DEV } from '../messages/development.js';
import { noteCause } from '../threads/bystanders.js';
import type { Lock, Thread, ThreadStart } from '../threads/thread.js';
import { cancellingOf, cancelThreads } from './end.js';
import { linkRunning, makeThread, runTurn, startThread } from './first-turn.js';

/**
 * The earlier threads that a call of a marked function replaces, or for which it is dropped: those that began with the same function on the same
 * owner and do not unwind; for `@latest`, those of them that have not begun.
 */
function underWay(lock: Lock | null, code: CompiledFunction): readonly Thread[] {
  if (lock === null) return NOBODY;
  const isTaken = (thread: Thread): boolean =>
    thread.code === code &&
    cancellingOf(thread) === null &&
    (code.again !== 'latest' || (thread.isNew && isInLine(thread)));
  return ownedBy(lock).filter(isTaken);
}

/**
 * Starts a thread in the place of earlier ones, and cancels them. It stands in the queue while they unwind, so nobody
 * gets the executor in between; it runs immediately if they leave it to it.
 */
function start(begins: ThreadStart, region: string | null): Thread {
  const { code } = begins.call;
  const lock = begins.lock as Lock;
  const earlier = underWay(lock, code);
  if (earlier.length === 0) return startThread(begins, region);
  const thread = makeThread(begins);
  // Nothing queues in a synchronous region.
  const place = thread.alone || region !== null || mayAct(lock, thread) ? null : firstPlaceOf(lock, earlier);
  // The earlier ones may start others as they unwind: the new thread stands before those in the list of live threads.
  linkRunning();
  if (place === null) thread.scheduler.live.link(thread);
  else {
    beginToQueue(thread);
    enqueueAt(lock, thread, place);
  }
  if (DEV) noteCause(earlier, 'again');
  cancelThreads(earlier, `\`${code.label}\` was called again`);
  const isNext = lock.granted === thread;
  if (isNext) {
    ThreadList.leave(thread);
    thread.handed = false;
  }
  // A call that is marked `@interrupt`, too, takes the executor that nobody has left to it.
  const takesIt = thread.queued && thread.steady;
  if (takesIt) {
    lock.queue.remove(thread);
    unblock(thread);
  }
  // What the earlier ones did as they unwound may have ended it.
  if (isNext || takesIt || (place === null && !thread.ended)) runTurn(thread, region);
  if (!thread.ended) thread.joined = false;
  return thread;
}

/** Compiled code gives the text of each function with such a mark to this, and gets it back: so a bundle without the marks does not have their rules. */
export function again<T>(meta: T): T {
  addLayer({ again: { underWay, start } });
  return meta;
}
