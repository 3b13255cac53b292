/** Threads that a call of `@interrupt` has taken the executor from, and how they stand in its queue (R5d). */
import type { Call } from '../execution/call.js';
import { kindNamed } from '../execution/wait-kinds.js';
import type { RareFields, Rhythm } from '../threads/cold-fields.js';
import type { Thread } from '../threads/thread.js';

/** What a thread stands in the queue with whose wait is over, and which goes on with this. It is described as a call. */
interface Return extends Call {
  readonly outcome: unknown;
}

const returnOf = ({ code, args, outcome }: Thread): Return => ({
  code,
  args,
  self: undefined,
  outcome,
});

/** It begins to stand in a queue, from which it goes on with its call or with the outcome that it has. */
export function block(thread: Thread): void {
  thread.subject = thread.interrupted ? returnOf(thread) : thread.call;
  thread.kind = kindNamed('blocked');
}

/** Its first call has not begun. */
export const hasNotBegun = ({ isNew }: Thread): boolean => isNew;

/** In the queue it goes even before those who have lost the executor, if they have lost it earlier. */
export const isUrgent = (thread: Thread): boolean => thread.interrupted || (thread.steady && hasNotBegun(thread));

/** What it goes on with when it leaves the queue. */
export const outcomeOf = ({ subject }: Thread): unknown => (subject as Return).outcome;

/** It has its executor again, or needs it no more. What its `every` has missed is left out. */
export function endInterruption(thread: Thread): void {
  const { rare } = thread;
  if (rare !== null) rare.lossGroup = 0;
  if (!thread.interrupted) return;
  thread.interrupted = false;
  thread.scheduler.clock.stops--;
  const every = rare === null ? null : rare.every;
  if (every !== null) leaveOut(every, rare as RareFields<Thread>);
}

function leaveOut(every: Rhythm, rare: RareFields<Thread>): void {
  const restMs = rare.everyRestMs ?? every.deadlineMs - every.clock.now;
  if (restMs > 0) return;
  const passed = Math.floor(-restMs / every.ms) + 1;
  every.passed += passed;
  every.deadlineMs += passed * every.ms;
  if (rare.everyRestMs !== null) rare.everyRestMs += passed * every.ms;
}
