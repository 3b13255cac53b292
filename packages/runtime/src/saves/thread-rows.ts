/** The rows of threads, and of what they have beside. */
import { addToRing, type RingNode } from '../collections/ring.js';
import type { Call } from '../execution/call.js';
import type { FrameObject } from '../execution/frame-objects.js';
import { kinds } from '../execution/wait-kind-table.js';
import { showCalled } from '../messages/format.js';
import { ColdFields, RareFields } from '../threads/cold-fields.js';
import { Starter } from '../threads/starters.js';
import { type Subscription, Thread } from '../threads/thread.js';
import { ListenQueue } from '../words/listen.js';
import { damaged } from './errors.js';
import { isOver } from './events.js';
import { flagsNamed, namesOfFlags } from './flag-names.js';
import {
  beside,
  code,
  type Field,
  named,
  list,
  listOf,
  number,
  orNull,
  orUndefined,
  record,
  refused,
  type Row,
  row,
  rowOf,
  text,
  value,
  zero,
  aThread,
  ofClock,
  orNone,
  shared,
  members,
  isNothing,
} from './fields.js';
import { listeners, openScope, settlers, subscriptionOf } from './open-rows.js';
import { leaf, restarted } from './restarts.js';
import { shown, texts } from './shown.js';

const flags: Field = {
  save: (given: number) => namesOfFlags(given),
  load(json, from) {
    const found = typeof json === 'string' ? flagsNamed(json) : null;
    return found ?? from.damaged('a flag of a thread that is not known');
  },
};

const kind: Field = {
  save: (given: { readonly name: string } | null, _to, thread: Thread) =>
    given === null || (thread.list !== null && thread.ended) ? null : given.name,
  load: (json, from) =>
    json === null
      ? null
      : typeof json === 'string' && SUBJECTS.has(json)
        ? kinds[json as 'frame']
        : from.damaged('a kind of wait that is not known'),
  usual: null,
};

/** By the kind of a wait, what its subject is. Other kinds are refused. */
const SUBJECTS = new Map<string, Field>([
  ...['frame', 'frames', 'timer', 'time', 'tween', 'sleep'].map((name) => [name, number] as const),
  ['yield', value],
  ['predicate', value],
  ['every', record('Rhythm')],
  ['join', record('Join')],
  ['blocked', record('Call')],
  ['queue', subscriptionOf(true)],
  ['promise', restarted],
  // It is that of its subscription.
  ['subscription', { save: () => null, load: () => undefined }],
]);

const content: Field = {
  save(given, to, thread: Thread, key) {
    const name = thread.kind?.name;
    // A queue has woken it, which gives itself.
    const asked = (thread.leaf as FrameObject | null)?.self;
    if (asked instanceof ListenQueue && asked.subscription === given)
      return to.record(rowOf('Subscription'), given, key);
    if (name === undefined || thread.ended) return to.value(given, key);
    if (thread.interrupted && name === 'blocked') return to.record(rowOf('Return'), given, key);
    const field = SUBJECTS.get(name);
    return field === undefined
      ? to.refuse(name, `waits for ${thread.kind?.label(given)}`, MENDS[name] ?? MENDS['']!, key)
      : field.save(given, to, thread, key);
  },
  load(json, from, thread: Thread) {
    const name = thread.kind?.name;
    if (name === undefined) return from.value(json);
    if (thread.interrupted && name === 'blocked') return from.record(rowOf('Return'), json);
    return SUBJECTS.get(name)!.load(json, from, thread);
  },
  usual: ['u'],
};

/** What to do where a wait cannot be saved. */
const MENDS: Readonly<Record<string, string>> = {
  '': 'Save when this wait is over.',
  promised: 'Save when the Promise has settled.',
};

const ties: Field = orNull({
  save(given: object, to, thread: Thread, key) {
    if (thread.isArm) return to.record(rowOf('Arms'), given, key);
    // A save knows nothing of who has only arms.
    const cold = thread.hasArms ? Object.assign(new ColdFields<Thread>(), { arms: given }) : given;
    return to.record(rowOf('Cold'), cold, key);
  },
  load: (json, from, thread: Thread) => from.record(rowOf(thread.isArm ? 'Arms' : 'Cold'), json),
});

const ofWait = subscriptionOf(false);
const subscriptionOfThread: Field = orNull({
  ...ofWait,
  save: (given: Subscription, ...rest) => (isOver(given) ? null : ofWait.save(given, ...rest)),
});

const thread: Row = row(
  'Thread',
  Thread.prototype,
  'flags id code kind content since call given leaf clock lock origin ties subscription priority',
  {
    flags,
    id: number,
    code: named,
    kind,
    content,
    since: beside(
      zero,
      (of: Thread) => of.since,
      (of: Thread, since: number) => void (of.began = since),
    ),
    call: shared('Call'),
    given: beside(
      shown,
      (of: Thread) => of.args,
      (of: Thread, args: readonly unknown[]) => void (of.args = args),
    ),
    leaf,
    clock: ofClock,
    lock: shared('Lock'),
    origin: orNone('Starter', 'Thread'),
    ties,
    subscription: subscriptionOfThread,
    priority: {
      save: (_given, _to, of: Thread) => of.priority,
      load: (json, from, of: Thread) =>
        void (typeof json === 'number' ? from.threads.set(of, json) : from.damaged('a thread without a priority')),
      usual: 0,
      read: () => undefined,
      write: () => undefined,
    },
  },
  (from) => from.newThread(),
);

