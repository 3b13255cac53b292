/**
 * Threads that are stopped: `thread.pause()` stops a thread with all that would be cancelled with it, a paused clock its
 * threads. A stopped thread is woken as any other; when its turn comes it is parked until it may go on.
 */
import { ThreadList } from '../collections/thread-list.js';
import { serve, takeBack } from '../ownership/hand-over.js';
import { joinModes } from '../threads/join-modes.js';
import { joinersOf, joinOf } from '../threads/joins.js';
import { isBlocked } from '../threads/lock-state.js';
import type { Lock, Thread, ThreadScheduler } from '../threads/thread.js';
import { makeReady } from '../threads/wake.js';
import type { Clock } from '../time/clock.js';
import { TimerList } from '../time/wheel.js';

/** `thread.pause()` and `thread.resume()`. */
export function setPaused(thread: Thread, paused: boolean): void {
  if (thread.ended || thread.paused === paused) return;
  thread.paused = paused;
  thread.scheduler.clock.irregular += paused ? 1 : -1;
  review([thread]);
}

/** A thread ends: it stops nobody any more. */
export function forgetPause(thread: Thread): void {
  if (thread.paused) thread.scheduler.clock.irregular--;
  thread.paused = thread.frozen = false;
  review(withIt(thread));
}

/** The turn of a stopped thread has come. */
export function park(thread: Thread): void {
  if (!takeBack(thread)) thread.scheduler.parked.add(thread);
}

/** A clock goes on: its threads, and those of the clocks below it, are released. */
export function releaseThreadsOn(scheduler: ThreadScheduler, clock: Clock): void {
  releaseFreed(
    scheduler,
    scheduler.live.toArray().filter((thread) => thread.clock.isBelow(clock)),
  );
}

/**
 * Who is paused, or begins or ceases to be cancelled with another thread, may have to stop or to go on; and so may those
 * that would be cancelled with it.
 */
export function review(threads: readonly Thread[]): void {
  const freed: Thread[] = [];
  const stack = threads.slice();
  for (let thread = stack.pop(); thread !== undefined; thread = stack.pop()) {
    const stands = !thread.ended && isPausedAbove(thread);
    if (stands === thread.frozen) continue;
    thread.frozen = stands;
    if (stands) stopTimers(thread);
    else freed.push(thread);
    stack.push(...withIt(thread));
  }
  freed.sort((a, b) => a.id - b.id).forEach(setTimers);
  const [first] = freed;
  if (first !== undefined) releaseFreed(first.scheduler, freed);
}

/** @internal What `irregular` of the root clock counts, of these threads and clocks: saves write the number anew, and `verify` looks that none is missing. */
export const irregularities = (threads: readonly Thread[], clocks: ReadonlySet<Clock>): number =>
  threads.filter(({ paused }) => paused).length +
  threads.filter(({ interrupted }) => interrupted).length +
  Array.from(clocks).filter(({ pausedHere }) => pausedHere).length +
  Array.from(clocks).filter(({ ownFrames }) => ownFrames > 0).length;

/** Is it paused, or one of those with which it would be cancelled? */
function isPausedAbove(thread: Thread): boolean {
  const above = new Set([thread]);
  // A loop over a Set also visits members that are added during it.
  for (const one of above) {
    if (one.paused) return true;
    const joiners = joinersOf(one);
    joiners.forEach((joiner) => {
      const { mode, targets } = joinOf(joiner)!;
      if (mode === 'call' ? joiners.length === 1 : joinModes[mode].children(targets).length > 0) above.add(joiner);
    });
    const adopter = one.cold?.adopter;
    if (adopter && !adopter.ended) above.add(adopter);
  }
  return false;
}

/** Those that may be cancelled with a thread. */
const withIt = (thread: Thread): Thread[] =>
  (thread.cold?.children?.toArray() ?? []).concat(joinOf(thread)?.targets ?? []);

/** What its timer and its rhythm have left is noted. */
export function stopTimers(thread: Thread): void {
  const { ownRare: own, clock } = thread;
  const { every } = own;
  own.restMs = null;
  if (thread.running) return;
  const { list } = thread;
  if (list instanceof TimerList && !thread.kind?.isPoint) {
    own.restMs = (list.deadlines[thread.slot] as number) - clock.now;
    ThreadList.leave(thread);
  }
  own.everyRestMs = every === null ? null : every.deadlineMs - every.clock.now;
}

/** Its rhythm goes on from where it was, as does its timer, if it still waits for that. */
function setTimers(thread: Thread): void {
  const { restMs } = thread.ownRare;
  setRhythm(thread);
  if (restMs !== null && thread.kind !== null) thread.clock.insertIn(thread, restMs);
}

/** A frozen thread is cancelled: it goes on for its `finally` blocks. */
export function setRhythm({ ownRare: own }: Thread): void {
  const { every, everyRestMs } = own;
  if (every !== null && everyRestMs !== null) every.deadlineMs = every.clock.now + everyRestMs;
  own.restMs = own.everyRestMs = null;
}

/**
 * Those whose turn has come while they were stopped are ready now, in that order. Those of a queue that need not wait any
 * longer leave it.
 */
function releaseFreed(scheduler: ThreadScheduler, freed: readonly Thread[]): void {
  scheduler.parked.sweep((thread) => {
    if (thread.stopped) return true;
    makeReady(thread);
    return false;
  });
  freed.forEach((thread) => {
    if (isBlocked(thread) && !thread.stopped) serve(thread.lock as Lock);
  });
}
