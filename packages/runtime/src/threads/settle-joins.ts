/**
 * How a join begins and ends, and where the error of a target goes. Its mode decides when it is settled
 * (join-modes.ts).
 */
import { leaveRing } from '../collections/ring.js';
import { ThreadList } from '../collections/thread-list.js';
import { pause } from '../execution/pauses.js';
import { kinds } from '../execution/wait-kind-table.js';
import { DEV } from '../messages/development.js';
import { CancelledError, TimeoutError } from '../messages/errors.js';
import { noteCause, noteReceived } from './bystanders.js';
import type { ArmsOf } from './cold-fields.js';
import { runningThread } from './current.js';
import { joinModes, type Settled } from './join-modes.js';
import { hasJoiners, type Join, type Joiner, type JoinNode, leaveJoin, liveOf } from './joins.js';
import type { Thread } from './thread.js';
import { handOver, setOutcome } from './wake.js';

/** Cancels threads, last started first. */
export function cancelAll(threads: readonly Thread[], reason: unknown): void {
  for (let i = threads.length - 1; i >= 0; i--) (threads[i] as Thread).cancel(reason);
}

/** The result of a finished thread. Throws its error. */
export function resultOf(thread: Thread): unknown {
  thread.joined = true;
  if (thread.done) return thread.value;
  throw thread.value;
}

/**
 * Waits for threads, or returns immediately what they have already returned.
 * The caller decides if the executor is kept during the wait.
 */
export function joinBy(record: Join, keeps: boolean): unknown {
  const settled = settledAtOnce(runningThread() as Thread, record);
  if (settled === null) return pause(kinds.join, record, keeps);
  cancelLosers(record, settled);
  if (settled.mode === 'error') throw settled.value;
  return settled.value;
}

/**
 * Is the join over before it begins? Then the thread continues immediately with its outcome. (A call whose thread was
 * cancelled in its first turn is joined in any case: only code that uses its value gets the CancelledError.)
 */
export function isJoinOver(thread: Thread): boolean {
  const record = (thread as Joiner).subject;
  if (record.question !== undefined) thread.call = record.question;
  const settled = settledAtOnce(thread, record);
  if (settled === null) return false;
  setOutcome(thread, settled.value, settled.mode);
  cancelLosers(record, settled);
  return true;
}

/** The outcome of a join that is over before it begins. An error of a target then counts as received. */
function settledAtOnce(joiner: Thread, record: Join): Settled | null {
  const settled = joinModes[record.mode].settle(record, null);
  if (settled === null) return null;
  if (settled.from !== undefined) settled.from.joined = true;
  if (record.end !== undefined) {
    leaveJoin(record);
    joiner.scheduler.joinOver(joiner, record.targets);
  }
  return settled;
}

/** A thread has ended: its joiners get their value when their join is settled. */
export function tellJoiners(target: Thread): void {
  if (target.isArm) return (target.ties as ArmsOf<Thread>).ended(target);
  // Reentrant: telling one joiner may cancel others, which then leave the ring.
  while (hasJoiners(target)) {
    const node = target.own.next as JoinNode;
    leaveRing(node);
    tellJoiner(node.joiner, target);
  }
  const { rare } = target;
  if (rare === null) return;
  rare.settlers?.forEach((settle) => settle(target));
  rare.settlers = null;
}

/** A target of a join has ended. */
export function tellJoiner(joiner: Joiner, target: Thread): void {
  const record = joiner.subject;
  record.remaining--;
  const settled = joinModes[record.mode].settle(record, target);
  if (settled === null) return;
  ThreadList.leave(joiner);
  leaveJoin(record);
  const { mode, value, from = target } = settled;
  // A scope has been counted as its receiver since the thread failed (words/scoping.ts).
  if (mode === 'error' && from !== record.scope?.failed) from.own.receivers++;
  if (DEV && mode === 'error') noteReceived(joiner, from);
  // In the last phase of this pulse, so that a join costs no frame.
  setOutcome(joiner, mode === 'error' ? new ErrorInTransit(from) : value, mode);
  handOver(joiner);
  joiner.scheduler.joinOver(joiner, record.targets);
  cancelLosers(record, settled);
}

function cancelLosers(record: Join, { from, why }: Settled): void {
  if (from === undefined || why === undefined || record.drop?.(from, why)) return;
  const losers = liveOf(record.targets);
  if (DEV) noteCause(losers, 'join');
  cancelAll(losers, reasonOf(from, why));
}

/** Why the other targets end. */
export const reasonOf = ({ name }: Thread, why: string): string => `\`${name}\` ${why}`;

/** The error of a thread, on its way to a joiner. It counts as received only when the joiner continues with it. */
export class ErrorInTransit {
  readonly from: Thread;
  constructor(from: Thread) {
    this.from = from;
  }
}

export function receiveError(error: unknown): unknown {
  if (!(error instanceof ErrorInTransit)) return error;
  error.from.own.receivers--;
  error.from.joined = true;
  return error.from.value;
}

/**
 * A thread is cancelled before it continues with an error. The error is uncaught, unless another joiner
 * gets it or it only says how the wait has ended (a TimeoutError, a CancelledError).
 */
export function loseError(thread: Thread): void {
  const { outcome } = thread;
  thread.outcome = undefined;
  thread.fails = false;
  if (outcome instanceof ErrorInTransit) outcome.from.own.receivers--;
  else if (!(outcome instanceof TimeoutError || outcome instanceof CancelledError))
    thread.scheduler.errors.add(thread, outcome);
}