const call: Row = row('Call', null, 'code self args', { code, self: value, args: list(value) }, (): Call => ({
  code: null as never,
  self: undefined,
  args: [],
}));

/** What an interrupted thread stands in a queue with: it is described as a call. */
const returning: Row = row('Return', null, 'code args outcome', { code: named, args: shown, outcome: value }, () => ({
  code: null,
  args: [],
  self: undefined,
  outcome: undefined,
}));

const starter: Row = row(
  'Starter',
  Starter.prototype,
  'thread next given heir ended',
  {
    thread: beside(
      orNull(aThread),
      (of: Starter) => of.thread,
      () => undefined,
    ),
    next: orNone('Starter'),
    given: orNull(members()),
    heir: orNone('Starter'),
    ended: beside(
      texts,
      (of: Starter) => (of.thread === null ? of.calls().map(showCalled) : []),
      () => undefined,
    ),
  },
  (from, [, who = null, , , , ended = []]) => {
    const began = from.value(who);
    return began === null ? endedStarter(listOf(ended, from).map(String)) : new Starter(began as Thread, null);
  },
);

/** So many calls a starter that has ended names; a trace shows that there were more. */
const MOST_ENDED = 16;

function endedStarter(labels: readonly string[]): Starter {
  let made: Starter | null = null;
  for (const label of labels.slice(0, MOST_ENDED + 1).toReversed()) {
    const traced = { owner: null, startedBy: null, code: { label }, args: null, calls: () => [] };
    made = new Starter(traced as never, made);
    made.end();
  }
  return made ?? endedStarter(['']);
}

const reason: Field = orNull({
  save: (given: { readonly reason: unknown; readonly now: boolean }, to, _of, key) => [
    to.value(given.reason, key),
    given.now,
  ],
  load(json, from) {
    const [why = null, now = false] = listOf(json, from);
    return { reason: from.value(why), now: now === true };
  },
});

/** Only development has them. */
const cause: Field = orNull({
  save: (given: { readonly how: string; readonly by: string | undefined }) => [given.how, given.by ?? null],
  load(json, from) {
    const [how, by] = listOf(json, from);
    return { how: String(how), by: typeof by === 'string' ? by : undefined };
  },
});

const cold: Row = row(
  'Cold',
  ColdFields.prototype,
  'adopter adopted receivers undone joiners branchOf arms rare cancelling cause',
  {
    adopter: orNull(aThread),
    adopted: orNull(members()),
    receivers: zero,
    undone: zero,
    joiners: beside(list(record('JoinNode')), joinersIn, joinRing),
    branchOf: orNone('Arms'),
    arms: orNone('Arms'),
    rare: shared('Rare'),
    cancelling: reason,
    cause,
  },
  () => new ColdFields<Thread>(),
);

function joinRing(ring: RingNode, nodes: readonly RingNode[]): void {
  for (const node of nodes) {
    if (node.next !== node) damaged('a thread that waits twice');
    addToRing(ring, node);
  }
}

function joinersIn(ring: RingNode): RingNode[] {
  const nodes: RingNode[] = [];
  for (let node = ring.next; node !== ring; node = node.next) nodes.push(node);
  return nodes;
}

const verdicts: Field = orNull(
  list({
    save: (given: { readonly thread: Thread; readonly saved: Thread; readonly reason: unknown }, to, _of, key) => [
      to.value(given.thread, key),
      to.value(given.saved, key),
      to.value(given.reason, key),
    ],
    load(json, from) {
      const [who = null, saved = null, why = null] = listOf(json, from);
      return { thread: from.value(who), saved: from.value(saved), reason: from.value(why) };
    },
  }),
);

const rare: Row = row(
  'Rare',
  RareFields.prototype,
  'givenName lossSeq lossGroup every restMs everyRestMs verdicts listeners promised openScope settlers',
  {
    givenName: orUndefined(text),
    lossSeq: zero,
    lossGroup: zero,
    every: shared('Rhythm'),
    restMs: orNull(number),
    everyRestMs: orNull(number),
    verdicts,
    listeners,
    promised: refused(isNothing, null, [
      'promise',
      'has made calls for a Promise',
      'Save when the Promise has settled.',
    ]),
    openScope,
    settlers,
  },
  () => new RareFields<Thread>(),
);

const rhythm: Row = row(
  'Rhythm',
  null,
  'ms clock deadlineMs passed',
  { ms: number, clock: ofClock, deadlineMs: number, passed: number },
  () => ({ ms: 0, clock: null, deadlineMs: 0, passed: 0 }),
);

export const threadRows: readonly Row[] = [thread, call, returning, starter, cold, rare, rhythm];
