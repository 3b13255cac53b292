/** `every`. */
import { checkCount, checkNumber } from '../arguments.js';
import { pause } from '../execution/pauses.js';
import { addKinds, kinds } from '../execution/wait-kind-table.js';
import type { Rhythm } from '../threads/cold-fields.js';
import type { Thread, Waiting } from '../threads/thread.js';
import { wake } from '../threads/wake.js';
import { isMs, needThread } from '../waits/wait-arguments.js';

/**
 * Waits until the next deadline, `ms` after the last one, without drift. Returns the number of the deadline, starting
 * at 1.
 *
 * @example
 * //@compile
 * function drum() {
 *   const beats = [];
 *   while (beats.length < 3) {
 *     every(500);
 *     beats.push(clock.now);
 *   }
 *   return beats.join(" ");
 * }
 * const drumming = drum();
 * runToEnd(scheduler, { frameMs: 16 });
 * drumming.result; // "512 1008 1504"
 */
export function every(ms: number): number {
  checkCount('every', 1, arguments);
  const thread = needThread('every');
  checkNumber('every', 'milliseconds > 0', ms, (value) => value > 0 && isMs(value));
  const { clock } = thread;
  let rhythm = thread.rare?.every ?? null;
  if (rhythm === null || rhythm.ms !== ms || rhythm.clock !== clock)
    rhythm = thread.ownRare.every = { ms, clock, deadlineMs: clock.now + ms, passed: 0 };
  return pause(kinds.every, rhythm, false) as unknown as number;
}

/**
 * A deadline of `every` has come: the rhythm moves on, and only now, as a wait may end otherwise. Returns the number of
 * the turn.
 */
function nextDeadline(rhythm: Rhythm): number {
  rhythm.deadlineMs += rhythm.ms;
  return ++rhythm.passed;
}

addKinds<Thread>({
  every: {
    status: 'sleeping',
    begin: (thread: Waiting<Rhythm>) => thread.clock.insert(thread, thread.subject.deadlineMs),
    onTimer: (thread: Waiting<Rhythm>) => wake(thread, nextDeadline(thread.subject)),
    label: ({ ms }: Rhythm) => `every(${ms})`,
  },
});
