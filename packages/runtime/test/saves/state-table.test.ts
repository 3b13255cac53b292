import { readFileSync } from 'node:fs';
import { parse } from '@babel/parser';
import type { ClassBody, Statement } from '@babel/types';
import { globSync } from 'tinyglobby';
import { Copies } from '../../src/saves/marks/copies.js';
import { rows } from '../../src/saves/state-table.js';

const root = new URL('../../src/', import.meta.url);

/** The fields of each class and record of the runtime, from its sources. */
const fieldsOf = new Map<string, string[]>();
for (const file of globSync('**/*.ts', { cwd: root.pathname, ignore: 'saves/**' })) {
  const text = readFileSync(new URL(file, root), 'utf8');
  for (const statement of parse(text, { sourceType: 'module', plugins: ['typescript'] }).program.body)
    read(statement, file);
}

function read(statement: Statement, file: string): void {
  const node = /^Export(?:Named|Default)/.test(statement.type)
    ? ((statement as { declaration?: Statement | null }).declaration ?? statement)
    : statement;
  const name = 'id' in node ? (node.id as { name?: string } | null)?.name : undefined;
  if (name === undefined) return;
  if (node.type === 'ClassDeclaration') fieldsOf.set(nameFor(name, file), fieldsIn(node.body));
  if (node.type === 'TSInterfaceDeclaration' && !fieldsOf.has(name))
    fieldsOf.set(
      `interface ${name}`,
      node.body.body.flatMap((one) => (one.type === 'TSPropertySignature' ? [(one.key as { name: string }).name] : [])),
    );
}

/** Two classes may have one name. */
function nameFor(name: string, file: string): string {
  return fieldsOf.has(name) ? `${name} of ${file}` : name;
}

function fieldsIn({ body }: ClassBody): string[] {
  return body.flatMap((one) => {
    if (one.type === 'ClassPrivateProperty' && !one.static) return [`#${one.key.id.name}`];
    const isField = one.type === 'ClassProperty' && !one.static && !one.declare && one.key.type === 'Identifier';
    return isField ? [(one.key as { name: string }).name] : [];
  });
}

/** The class or record that each row of the table is about. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  Thread: ['Thread', 'Flags'],
  Call: ['interface Call'],
  Starter: ['Starter'],
  Cold: ['ColdFields'],
  Rare: ['RareFields'],
  Rhythm: ['interface Rhythm'],
  Join: ['interface Join'],
  JoinNode: ['JoinNode'],
  Arms: ['Arms'],
  ErrorInTransit: ['ErrorInTransit'],
  Clock: ['Clock'],
  Subscription: ['interface SubscriptionOf'],
  F2: ['F2'],
  F4: ['F4'],
  F8: ['F8'],
  Block: ['Block'],
  Cursor: ['Cursor'],
  Keys: ['Keys'],
  Queue: ['ListenQueue'],
  Skip: ['Skip'],
  Scope: ['Scope'],
};

/** By their rows: fields that are found anew, or that are not there between two pulses. */
const DERIVED: Readonly<Record<string, string>> = {
  // The run queue follows from the priority; lists give their threads a place, and so do queues. That it has begun since is in `since`.
  Thread: 'began runQueue list slot node',
  Starter: '#ended',
  // The ring is that of its joiners.
  Cold: 'prev next',
  // Its ring is that of its target.
  JoinNode: 'prev next',
  // Constants of the prototype, and what its thread has. The call is that of the one that begins next.
  Arms: 'lock unwraps scheduler parent call',
  // The handle is made when it is asked for; whoever has it has it of the owner.
  Lock: 'scheduler holder handle #rare',
  // Timers are saved with their clocks; the rest is of the root, or counted anew.
  Clock: 'root active scheduler followers irregular wheel rank #made #isActive #frame #scale',
  Subscription: 'channel slot',
  // What resumes it is that of its function.
  F2: 'step l0 l1 l2 l3 l4 l5 l6 l7',
  F4: 'step l0 l1 l2 l3 l4 l5 l6 l7',
  F8: 'step l0 l1 l2 l3 l4 l5 l6 l7',
  IndexCursor: 'source next',
  KeyedCursor: 'source next at',
  Skip: '#waitsForTime',
  // What belongs to it.
  Scope: 'background lookAt',
};

const namesIn = (tag: string): string[] => rows.get(tag)!.names.concat(DERIVED[tag]?.split(' ') ?? []);

test.each(Object.entries(ROWS))('the table names each field of %s', (tag, classes) => {
  const known = new Set(namesIn(tag));
  const fields = classes.flatMap((name) => fieldsOf.get(name) ?? [`no class ${name}`]);
  // Flags are one field, which the table has by their names.
  expect(fields.filter((name) => !known.has(name))).toEqual([]);
});

test('the table names each field of the executor of an owner', () => {
  const known = new Set(namesIn('Lock'));
  const fields = ['LockRecord', 'Rare'].flatMap((name) => fieldsOf.get(name)!);
  expect(fields.filter((name) => !known.has(name))).toEqual([]);
});

