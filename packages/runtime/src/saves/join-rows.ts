/** The rows of joins: which thread waits for the end of which. */
import { type Join, JoinNode } from '../threads/joins.js';
import { joinModes } from '../threads/join-modes.js';
import { ErrorInTransit } from '../threads/settle-joins.js';
import { Thread } from '../threads/thread.js';
import { Arms } from '../words/arms.js';
import {
  aThread,
  beside,
  boolean,
  type Field,
  list,
  listOf,
  number,
  orNull,
  orUndefined,
  record,
  refused,
  type Row,
  row,
  text,
  zero,
  shared,
} from './fields.js';

const mode: Field = {
  save: (given: string) => given,
  load: (json, from) =>
    typeof json === 'string' && Object.hasOwn(joinModes, json) ? json : from.damaged('a join that is not known'),
};

const threads: Field = list(aThread);

const join: Row = row(
  'Join',
  null,
  'mode targets nodes remaining keys ms question awaited scope',
  {
    mode,
    targets: threads,
    nodes: shared('JoinNode'),
    remaining: number,
    keys: orUndefined(list(text)),
    ms: orUndefined(number),
    question: orUndefined(record('Call')),
    awaited: refused((given) => given === undefined, undefined, [
      'promise',
      'waits for a Promise',
      'Save when the Promise has settled.',
    ]),
    scope: orUndefined(record('ScopeRecord')),
  },
  (): Join => ({ mode: 'call', targets: [], nodes: null, remaining: 0 }),
);

const joinNode: Row = row(
  'JoinNode',
  JoinNode.prototype,
  'joiner sibling',
  { joiner: aThread, sibling: shared('JoinNode') },
  () => new JoinNode(null as never, null),
);

const decision: Field = orNull({
  save: (given: { readonly winner: Thread; readonly why: string; readonly by: string | undefined }, to, _of, key) => [
    to.value(given.winner, key),
    given.why,
    given.by ?? null,
  ],
  load(json, from) {
    const [winner = null, why, by] = listOf(json, from);
    return {
      winner: aThread.load(winner, from, null) as Thread,
      why: String(why),
      by: typeof by === 'string' ? by : undefined,
    };
  },
});

const arms: Row = row(
  'Arms',
  Arms.prototype,
  'mode targets of remaining gone nodes keys ms isOver named name given at isDecided written decision',
  {
    mode,
    targets: threads,
    of: beside(aThread, (of: Arms) => of.of, setArmsOf),
    remaining: number,
    gone: zero,
    nodes: shared('JoinNode'),
    keys: orUndefined(list(text)),
    ms: orUndefined(number),
    isOver: boolean,
    named: list(record('Lock')),
    name: orUndefined(text),
    given: refused((given: Arms['given']) => given.items.length === 0, { items: [] }, [
      'word',
      'has begun only some of the calls of a word',
      'Save when it waits.',
    ]),
    at: zero,
    isDecided: boolean,
    written: zero,
    decision,
  },
  (from) => new Arms('all', { scheduler: from.scheduler, ties: null, lock: null } as never, { items: [] }),
);

function setArmsOf(of: Arms, given: Thread): void {
  Object.assign(of, { of: given, parent: given, scheduler: given.scheduler } satisfies Partial<Arms>);
}

const transit: Row = row(
  'ErrorInTransit',
  ErrorInTransit.prototype,
  'from',
  { from: aThread },
  () => new ErrorInTransit(null as never),
);

export const joinRows: readonly Row[] = [join, joinNode, arms, transit];
