/** The modes of a join: what `waitFor` and a call do with the threads that they wait for. Those of `all`, `race` and `tracks` come with these words (words/all-and-race.ts). */
import { hasJoiners, type Join, type Joiner, liveOf } from './joins.js';
import type { Thread } from './thread.js';

export interface Settled {
  readonly value?: unknown;
  readonly mode: 'value' | 'error';
  /** The thread that has this outcome. */
  readonly from?: Thread;
  /** What that thread has done, because of which the other targets are cancelled: the end of a sentence. */
  readonly why?: string;
}

/** When a join is settled, and with what. `ended`: the target that has just ended, null as it begins. */
export type Policy = (join: Join, ended: Thread | null) => Settled | null;

/** A rule that one mode alone has is asked by its name where it stands: `hold` in interruptions.ts and arms.ts, `call` in stops.ts, beside.ts and with-clock-parts.ts, `orders` in suspend.ts. */
export interface JoinMode {
  readonly settle: Policy;
  /** The targets that are cancelled when their joiner stops waiting. */
  readonly children: (targets: Thread[]) => Thread[];
  /** It is over as soon as one target has ended, with a value, too. Else only an error ends it before all have. */
  readonly oneIsEnough?: boolean;
  /** The text of the wait. `names`: its targets. */
  readonly label: (names: string, ms: number | undefined) => string;
  readonly onTimer?: (joiner: Joiner) => void;
}

/** The first target that ends settles the join, with its value or its error. */
export const first: Policy = ({ targets }, ended) => {
  const one = ended ?? targets.find(hasEnded);
  return one === undefined ? null : outcomeOf(one);
};

const NOTHING: Settled = { mode: 'value' };

/** By default, the targets are the children. */
export const joinMode = (
  label: JoinMode['label'],
  settle: Policy,
  children: JoinMode['children'] = (targets) => targets,
): JoinMode => ({ settle, children, label });

/** A word of scripts. */
export const word = (name: string, settle: Policy, children?: JoinMode['children']): JoinMode =>
  joinMode((names) => `${name}(${names})`, settle, children);
export const none = (): Thread[] => [];

export const hasEnded = ({ ended }: Thread): boolean => ended;

const whenAllHaveEnded: Policy = (join, ended) => {
  // The thread may have been told to cancel some of them as it begins to wait.
  if (ended === null) join.remaining = liveOf(join.targets).length;
  return join.remaining > 0 ? null : NOTHING;
};
const theValueOf: JoinMode['label'] = (names) => `the value of ${names}`;
const theEndOf: JoinMode['label'] = (names) => `the end of ${names}`;

type Modes = Record<Join['mode'], JoinMode>;

const modes: Partial<Modes> = {
  // A call is a part of its caller, unless another thread waits for its value, too.
  call: joinMode(theValueOf, first, (targets) => targets.filter((target) => !hasJoiners(target))),
  shared: joinMode(theValueOf, first, none),
  one: word('waitFor', first, none),
  owner: word(
    'waitFor',
    (join, ended) => {
      const settled = first(join, ended);
      return settled?.mode === 'value' ? NOTHING : settled;
    },
    none,
  ),
  // No thread receives their errors, so these stay uncaught.
  ending: joinMode(theEndOf, whenAllHaveEnded),
  orders: joinMode(theEndOf, whenAllHaveEnded, none),
};

/** The files of words that not every game needs add theirs, with `addModes`: a mode is there where it is used. */
export const joinModes: Modes = modes as Modes;

export const outcomeOf = (thread: Thread): Settled => ({
  value: thread.value,
  mode: thread.done ? 'value' : 'error',
  from: thread,
});

export const addModes = (more: Partial<Modes>): void => void Object.assign(modes, more);
