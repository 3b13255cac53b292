import fc from 'fast-check';

/**
 * Script programs as plain data. The model and the real runtime play the same program; see `model.ts` and `drive.ts`.
 * Every statement has an id, given in source order by `number`, which its lines in the trace begin with.
 */
export interface Program {
  /** How many actors there are. */
  readonly actors: number;
  readonly roots: readonly Root[];
}

/** What plain code does, outside any thread, when the clock shows `frame`. */
export interface Root {
  readonly frame: number;
  readonly body: readonly Statement[];
}

/** Of the actors of a random program: `a b c`. */
const actorCount = 3;

export const nameOf = (actor: number): string => (actor < 26 ? String.fromCodePoint(97 + actor) : `actor${actor}`);

/** What goes wrong in a run, once. */
export type Fault =
  /** The `at`-th time that a call or a wait gives its value, it throws. */
  | { readonly how: 'throw'; readonly at: number }
  /** At the end of this frame, a thread is cancelled or its owner closed: the `thread`-th of those that live. */
  | { readonly how: 'cancel' | 'close'; readonly frame: number; readonly thread: number };

/** An actor by index; `this`; or nobody, for a function without owner. */
export type Receiver = number | 'this' | null;

export type Statement = { id: number } & (
  | { do: 'log' }
  /** Calls function `fn` on an actor. `used` waits for the value, `beside` is a statement, `outside` as plain code calls. */
  | { do: 'call'; on: Receiver; fn: number; how: 'used' | 'beside' | 'outside'; slot: number | null; body: Statement[] }
  | { do: 'wait'; ms: number; held: boolean }
  | { do: 'waitFrames'; frames: number; held: boolean }
  /** Adds one to the counter that all scripts share. */
  | { do: 'count' }
  | { do: 'waitUntil'; count: number; held: boolean }
  /** A `while` loop with the frame-wait of the plugin. */
  | { do: 'loop'; times: number; body: Statement[] }
  | { do: 'signal'; name: number; sticky: boolean }
  | { do: 'clearSignal'; name: number }
  | { do: 'waitSignal'; name: number; held: boolean }
  /** `waitFor(fn, receiver)`. */
  | { do: 'waitCall'; fn: number; on: Receiver; held: boolean }
  /** Puts the running thread into a slot, for `join` and `cancel`. */
  | { do: 'me'; slot: number }
  | { do: 'join'; slot: number; held: boolean }
  | { do: 'waitEntity'; on: number; held: boolean }
  | { do: 'start'; how: 'start' | 'attach' | 'spawn'; slot: number; priority: number; body: Statement[] }
  | { do: 'cancel'; slot: number }
  | { do: 'cancelAll'; on: number }
  | { do: 'close'; on: number }
  | { do: 'throw' }
  | { do: 'try'; body: Statement[]; catch: Statement[] | null; finally: Statement[] | null }
  | {
      do: 'group';
      how: 'all' | 'race' | 'tracks' | 'withTimeout' | 'hold';
      held: boolean;
      ms: number;
      branches: Statement[][];
    }
);

export type Kind = Statement['do'];

/** Gives every statement its id, in source order. */
export function number({ actors, roots }: Program): Program {
  let next = 0;
  const walk = (body: readonly Statement[]): Statement[] => body.map(statement);
  const statement = (old: Statement): Statement => {
    const made = { ...old, id: ++next };
    if ('branches' in made) return { ...made, branches: made.branches.map(walk) };
    if (made.do === 'try') {
      const body = walk(made.body);
      const caught = made.catch && walk(made.catch);
      return { ...made, body, catch: caught, finally: made.finally && walk(made.finally) };
    }
    return 'body' in made ? { ...made, body: walk(made.body) } : made;
  };
  return { actors, roots: roots.map(({ frame, body }) => ({ frame, body: walk(body) })) };
}

/** All statements of a program, in source order. */
export function* statementsOf(bodies: Iterable<readonly Statement[]>): Generator<Statement> {
  for (const body of bodies) {
    for (const statement of body) {
      yield statement;
      yield* statementsOf(bodiesOf(statement));
    }
  }
}

function bodiesOf(statement: Statement): Statement[][] {
  if (statement.do === 'group') return statement.branches;
  if (statement.do === 'try') return [statement.body, statement.catch ?? [], statement.finally ?? []];
  return 'body' in statement ? [statement.body] : [];
}

/**
 * Where runtime and model still differ, or DESIGN is silent. `true`: a program that comes upon it in the model is skipped.
 * Set one to `false` to see the smallest such program.
 */
export const without = {
  /** A thread has two joiners, and what the first does on its end cancels the second. */
  cancelledJoiners: false,
  /** `waitFor(entity)` with nobody in the queue, but several who hold or lost it: DESIGN gives them no order. */
  entityOfFamily: true,
};

/** The names that a program may use; a test can leave some out. */
export interface Grammar {
  readonly kinds: readonly Kind[];
  /** Nesting of bodies. */
  readonly depth: number;
}

export const allKinds: readonly Kind[] = [
  'log',
  'call',
  'wait',
  'waitFrames',
  'loop',
  'count',
  'waitUntil',
  'signal',
  'waitSignal',
  'clearSignal',
  'waitCall',
  'me',
  'join',
  'waitEntity',
  'start',
  'try',
  'throw',
  'cancel',
  'cancelAll',
  'close',
  'group',
];

/** How often each kind comes; 2 where nothing is said. */
const weights: Partial<Record<Kind, number>> = {
  log: 1,
  call: 24,
  wait: 10,
  group: 8,
  start: 4,
  loop: 8,
  throw: 1,
  cancelAll: 1,
  close: 1,
};

