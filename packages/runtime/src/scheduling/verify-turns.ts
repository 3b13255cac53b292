/**
 * The invariants of what makes turns cheap, checked on a scheduler between two pulses: who runs, which the entry of a step reads
 * (execution/frame-code.ts); lists of frames, with the threads that are hot in them (collections/frame-list.ts); threads that
 * calls borrow (borrowed.ts); parked threads, and the count of what is paused or the like (stops.ts).
 */
import { findLive } from '../collections/live-threads.js';
import { FrameList } from '../collections/frame-list.js';
import { pending } from '../execution/suspension.js';
import { turn } from '../execution/turn-state.js';
import { threadsOf } from '../ownership/hold.js';
import { runningThread } from '../threads/current.js';
import { SPARE } from '../threads/flags.js';
import type { Thread, ThreadScheduler } from '../threads/thread.js';
import type { Clock } from '../time/clock.js';
import { irregularities } from './stops.js';

/** Every broken invariant as a sentence. `live`: the live threads of the scheduler. */
export function brokenTurns(scheduler: ThreadScheduler, live: readonly Thread[]): string[] {
  const broken = brokenTurn();
  for (const thread of live) {
    if (findLive(scheduler.live, thread.id) !== thread) broken.push(`${thread.name} is not found by its id`);
    broken.push(...brokenPlace(thread));
  }
  broken.push(
    ...brokenCount(scheduler, live),
    ...brokenStops(scheduler.parked.items.filter((thread) => thread !== null)),
  );
  for (const { spare } of scheduler.runQueues.inOrder) broken.push(...brokenSpares(spare));
  if (scheduler.live.size !== live.length) broken.push(`${scheduler.live.size} threads are counted as live`);
  return broken;
}

/** Who runs, and whether anything pauses: the entry of a step (execution/frame-code.ts) asks nothing else. */
function brokenTurn(): string[] {
  const { hot } = turn;
  const running = runningThread();
  if (hot !== null && (hot.callFrames[hot.at] ?? null) === null) return ['a turn is hot that is none'];
  if (running === null) return pending.kind === null ? [] : [`plain code runs while ${pending.kind.name} is to begin`];
  return running.running ? [] : [`${running.name} has the turn and does not run`];
}

/** While the count is 0, no turn looks for what is paused. A clock that no thread is on may be counted, too: nothing has a list of all clocks. */
function brokenCount({ clock: root }: ThreadScheduler, live: readonly Thread[]): string[] {
  const clocks = new Set<Clock>();
  for (const thread of live)
    for (let clock: Clock | null = thread.clock; clock !== null; clock = clock.parent) clocks.add(clock);
  const least = irregularities(live, clocks);
  return root.irregular < least ? [`${least} threads and clocks are irregular, and ${root.irregular} are counted`] : [];
}

/** Threads whose turn has come while they were stopped: they wait for nothing but that. */
const brokenStops = (parked: readonly Thread[]): string[] =>
  parked
    .filter((thread) => thread.ended || !thread.stopped || (thread.kind !== null && !thread.running))
    .map(({ name }) => `${name} is parked and should not be`);

/** Threads that no call has borrowed (borrowed.ts), the first of a run queue, and those behind it. */
function brokenSpares(first: Thread | null): string[] {
  const broken: string[] = [];
  for (let thread = first; thread !== null; thread = thread.origin as Thread | null) {
    const { name, flags, lock, leaf, call, cold, scheduler } = thread;
    if (flags !== SPARE || leaf !== null || call !== null || cold !== null) broken.push(`${name} is spare and in use`);
    if (findLive(scheduler.live, thread.id) === thread) broken.push(`${name} is spare and live`);
    if (lock !== null && (lock.isHeldBy(thread) || threadsOf(lock).includes(thread)))
      broken.push(`${name} is spare and has an owner`);
  }
  return broken;
}

/** A thread in a list of frames: a hot one (frame-list.ts) only waits for its next frame, and nothing else is to be seen to. */
function brokenPlace(thread: Thread): string[] {
  const { list, slot, name } = thread;
  if (list === null) return [];
  if (list.items[slot] !== thread) return [`${name} is not where it thinks that it is`];
  if (!(list instanceof FrameList)) return [];
  if (list.callFrames.length !== list.items.length) return [`a list of frames has lost places, of ${name} or others`];
  const frame = list.callFrames[slot];
  const isReady = frame === thread.leaf && thread.onlyGoesOn && !thread.running;
  const onlyWaits = thread.loops && thread.alone;
  return frame === null || (isReady && onlyWaits) ? [] : [`${name} is hot and should not be`];
}
