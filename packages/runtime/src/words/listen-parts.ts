/** The parts of `next()` of a queue that do not wait: uncompiled/next.ts uses them. */
import { pause } from '../execution/pauses.js';
import { kinds } from '../execution/wait-kind-table.js';
import type { AskersOf } from '../threads/subscription.js';
import type { Subscription, Thread } from '../threads/thread.js';
import { takeBuffered, wakeAsker } from '../waits/channels.js';

/** The queue behind `listen`, as its `next()` sees it. */
export interface AskedQueue {
  /** It buffers everything, and knows the threads that wait for its next value. */
  readonly subscription: Subscription;
  readonly isClosed: boolean;
}

/** The threads for each of which a value is reserved. */
const wokenOf = ({ queue }: Subscription): Set<Thread> => (queue as AskersOf<Thread>).woken;

export function waitForValue(subscription: Subscription, asker: Thread): unknown {
  wokenOf(subscription).delete(asker);
  return pause(kinds.queue, subscription, false);
}

export const sizeOf = ({ buffered }: Subscription): number => buffered?.length ?? 0;

/** How many values are not reserved for a woken asker. */
export const left = (subscription: Subscription): number => sizeOf(subscription) - wokenOf(subscription).size;

export const take = (subscription: Subscription): unknown => takeBuffered(subscription, subscription.channel)?.value;

/** If it was cancelled, the value that was reserved for it goes to the next asker. */
export function leave(subscription: Subscription, asker: Thread): void {
  if (wokenOf(subscription).delete(asker) && left(subscription) > 0) wakeAsker(subscription);
}
