/** How those stand in the queue of their executor that a call of `@interrupt` has taken it from, and that call itself (R5d). */
import { layers } from '../execution/layers.js';
import { kindNamed } from '../execution/wait-kinds.js';
import type { Thread } from '../threads/thread.js';

/** It begins to stand in a queue, from which it goes on with its call or with the outcome that it has. */
export function block(thread: Thread): void {
  thread.subject = thread.interrupted ? layers.interruptions!.returnOf(thread) : thread.call;
  thread.kind = kindNamed('blocked');
}

/** Its first call has not begun. */
export const hasNotBegun = ({ isNew }: Thread): boolean => isNew;

/** In the queue it goes even before those who have lost the executor, if they have lost it earlier. */
export const isUrgent = (thread: Thread): boolean => thread.interrupted || (thread.steady && hasNotBegun(thread));