test('no row names a field that its class does not have, but what stands beside it', () => {
  const BESIDE = new Set([
    'since',
    'thread',
    'priority',
    'joiners',
    'ended',
    'places',
    'block',
    'given',
    'came',
    'self',
    'args',
    'scale',
    'owned',
    'event',
    'closed',
  ]);
  for (const [tag, classes] of Object.entries(ROWS)) {
    const fields = new Set(classes.flatMap((name) => fieldsOf.get(name) ?? []));
    const odd = namesIn(tag).filter(
      (name) => !fields.has(name) && !BESIDE.has(name) && !/^(?:lock|unwraps|l\d)$/.test(name),
    );
    expect({ tag, odd }).toEqual({ tag, odd: [] });
  }
});

test('the short text of a row has the names of its fields, which production builds shorten', () => {
  for (const { tag, names, keys } of rows.values()) expect({ tag, names }).toEqual({ tag, names: keys });
});

/** What a mark copies of objects of which there are very many; of all others it copies what they have (marks/walk.ts). */
test.each([
  ['Thread', 'threads', 'lock runQueue id'],
  // That of its function goes back with that.
  ['F8', 'frames8', 'self step'],
  ['F4', 'frames4', 'self step'],
  ['F2', 'frames2', 'self step'],
  // One that goes over an iterator is refused.
  ['Cursor', 'cursors', 'next'],
] as const)('a mark has all fields of %s but those that never change', (name, copied, constant) => {
  const asked: string[] = [];
  const of = new Proxy({}, { get: (__, key) => void asked.push(String(key)) });
  const copies = new Copies()[copied];
  copies.read(of as never, [], 0);
  expect(asked.concat(constant.split(' ')).sort()).toEqual(fieldsOf.get(name)!.toSorted());
  expect(copies.width).toBe(asked.length);
});

/**
 * Classes with fields that are no rows: lists, which are saved by their members in order, and what has nothing between two pulses. A new class has to
 * come here with its fields, or into the table.
 */
const OTHERS: Readonly<Record<string, string>> = {
  // Saved by their members, in order.
  ThreadList: 'items length',
  FrameList: 'callFrames at #waiting #spilled frame due #spill',
  LiveThreads: 'size items ids #length #gone #last',
  SmallSet: '#members',
  ThreadQueue: 'prev next',
  RunQueue:
    'scheduler priority frame frames later #sweepAt ready running answered readyBefore readyForFrame #laterWaits spare threads',
  RunQueues: '#scheduler all #last inOrder',
  SubscriptionList: 'size items #lastWaiting #begun',
  TimerList: 'items deadlines length size index isSorted #wheel number',
  Wheel: 'count #tick #nextRound lists numbers #spare',
  Signal: 'name list sticky #byName',
  Signals: 'byName #last',
  WaitNode: 'thread rank prev next noted',
  // Parts of the state of a scheduler. What the host has given stays.
  Scheduler:
    'clock live shared predicates parked closed #signals random lastThreadId seed maxStepsPerTurn inbox order runQueues handedOver handed errors inPulse lastMs skips stopDriver warnings #identity pulses queues',
  // For tools.
  SourceMap: 'sources texts #map',
  // Saved by the kind of its definition and its arguments.
  DefinedWait: 'definition args rank name threw undoCause',
  UncaughtErrors: 'onError uncaught #thrown',
  Random: 'state',
  // Saved by what it was made of.
  Order: 'from made #pickIn',
};

test.each(Object.entries(OTHERS))('%s has no field that a save does not know of', (name, fields) => {
  expect(fieldsOf.get(name)).toEqual(fields.split(' '));
});

/**
 * Classes whose fields hold nothing that a save needs: code, which is found by its name; what lasts for one call or turn; what watches, tells and drives,
 * which belongs to the process; what is refused by name, or told of as left out.
 */
const WITHOUT_STATE = new Set(
  `CompiledFunction FrameCode CodeStamp LockStamp NativeCalls Given ScriptHost TurnContext Encoder Opaque Warnings Told Watch PulseWatch QueueWatch QueuedCall Pace SpindleError ErrorWithReason RunawayError GeneratorFrame Disposables Thenable Settling PromisedCalls Alarm FollowingClock Recorder Replayer SavesOf`.split(
    ' ',
  ),
);

test('each class with fields is in the table, is a list, or holds nothing that a save needs', () => {
  const known = new Set([
    ...Object.values(ROWS).flat(),
    ...Object.keys(OTHERS),
    'LockRecord',
    'Rare',
    ...WITHOUT_STATE,
  ]);
  const odd = [...fieldsOf].filter(
    ([name, fields]) => !name.startsWith('interface ') && fields.length > 0 && !known.has(name),
  );
  expect(odd.map(([name]) => name)).toEqual([]);
});
