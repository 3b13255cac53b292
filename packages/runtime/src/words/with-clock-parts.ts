/** The parts of `withClock` that do not wait: uncompiled/with-clock.ts uses them. */
import { checkFunction, checkCount } from '../arguments.js';
import { pending } from '../execution/suspension.js';
import { turn } from '../execution/turn-state.js';
import { kinds } from '../execution/wait-kind-table.js';
import { type Clock, clockBehind } from '../time/clock.js';
import { badArgument, foreignClock } from '../messages/errors.js';
import type { Join } from '../threads/joins.js';
import type { Thread } from '../threads/thread.js';
import { needThread } from '../waits/wait-arguments.js';

/** Sets the clock of the running thread to `clock`; returns its former clock. */
export function putOnClock(clock: unknown, fn: unknown, more: readonly unknown[]): Clock {
  checkCount('withClock', 2, [clock, fn, ...more]);
  const wanted = clockBehind(clock);
  if (wanted === undefined) throw badArgument('withClock', 'a clock and a function', clock);
  checkFunction('withClock', 'a clock and a function', fn);
  const thread = needThread('withClock');
  const before = thread.clock;
  if (wanted.root !== before.root) throw foreignClock();
  setClock(thread, wanted);
  return before;
}

export function putBack(before: Clock): void {
  setClock(needThread('withClock'), before);
}

/**
 * Calls `fn`. A thread that then only waits for a call of another owner goes back to the clock that it was on: that call stands on
 * the new one, and if it is cancelled while this is paused, nobody stays.
 */
export function callOnClock(fn: () => unknown, before: Clock): unknown {
  const value = fn();
  if (pending.leaf === null && pending.kind === kinds.join && (pending.subject as Join).mode === 'call')
    putBack(before);
  return value;
}

/** Only while it runs: the timer of a wait is in the wheel of its clock. */
export function setClock(thread: { -readonly [K in keyof Thread]: Thread[K] }, clock: Clock): void {
  thread.clock = clock;
  turn.frame = clock.frame;
}
