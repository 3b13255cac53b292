/** A frame for the threads on one clock alone. Only `skippable` needs it, so an app without it does not have this file. */
import { ThreadList } from '../collections/thread-list.js';
import type { Thread, ThreadRunQueue, ThreadScheduler } from '../threads/thread.js';
import { endRound, setOutcome } from '../threads/wake.js';
import type { Clock } from '../time/clock.js';
import { runReady } from './due-turns.js';
import { runHandedOver, wakeWaiting } from './pulse-phases.js';

/**
 * The phases of a pulse, in the same order, for the threads on a clock and on those below it. Gives whether one of `threads`
 * had a turn.
 */
export function frameOf(scheduler: ThreadScheduler, clock: Clock, threads: ReadonlySet<Thread>): boolean {
  const isOn = (thread: Thread): boolean => thread.clock.isBelow(clock);
  const first = listsByQueue();
  const answered = listsByQueue();
  const due = listsByQueue();
  // Those of the frame before this one.
  scheduler.errors.report();
  endRound(scheduler);
  advance(clock, scheduler.lastMs);
  scheduler.clock.followers?.forEach((follower) => follower.followAlone(clock));
  scheduler.runQueues.inOrder.forEach((queue) => {
    move(queue.ready, first(queue), isOn);
    takeNext(queue, isOn).forEach((thread) => {
      setOutcome(thread);
      due(queue).add(thread);
    });
  });
  wakeWaiting(scheduler, clock);
  const turns = scheduler.runQueues.inOrder.flatMap((queue) => {
    move(queue.answered, answered(queue), isOn);
    move(queue.ready, due(queue), isOn);
    const lists = [first(queue), answered(queue), due(queue)];
    scheduler.order?.setTurns(scheduler, clock, queue.priority, lists);
    return lists;
  });
  const hadTurn = turns.some(({ items }) => items.some((thread) => thread !== null && threads.has(thread)));
  turns.forEach((list) => runReady(list, 0, list.length, scheduler));
  runHandedOver(scheduler);
  return hadTurn;
}

/** A clock goes on alone, with those below it, as in a pulse of `dtMs`. */
function advance(clock: Clock, dtMs: number): void {
  const { parent, root } = clock;
  if (parent === null) return;
  // From now on its frames are not those of the scheduler, and a turn has to look at them.
  if (clock.ownFrames++ === 0) root.irregular++;
  const stepMs = dtMs * parent.rate;
  clock.parentFromMs -= stepMs;
  clock.addedMs = stepMs * clock.scale;
  clock.changedFrame = clock.frame;
}

/** Gives the list of a run queue, which is made when it is first asked for. */
function listsByQueue(): (queue: ThreadRunQueue) => ThreadList<Thread> {
  const lists = new Map<ThreadRunQueue, ThreadList<Thread>>();
  return (queue) => {
    const list = lists.get(queue) ?? new ThreadList();
    lists.set(queue, list);
    return list;
  };
}

/**
 * Takes those that wait for the next frame, in the order in which they began to wait; the others have a frame less to
 * wait.
 */
function takeNext(queue: ThreadRunQueue, wants: (thread: Thread) => boolean): Thread[] {
  const due: Thread[] = [];
  const before: (readonly [frame: number, thread: Thread])[] = [];
  queue.later.forEach((list, frame) => {
    list.sweep((thread) => {
      if (wants(thread)) before.push([frame, thread]);
      return !wants(thread);
    });
  });
  before.forEach(([frame, thread]) => {
    if (frame > queue.frame + 1) queue.laterAt(frame - 1).add(thread);
    else due.push(thread);
  });
  due.sort((a, b) => a.ownNode.rank - b.ownNode.rank);
  queue.frames.sweep((thread) => {
    if (wants(thread)) due.push(thread);
    return !wants(thread);
  });
  return due;
}

/** Threads that are wanted go from one list to the end of another one. */
function move(from: ThreadList<Thread>, to: ThreadList<Thread>, wants: (thread: Thread) => boolean): void {
  from.sweep((thread) => {
    if (!wants(thread)) return true;
    to.add(thread);
    return false;
  });
}
