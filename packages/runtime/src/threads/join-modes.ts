/** The modes of a join: what `waitFor`, `all`, `race` and a call do with the threads that they wait for. */
import { hasJoiners, type Join } from './joins.js';
import type { Thread } from './thread.js';

export interface Settled {
  readonly value: unknown;
  readonly mode: 'value' | 'error';
  /** The thread whose outcome it is. */
  readonly from?: Thread;
  /** To be cancelled, once nobody waits for them any more. */
  readonly losers?: Thread[];
  readonly reason?: string;
}

/** When a join is settled, and with what. `ended`: the target that has just ended, null as it begins. */
type Policy = (join: Join, ended: Thread | null) => Settled | null;

interface JoinMode {
  readonly settle: Policy;
  /** Those that end with a joiner which waits for them no more. */
  readonly children: (targets: Thread[]) => Thread[];
  /** How the wait reads. `names`: its targets. */
  readonly label: (names: string, ms: number | undefined) => string;
}

/** The first end of one counts, whatever it is. */
const first: Policy = ({ targets }, ended) => {
  const one = ended ?? targets.find((target) => target.ended);
  return one === undefined ? null : outcomeOf(one);
};

/** All have to end with a value; the first error ends the others. */
const every: Policy = ({ targets, remaining, keys }, ended) => {
  // An earlier failure would have settled the join, so only the thread that has just ended can have failed.
  const failed = (ended === null ? targets : [ended]).find((target) => target.ended && !target.done);
  if (failed !== undefined) return withLosers(failed, targets, 'failed');
  if (remaining > 0) return null;
  const values = targets.map((target) => target.value);
  const value = keys === undefined ? values : Object.fromEntries(keys.map((key, i) => [key, values[i]]));
  return { value, mode: 'value' };
};

const NOTHING: Settled = { value: undefined, mode: 'value' };

/** A word of scripts. Its targets are its children, if nothing else is said. */
const word = (name: string, settle: Policy, children: JoinMode['children'] = (targets) => targets): JoinMode => ({
  settle,
  children,
  label: (names) => `${name}(${names})`,
});
const none = (): Thread[] => [];

export const joinModes: Record<Join['mode'], JoinMode> = {
  call: {
    settle: first,
    // A call whose value nobody else waits for is a part of its caller.
    children: (targets) => targets.filter((target) => !hasJoiners(target)),
    label: (names) => `the value of ${names}`,
  },
  one: word('waitFor', first, none),
  owner: word(
    'waitFor',
    (join, ended) => {
      const settled = first(join, ended);
      return settled?.mode === 'value' ? NOTHING : settled;
    },
    none,
  ),
  all: word('all', every),
  tracks: word('tracks', every),
  race: word('race', (join, ended) => {
    const from = first(join, ended)?.from;
    return from === undefined ? null : withLosers(from, join.targets, 'was first');
  }),
  timeout: { ...word('', first), label: (names, ms) => `withTimeout(${ms}, ${names})` },
  hold: word('hold', first),
  // Nobody gets their errors: they are uncaught, as before.
  ending: { ...word('', ({ remaining }) => (remaining > 0 ? null : NOTHING)), label: (names) => `the end of ${names}` },
};

/** The outcome of one that settled the join; the others are to be cancelled. */
const withLosers = (from: Thread, targets: readonly Thread[], why: string): Settled => ({
  ...outcomeOf(from),
  losers: targets.filter((target) => !target.ended),
  reason: `\`${from.name}\` ${why}`,
});

/** What a join gives of the thread that settled it. */
const outcomeOf = (thread: Thread): Settled => ({
  value: thread.value,
  mode: thread.done ? 'value' : 'error',
  from: thread,
});
