/** The modes of a join: what `waitFor`, `all`, `race` and a call do with the threads that they wait for. */
import { hasJoiners, type Join } from './joins.js';
import type { Thread } from './thread.js';

export interface Settled {
  readonly value: unknown;
  readonly mode: 'value' | 'error';
  /** The thread that has this outcome. */
  readonly from?: Thread;
  /** To be cancelled when no other thread waits for them. */
  readonly losers?: Thread[];
  readonly reason?: string;
}

/** When a join is settled, and with what. `ended`: the target that has just ended, null as it begins. */
type Policy = (join: Join, ended: Thread | null) => Settled | null;

interface JoinMode {
  readonly settle: Policy;
  /** The targets that are cancelled when their joiner stops waiting. */
  readonly children: (targets: Thread[]) => Thread[];
  /** The text of the wait. `names`: its targets. */
  readonly label: (names: string, ms: number | undefined) => string;
}

/** The first target that ends settles the join, with its value or its error. */
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

/** A word of scripts. By default, its targets are its children. */
const word = (name: string, settle: Policy, children: JoinMode['children'] = (targets) => targets): JoinMode => ({
  settle,
  children,
  label: (names) => `${name}(${names})`,
});
const none = (): Thread[] => [];

const whenAllHaveEnded: Policy = ({ remaining }) => (remaining > 0 ? null : NOTHING);
const theValueOf: JoinMode['label'] = (names) => `the value of ${names}`;
const theEndOf: JoinMode['label'] = (names) => `the end of ${names}`;

export const joinModes: Record<Join['mode'], JoinMode> = {
  call: {
    settle: first,
    // A call is a part of its caller, unless another thread waits for its value, too.
    children: (targets) => targets.filter((target) => !hasJoiners(target)),
    label: theValueOf,
  },
  shared: { settle: first, children: none, label: theValueOf },
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
    if (from === undefined) return null;
    const { targets, keys } = join;
    const settled = withLosers(from, targets, 'was first');
    if (keys === undefined || settled.mode === 'error') return settled;
    return { ...settled, value: { key: keys[targets.indexOf(from)], value: settled.value } };
  }),
  timeout: { ...word('', first), label: (names, ms) => `withTimeout(${ms}, ${names})` },
  hold: word('hold', first),
  // What fails in it ends it, and its own thread with it: the scope has that error.
  scope: word('scope', (join, ended) => {
    const settled = first(join, ended);
    const failed = join.scope?.failed ?? null;
    return settled === null || failed === null ? settled : outcomeOf(failed);
  }),
  // No thread receives their errors, so these stay uncaught.
  ending: { ...word('', whenAllHaveEnded), label: theEndOf },
  orders: { ...word('', whenAllHaveEnded, none), label: theEndOf },
  // The Promise settles it.
  promised: { ...word('', () => null, none), label: () => 'a Promise' },
};

/** The outcome of the thread that settled the join. The other targets are to be cancelled. */
const withLosers = (from: Thread, targets: readonly Thread[], why: string): Settled => ({
  ...outcomeOf(from),
  losers: targets.filter((target) => !target.ended),
  reason: `\`${from.name}\` ${why}`,
});

/** The outcome of the thread that settled a join. */
const outcomeOf = (thread: Thread): Settled => ({
  value: thread.value,
  mode: thread.done ? 'value' : 'error',
  from: thread,
});
