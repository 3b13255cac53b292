/** Calls of `@interrupt` (R5d): they take the executor from those who are suspended holding it, who go on when they have it again. */
import { ThreadList } from '../collections/thread-list.js';
import type { Call } from '../execution/call.js';
import { addLayer } from '../execution/layers.js';
import type { RareFields, Rhythm } from '../threads/cold-fields.js';
import { joinOf } from '../threads/joins.js';
import type { Lock, Thread } from '../threads/thread.js';
import { familyOf } from './family.js';
import { admitSiblings, block } from './hand-over.js';
import { acquire, lose, losses } from './hold.js';
import { NOBODY } from './owner.js';
import { addAtPlace } from './queue.js';

/**
 * A new thread of `@interrupt` takes the executor from all who are suspended holding it. False, and it has to queue, if
 * one of them is in `this.hold` or unwinds, or it is promised to one that has not begun, or has let it in.
 */
function take(lock: Lock, thread: Thread): boolean {
  const { granted, holders } = lock;
  const isShielded = (holder: Thread): boolean =>
    !holder.running && (holder.unwinding || holder.isNew || joinOf(holder)?.mode === 'hold');
  if (granted?.isNew || holders.some(isShielded)) return false;
  if (granted !== null) {
    lock.granted = null;
    ThreadList.leave(granted);
    block(granted);
    addAtPlace(lock, granted);
  }
  const group = ++losses.last;
  // The first holder gets it back first, so it loses it last.
  holders.toReversed().forEach((holder) => {
    lose(lock, holder);
    holder.ownRare.lossGroup = group;
    if (holder.running) return;
    holder.interrupted = true;
    holder.scheduler.clock.irregular++;
  });
  lock.holders = NOBODY;
  acquire(lock, thread);
  admitSiblings(lock);
  return true;
}

/**
 * A thread gets back the executor that it has lost to a call of `@interrupt`: so do those who have lost it to the same call and are of its
 * family. The others of them get it back later.
 */
function together({ preempted }: Lock, back: Thread): readonly Thread[] {
  const group = back.ownRare.lossGroup;
  const lost = preempted.filter(({ rare }) => rare?.lossGroup === group).toReversed();
  const family = familyOf(lost);
  return lost.filter((thread) => family.has(thread));
}

/**
 * A thread whose wait is over stands in the queue with this in place of a call, and goes on with the outcome. Texts describe it as the call that
 * the thread began with.
 */
interface Return extends Call {
  readonly outcome: unknown;
}

const returnOf = ({ code, args, outcome }: Thread): Return => ({
  code,
  args,
  self: undefined,
  outcome,
});

const outcomeOf = ({ subject }: Thread): unknown => (subject as Return).outcome;

/** A thread has its executor again, or needs it no more. What its `every` has missed is left out. */
function end(thread: Thread): void {
  const { rare } = thread;
  if (rare !== null) rare.lossGroup = 0;
  if (!thread.interrupted) return;
  thread.interrupted = false;
  thread.scheduler.clock.irregular--;
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

/** Compiled code gives the text of each function that is marked `@interrupt` to this, and gets it back: a bundle without the mark does not have its rules. */
export function interrupt<T>(meta: T): T {
  addLayer({ interruptions: { take, together, returnOf, outcomeOf, end } });
  return meta;
}
