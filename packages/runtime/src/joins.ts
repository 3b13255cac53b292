/** Joins: threads that wait for the end of others, and what they get. */
import { cancelled } from './errors.js';
import { pause } from './frames.js';
import { NOBODY, type Thread } from './thread.js';
import { leaveWheel, setOutcome, wakeJoiner } from './wake.js';

/** Threads that a thread waits for, as data. */
export interface Join {
  /** `ending`: it is cancelled, and its children end first. */
  readonly mode: 'call' | 'one' | 'entity' | 'all' | 'race' | 'tracks' | 'timeout' | 'hold' | 'ending';
  readonly targets: Thread[];
  /** The same, where they are many. */
  members?: ReadonlySet<Thread>;
  /** `tracks`: the names of the targets. */
  readonly keys?: readonly string[];
  /** `withTimeout`: ms. */
  readonly ms?: number;
  left: number;
}

/** A script may wait for the same thread twice, `all(walk, walk)`: then the joiner stands there twice and is told twice. */
export function addJoiner(target: Thread, joiner: Thread): void {
  if (target.ended) return;
  if (target.joiners === NOBODY) target.joiners = [joiner];
  else (target.joiners as Thread[]).push(joiner);
}

export function removeJoiner(target: Thread, joiner: Thread): void {
  // From the end: those who joined last are cancelled first.
  const at = target.joiners.lastIndexOf(joiner);
  if (at >= 0) (target.joiners as Thread[]).splice(at, 1);
}

/** Does `waiter` wait for `target`, itself or through others? Joining only: being blocked is no wait for anybody. */
export function waitsFor(waiter: Thread, target: Thread): boolean {
  if (target.joiners.length === 0) return false;
  const seen = new Set<Thread>();
  const stack = [target];
  for (let thread = stack.pop(); thread !== undefined; thread = stack.pop()) {
    const { joiners } = thread;
    for (let i = 0; i < joiners.length; i++) {
      const joiner = joiners[i] as Thread;
      if (joiner === waiter) return true;
      if (seen.has(joiner)) continue;
      seen.add(joiner);
      stack.push(joiner);
    }
  }
  return false;
}

/**
 * Who ends with a thread that waits for them no more: the children of combinators, and a call whose value nobody else waits
 * for, which is a part of its caller.
 */
export function childrenOf({ mode, targets }: Join): Thread[] {
  if (mode === 'one' || mode === 'entity') return [];
  return mode === 'call' ? targets.filter((target) => target.joiners.length === 0) : targets;
}

/** Cancels threads, last started first. */
export function cancelAll(threads: readonly Thread[], reason: unknown): void {
  for (let i = threads.length - 1; i >= 0; i--) (threads[i] as Thread).cancel(reason);
}

/** What a finished thread gives to one who asks. Throws its error. */
export function resultOf(thread: Thread): unknown {
  thread.joined = true;
  if (thread.status_ === 'done') return thread.value;
  throw thread.value;
}

/** The error of a cancelled thread. */
export const cancelledError = (thread: Thread, reason: unknown): Error => cancelled(thread.name, reason);

/**
 * Waits for threads, or gives at once what they have already given.
 * The caller says if the executor is kept meanwhile.
 */
export function join(
  mode: Join['mode'],
  targets: Thread[],
  keeps: boolean,
  extra: { keys?: readonly string[]; ms?: number } = {},
): unknown {
  const record: Join = { mode, targets, left: targets.filter((target) => !target.ended).length, ...extra };
  const settled = judge(record, null);
  if (settled === null) return pause('join', record, keeps);
  cancelLosers(settled);
  if (settled.mode === 'error') throw settled.value;
  return settled.value;
}

/**
 * Is what a thread begins to join over already? Then it goes on at once with what it gives. (A call whose thread was cancelled
 * in its first turn is joined all the same: only who uses its value gets the CancelledError.)
 */
export function isJoinOver(thread: Thread): boolean {
  const settled = judge(thread.subject as Join, null);
  if (settled === null) return false;
  setOutcome(thread, settled.value, settled.mode);
  return true;
}

/** A thread has ended: those who joined it get their value when their join is settled. */
export function tellJoiners(target: Thread): void {
  const { joiners } = target;
  target.joiners = NOBODY;
  for (let i = 0; i < joiners.length; i++) {
    const joiner = joiners[i] as Thread;
    // Telling an earlier one may have cancelled it: then it waits for this no more.
    if (joiner.kind !== 'join') continue;
    const record = joiner.subject as Join;
    if (!isTarget(record, target)) continue;
    record.left--;
    const settled = judge(record, target);
    if (settled === null) continue;
    leaveWheel(joiner);
    record.targets.forEach((other) => removeJoiner(other, joiner));
    wakeJoiner(joiner, settled.value, settled.mode);
    cancelLosers(settled);
  }
  target.settlers?.forEach((settle) => settle());
  target.settlers = null;
}

const hasFailed = (thread: Thread): boolean => thread.ended && thread.status_ !== 'done';

/** Does a join wait for this thread? One with very many targets is asked by each of them. */
function isTarget(record: Join, thread: Thread): boolean {
  if (record.targets.length < 16) return record.targets.includes(thread);
  record.members ??= new Set(record.targets);
  return record.members.has(thread);
}

interface Settled {
  readonly value: unknown;
  readonly mode: 'value' | 'error';
  /** To be cancelled, once nobody waits for them any more. */
  readonly losers?: Thread[];
  readonly reason?: string;
}

/** Is a join settled, and with what? `ended` is the target that has just ended, if any. */
function judge(record: Join, ended: Thread | null): Settled | null {
  const { mode, targets } = record;
  const live = (): Thread[] => targets.filter((target) => !target.ended);
  if (mode === 'all' || mode === 'tracks') {
    // Had another one failed before, that would have settled it.
    const failed = ended === null ? targets.find(hasFailed) : hasFailed(ended) ? ended : undefined;
    if (failed !== undefined) return { ...outcomeOf(failed), losers: live(), reason: `\`${failed.name}\` failed` };
    if (record.left > 0) return null;
    const values = targets.map((target) => target.value);
    if (record.keys === undefined) return { value: values, mode: 'value' };
    return { value: Object.fromEntries(record.keys.map((key, i) => [key, values[i]])), mode: 'value' };
  }
  // Nobody gets their errors: they are uncaught, as before.
  if (mode === 'ending') return record.left > 0 ? null : { value: undefined, mode: 'value' };
  const first = ended ?? targets.find((target) => target.ended);
  if (first === undefined) return null;
  const outcome = outcomeOf(first);
  if (mode === 'race') return { ...outcome, losers: live(), reason: `\`${first.name}\` was first` };
  return mode === 'entity' && outcome.mode === 'value' ? { value: undefined, mode: 'value' } : outcome;
}

function cancelLosers({ losers, reason }: Settled): void {
  if (losers !== undefined) cancelAll(losers, reason);
}

/** What a join gives of the thread that settled it. Only now is an error of that thread somebody's. */
function outcomeOf(thread: Thread): { value: unknown; mode: 'value' | 'error' } {
  thread.joined = true;
  return { value: thread.value, mode: thread.status_ === 'done' ? 'value' : 'error' };
}