/** Kinds that plain code may use: it cannot wait. */
const plainKinds: readonly Kind[] = ['call', 'start', 'signal', 'clearSignal', 'count', 'cancel', 'cancelAll', 'close'];

export function programs({ kinds, depth }: Grammar): fc.Arbitrary<Program> {
  const bodies: fc.Arbitrary<Statement[]>[] = [];
  for (let level = 0; level <= depth; level++) {
    bodies.push(
      fc.array(statementOf(kinds, level === 0 ? null : bodies[level - 1]!), { maxLength: 3 + (level > 1 ? 1 : 0) }),
    );
  }
  const plain = kinds.filter((kind) => plainKinds.includes(kind));
  const root = fc.record({
    frame: fc.nat(3),
    body: fc.array(statementOf(plain, bodies[depth] as fc.Arbitrary<Statement[]>), { minLength: 1, maxLength: 4 }),
  });
  return fc
    .record({ roots: fc.array(root, { minLength: 1, maxLength: 3 }) })
    .map(({ roots }) =>
      number({ actors: actorCount, roots: [...roots].sort((one, other) => one.frame - other.frame) }),
    );
}

function statementOf(kinds: readonly Kind[], body: fc.Arbitrary<Statement[]> | null): fc.Arbitrary<Statement> {
  const makers = statementMakers(body ?? fc.constant([]));
  const nested: readonly Kind[] = ['loop', 'start', 'try', 'group'];
  const usable = kinds.filter((kind) => body !== null || !nested.includes(kind));
  return fc.oneof(
    ...usable.map((kind) => ({ weight: weights[kind] ?? 2, arbitrary: makers[kind] as fc.Arbitrary<Statement> })),
  );
}

function statementMakers(body: fc.Arbitrary<Statement[]>): Record<Kind, fc.Arbitrary<unknown>> {
  const id = fc.constant(0);
  const held = fc.boolean();
  const slot = fc.nat(1);
  const name = fc.nat(1);
  const actor = fc.constantFrom(0, 0, 1, 0, 1, 2);
  const receiver = fc.oneof(
    { weight: 5, arbitrary: actor },
    { weight: 2, arbitrary: fc.constant('this' as const) },
    { weight: 1, arbitrary: fc.constant(null) },
  );
  const ms = fc.constantFrom(10, 20, 5, 15, 0, 40);
  const make = (kind: Kind, fields: Record<string, fc.Arbitrary<unknown>> = {}): fc.Arbitrary<unknown> =>
    fc.record({ id, do: fc.constant(kind), ...fields });
  return {
    log: make('log'),
    call: make('call', {
      on: receiver,
      fn: fc.nat(1),
      how: fc.constantFrom('used', 'beside', 'used', 'outside'),
      slot: fc.option(slot, { freq: 2 }),
      body,
    }),
    wait: make('wait', { ms, held }),
    waitFrames: make('waitFrames', { frames: fc.constantFrom(1, 2, 0, 3), held }),
    count: make('count'),
    waitUntil: make('waitUntil', { count: fc.integer({ min: 1, max: 3 }), held }),
    loop: make('loop', { times: fc.integer({ min: 1, max: 3 }), body }),
    signal: make('signal', {
      name,
      sticky: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
    }),
    clearSignal: make('clearSignal', { name }),
    waitSignal: make('waitSignal', { name, held }),
    waitCall: make('waitCall', { fn: fc.nat(1), on: receiver, held }),
    me: make('me', { slot }),
    join: make('join', { slot, held }),
    waitEntity: make('waitEntity', { on: actor, held }),
    start: make('start', {
      how: fc.constantFrom('start', 'attach', 'spawn'),
      slot,
      priority: fc.constantFrom(0, -1, 1),
      body,
    }),
    cancel: make('cancel', { slot }),
    cancelAll: make('cancelAll', { on: actor }),
    close: make('close', { on: actor }),
    throw: make('throw'),
    try: make('try', { body, catch: fc.option(body), finally: fc.option(body) }),
    group: make('group', {
      how: fc.constantFrom('all', 'race', 'tracks', 'withTimeout', 'hold'),
      held,
      ms,
      branches: fc.array(body, { minLength: 1, maxLength: 3 }),
    }),
  };
}

/** A program as short text, for reports: `a.f0#3 used { wait(10) }`. */
export function print(program: Program): string {
  return program.roots.map(({ frame, body }) => `frame ${frame}: ${printBody(body)}`).join('\n');
}

const printBody = (body: readonly Statement[]): string => body.map(printStatement).join('; ');
const printReceiver = (on: Receiver): string => (on === null ? 'nobody' : on === 'this' ? on : nameOf(on));

function printStatement(statement: Statement): string {
  const { id, do: kind, ...fields } = statement;
  const words = Object.entries(fields)
    .filter(
      ([key, value]) => !['body', 'branches', 'catch', 'finally'].includes(key) && value !== null && value !== false,
    )
    .map(([key, value]) =>
      value === true ? key : key === 'on' ? printReceiver(value as Receiver) : `${key}=${String(value)}`,
    );
  const head = `${id}:${[kind, ...words].join(' ')}`;
  if (statement.do === 'group')
    return `${head} ${statement.branches.map((branch) => `{ ${printBody(branch)} }`).join(' ')}`;
  if (statement.do === 'try') {
    const caught = statement.catch ? ` catch { ${printBody(statement.catch)} }` : '';
    const last = statement.finally ? ` finally { ${printBody(statement.finally)} }` : '';
    return `${head} { ${printBody(statement.body)} }${caught}${last}`;
  }
  return 'body' in statement ? `${head} { ${printBody(statement.body)} }` : head;
}
