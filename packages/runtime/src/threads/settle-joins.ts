/** When a join is settled, and what it gives: of a call, an `all`, a `race`. */
import { leaveRing } from '../collections/ring.js';
import { pause } from '../execution/generator-frames.js';
import { CancelledError, TimeoutError } from '../messages/errors.js';
import { hasJoiners, type Join, leaveJoin, type Link } from './joins.js';
import type { Thread } from './thread.js';
import { leaveWheel, setOutcome, wakeJoiner } from './wake.js';

/** Cancels threads, last started first. */
export function cancelAll(threads: readonly Thread[], reason: unknown): void {
  for (let i = threads.length - 1; i >= 0; i--) (threads[i] as Thread).cancel(reason);
}

/** What a finished thread gives to one who asks. Throws its error. */
export function resultOf(thread: Thread): unknown {
  thread.joined = true;
  if (thread.done) return thread.value;
  throw thread.value;
}

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
  const record: Join = { mode, targets, links: null, left: targets.filter((target) => !target.ended).length, ...extra };
  const settled = judge(record, null);
  if (settled === null) return pause('join', record, keeps);
  if (settled.from !== undefined) settled.from.joined = true;
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
  if (settled.from !== undefined) settled.from.joined = true;
  setOutcome(thread, settled.value, settled.mode);
  return true;
}

/** A thread has ended: those who joined it get their value when their join is settled. */
export function tellJoiners(target: Thread): void {
  // Reentrant: telling one joiner may cancel others, which then leave the ring.
  while (hasJoiners(target)) {
    const link = target.own.next as Link;
    leaveRing(link);
    const { joiner } = link;
    const record = joiner.subject as Join;
    record.left--;
    const settled = judge(record, target);
    if (settled === null) continue;
    leaveWheel(joiner);
    leaveJoin(record);
    if (settled.mode === 'error') target.own.takers++;
    wakeJoiner(joiner, settled.mode === 'error' ? new Passed(target) : settled.value, settled.mode);
    joiner.host.joinOver(joiner, record.targets);
    cancelLosers(settled);
  }
  target.own.settlers?.forEach((settle) => settle());
  target.own.settlers = null;
}

interface Settled {
  readonly value: unknown;
  readonly mode: 'value' | 'error';
  /** The thread whose outcome it is. */
  readonly from?: Thread;
  /** To be cancelled, once nobody waits for them any more. */
  readonly losers?: Thread[];
  readonly reason?: string;
}

/** When a join is settled, and with what. `ended`: the target that has just ended, null as it begins. */
type Policy = (record: Join, ended: Thread | null) => Settled | null;

/** The first end of one counts, whatever it is. */
const first: Policy = ({ targets }, ended) => {
  const one = ended ?? targets.find((target) => target.ended);
  return one === undefined ? null : outcomeOf(one);
};

/** All have to end with a value; the first error ends the others. */
const every: Policy = ({ targets, left, keys }, ended) => {
  // An earlier failure would have settled the join, so only the thread that has just ended can have failed.
  const failed = (ended === null ? targets : [ended]).find((target) => target.ended && !target.done);
  if (failed !== undefined) return withLosers(failed, targets, 'failed');
  if (left > 0) return null;
  const values = targets.map((target) => target.value);
  const value = keys === undefined ? values : Object.fromEntries(keys.map((key, i) => [key, values[i]]));
  return { value, mode: 'value' };
};

const policies: Record<Join['mode'], Policy> = {
  call: first,
  one: first,
  timeout: first,
  hold: first,
  entity(record, ended) {
    const settled = first(record, ended);
    return settled?.mode === 'value' ? NOTHING : settled;
  },
  race(record, ended) {
    const from = first(record, ended)?.from;
    return from === undefined ? null : withLosers(from, record.targets, 'was first');
  },
  all: every,
  tracks: every,
  // Nobody gets their errors: they are uncaught, as before.
  ending: ({ left }) => (left > 0 ? null : NOTHING),
};

const NOTHING: Settled = { value: undefined, mode: 'value' };

const judge: Policy = (record, ended) => policies[record.mode](record, ended);

/** The outcome of one that settled the join; the others are to be cancelled. */
const withLosers = (from: Thread, targets: readonly Thread[], why: string): Settled => ({
  ...outcomeOf(from),
  losers: targets.filter((target) => !target.ended),
  reason: `\`${from.name}\` ${why}`,
});

function cancelLosers({ losers, reason }: Settled): void {
  if (losers !== undefined) cancelAll(losers, reason);
}

/** What a join gives of the thread that settled it. */
const outcomeOf = (thread: Thread): Settled => ({
  value: thread.value,
  mode: thread.done ? 'value' : 'error',
  from: thread,
});

/** The error of a thread, on its way to a joiner. It counts as received only when the joiner goes on with it. */
class Passed {
  readonly from: Thread;
  constructor(from: Thread) {
    this.from = from;
  }
}

/** A thread goes on with an error. */
export function takeError(error: unknown): unknown {
  if (!(error instanceof Passed)) return error;
  error.from.own.takers--;
  error.from.joined = true;
  return error.from.value;
}

/**
 * A thread that was to go on with an error is cancelled before it does. The error is uncaught, unless another joiner gets it or it only
 * says how the wait has ended (a TimeoutError, a CancelledError).
 */
export function loseError(thread: Thread): void {
  const { outcome } = thread;
  thread.outcome = undefined;
  thread.fails = false;
  if (outcome instanceof Passed) outcome.from.own.takers--;
  else if (!(outcome instanceof TimeoutError || outcome instanceof CancelledError))
    thread.host.errors.add(thread, outcome);
}
