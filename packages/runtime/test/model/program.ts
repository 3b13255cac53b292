/** Long, as it is the whole language of random programs: each kind of statement as data, and what makes it. */
import fc from 'fast-check';

/**
 * Script programs as plain data. The model and the real runtime play the same program; see `model.ts` and `drive.ts`.
 * Every statement has an id, given in source order by `number`, which its lines in the trace begin with.
 */
export interface Program {
  /** How many actors there are. */
  readonly actors: number;
  /** Which kind of event source comes first: EventTarget, EventEmitter, `on` and `off`; the others follow in that order. */
  readonly firstSource: number;
  /** What `library` is: one declared so, or something else that cannot own. */
  readonly library: (typeof libraries)[number];
  readonly roots: readonly Root[];
  /** What the world outside stops for a while. */
  readonly stops?: readonly Stop[];
  /** What the source of the clock that follows it says more in each frame; after that 10 ms. */
  readonly steps?: readonly number[];
}

/** What that source says in a frame. */
export function readingOf({ steps = [] }: Program, frame: number): number {
  let ms = 0;
  for (let at = 0; at < frame; at++) ms += steps[at] ?? 10;
  return ms;
}

/** From the end of a frame on, for so many frames: the `thread`-th of those that live, or a clock. */
export interface Stop {
  readonly frame: number;
  readonly frames: number;
  readonly thread: number;
  readonly clock: number | null;
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
  /** A thread is cancelled or its owner closed, the `thread`-th of those that live: at the end of a frame, or in such a moment. */
  | { readonly how: Strike; readonly frame: number; readonly thread: number }
  | { readonly how: Strike; readonly at: number; readonly thread: number };

/** `now`: cancelled so that nothing of it runs any more. */
export type Strike = 'cancel' | 'close' | 'now';

/** An actor by index; `this`; an object that owns nothing; or nobody, for a function without owner. */
export type Receiver = number | 'this' | 'library' | null;

/** How a function is marked (R5d). */
export interface Taking {
  /** When the owner is busy. */
  readonly busy?: 'beside' | 'interrupt';
  /** When a thread that began with the same function lives on the owner. */
  readonly again?: 'restart' | 'drop' | 'latest';
}

/** The compiled functions of a program: two without marks, then one for each mark, and some with two. */
export const takings: readonly Taking[] = [
  {},
  {},
  { busy: 'beside' },
  { again: 'restart' },
  { again: 'drop' },
  { again: 'latest' },
  { busy: 'beside', again: 'restart' },
  { busy: 'beside', again: 'drop' },
  { busy: 'interrupt' },
  { busy: 'interrupt' },
  { busy: 'interrupt', again: 'restart' },
];
export const functionOf = (again: NonNullable<Taking['again'] | Taking['busy']>): number =>
  takings.findIndex((taking) => taking.again === again || taking.busy === again);

/** How many of each a program has. The first functions are compiled, the others are native ones made observable by `hook`. */
export const compiledCount = takings.length;
export const functionCount = compiledCount + 2;
export const sourceCount = 3;
export const promiseCount = 2;

/** What stands before the dot of a call and introduces no owner (R1). */
export const libraries = ['asLibrary', 'function', 'class', 'globalThis', 'namespace', 'exports'] as const;

/** A Promise of the program's own: settled after so many frames by the world outside, 0 for one that is settled already. */
export interface Later {
  readonly frames: number;
  readonly rejects: boolean;
}

/** What a `listen` listens to: a signal, a function (on a receiver) or an event source, by number. */
export interface Heard {
  readonly kind: 'signal' | 'call' | 'event';
  readonly which: number;
  readonly on: Receiver;
}

/** Which events count: all, or those whose number is odd; or it throws. */
export type Filter = 'odd' | 'throws' | null;

export type Statement = { id: number } & (
  | { do: 'log' }
  /**
   * Calls function `fn` on an actor. `used` waits for the value, `beside` is a statement, `outside` as plain code calls. `plain` and `concise`
   * stand in a combinator, as all of a branch: in an arrow that the plugin leaves, or in one that it compiles.
   */
  | {
      do: 'call';
      on: Receiver;
      fn: number;
      how: 'used' | 'beside' | 'outside' | 'plain' | 'concise';
      slot: number | null;
      /** It gives a Promise that somebody else has made, as `return this.map` does; else its own id. */
      gives: Later | null;
      body: Statement[];
    }
  /** Calls a function that never waits and changes nothing. */
  | { do: 'ask'; on: Receiver; how: 'used' | 'outside' }
  /** `glitch.wait(64)` in a thread of another owner. */
  | { do: 'waitOn'; on: number; ms: number; how: 'used' | 'beside' }
  /** `isWord`: by its name of the host, `sleep(scheduler, ms)`; that has no held form. */
  | { do: 'wait'; ms: number; held: boolean; isWord: boolean }
  | { do: 'waitFrames'; frames: number; held: boolean }
  | { do: 'waitUntilTime'; ms: number; held: boolean }
  | { do: 'scope'; body: Statement[] }
  | { do: 'tween'; ms: number; eases: boolean }
  /** `waitUntil(frame)`. */
  | { do: 'waitFrame'; frames: number }
  /** Adds one to the counter that all scripts share. */
  | { do: 'count' }
  | { do: 'waitUntil'; count: number; held: boolean; isWord: boolean; throws: boolean }
  /** A `while` loop with the frame-wait of the plugin. */
  | { do: 'loop'; times: number; body: Statement[] }
  | { do: 'signal'; name: number; sticky: boolean; times: number }
  | { do: 'clearSignal'; name: number }
  | { do: 'waitSignal'; name: number; held: boolean; isWord: boolean }
  /** `yieldTurn(scheduler)`. */
  | { do: 'yield' }
  /** `after` of the host: what plain code does later. */
  | { do: 'after'; ms: number; body: Statement[] }
  /** Of the scheduler's clock, one that hangs on it, one that hangs on that; and one that follows something else. */
  | { do: 'clock'; clock: number; how: 'pause' | 'resume' | 'scale'; scale: number }
  | { do: 'withClock'; clock: number; body: Statement[] }
  /** A native function made observable by `hook` is called. */
  | { do: 'hooked'; fn: number; on: Receiver; args: number }
  /** A Promise of its own, or one of those that all scripts share, comes from a call or is given to `waitFor`. */
  | { do: 'promise'; from: Later | number; how: 'call' | 'free' | 'held' }
  /** Settles a shared Promise. */
  | { do: 'settle'; promise: number; rejects: boolean }
  | { do: 'emit'; source: number; args: number; times: number }
  | { do: 'waitEvent'; source: number; filter: Filter; timeout: number | null; held: boolean }
  | { do: 'every'; ms: number }
  /** Makes the thread's own queue of that number. */
  | { do: 'listen'; queue: number; heard: Heard }
  /** Of a queue that is not there yet, makes it first. */
  | { do: 'next'; queue: number; heard: Heard }
  | { do: 'size'; queue: number; clears: boolean }
  /** `waitFor(fn, receiver)`. */
  | { do: 'waitCall'; fn: number; on: Receiver; held: boolean }
  /** Puts the running thread into a slot, for `join` and `cancel`. */
  | { do: 'me'; slot: number }
  | { do: 'join'; slot: number; held: boolean }
  | { do: 'waitEntity'; on: number; held: boolean }
  | {
      do: 'start';
      how: 'start' | 'attach' | 'spawn';
      slot: number;
      /** null: that of the thread that starts it. */
      priority: number | null;
      owner: number | null;
      body: Statement[];
    }
  | { do: 'cancel'; slot: number; now: boolean }
  /** Pauses a thread, or lets it go on. */
  | { do: 'pause'; slot: number; how: 'pause' | 'resume' }
  | { do: 'cancelAll'; on: number }
  | { do: 'cancelOthers'; on: number }
  | { do: 'close'; on: number }
  /** Of the scheduler. */
  | { do: 'closeAll'; now: boolean }
  | { do: 'throw' }
  | { do: 'try'; body: Statement[]; catch: Statement[] | null; finally: Statement[] | null }
  | {
      do: 'group';
      how: 'all' | 'race' | 'tracks' | 'withTimeout' | 'hold';
      /** How `all` and `race` get their calls. */
      form: 'args' | 'array' | 'object';
      held: boolean;
      ms: number;
      branches: Statement[][];
    }
);

export type Kind = Statement['do'];

/** A call that is all of a branch of a combinator. */
export const stands = (statement: Statement): statement is Statement & { do: 'call' } =>
  statement.do === 'call' && (statement.how === 'plain' || statement.how === 'concise');

const bareWaits: ReadonlySet<string> = new Set([
  'wait',
  'waitFrames',
  'waitUntilTime',
  'waitUntil',
  'waitSignal',
  'waitCall',
  'every',
]);

/** A branch of a combinator that is one wait: `race(wait(10), …)`. */
export const isBareWait = ([statement, another]: readonly Statement[]): boolean =>
  statement !== undefined &&
  another === undefined &&
  bareWaits.has(statement.do) &&
  !('held' in statement && statement.held) &&
  !('isWord' in statement && statement.isWord);

/** Gives every statement its id, in source order. */
export function number({ roots, ...program }: Program): Program {
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
  return { ...program, roots: roots.map(({ frame, body }) => ({ frame, body: walk(body) })) };
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
 * What a program is about. All kinds at once would meet each other too seldom, so most programs have a theme; how often each kind
 * comes stands beside it.
 */
/** What makes a statement: its kind, or a form of it that would come too seldom. */
type Maker = Kind | 'order' | 'conversation';

export type Theme = Readonly<Partial<Record<Maker, number>>>;

/** `call 36, wait 16`: kinds and how often they come; a later one counts. */
const themeOf = (text: string): Theme =>
  Object.fromEntries(text.split(', ').map((part) => [part.split(' ')[0], Number(part.split(' ')[1])]));

/** In every theme: calls between owners, time, errors, ends. */
const basics = 'call 36, wait 16, loop 14, start 8, try 5, cancel 3, log 1, throw 2, close 1, cancelAll 1';
const owners =
  'ask 14, group 14, join 4, me 4, waitEntity 4, waitFrames 4, waitFrame 4, count 4, waitUntil 4, waitOn 4, cancelOthers 4';
const signals = 'signal 18, waitSignal 24, clearSignal 2, hooked 10, waitCall 14, listen 4, next 20, size 2';
const events = 'emit 22, waitEvent 24, listen 4, next 20, size 2, group 4';
/** Errors on their way, and cancels that meet them. */
const errors = 'throw 14, try 24, join 14, me 8, cancel 14, promise 8, settle 4, group 6';
const time = 'every 14, yield 4, after 6, clock 8, withClock 10';
/** Who stands still, and all that could go past it meanwhile. */
const pauses = 'pause 40, clock 20, withClock 14, me 16, every 8, waitUntilTime 4';

export const themes: Readonly<Record<string, Theme>> = {
  owners: themeOf(`${basics}, ${owners}, call 48, start 12, scope 16`),
  takings: themeOf(`${basics}, ${owners}, call 100, wait 24, join 12, me 12`),
  questions: themeOf(`${basics}, ${owners}, call 60, ask 40`),
  orders: themeOf(
    `${basics}, ${owners}, order 100, conversation 30, wait 30, group 24, me 16, join 8, cancel 12, start 12, ask 8, waitEntity 24, scope 4`,
  ),
  siblings: themeOf(`${basics}, ${owners}, group 70, call 70, wait 30, cancel 6, signal 4, waitSignal 4`),
  promises: themeOf(`${basics}, promise 24, settle 8, group 8, join 6, me 2`),
  events: themeOf(`${basics}, ${events}`),
  signals: themeOf(`${basics}, ${signals}`),
  errors: themeOf(`${basics}, ${errors}, scope 16, closeAll 4`),
  stops: themeOf(`${basics}, ${owners}, ${pauses}, call 48, wait 24, promise 6, settle 3, waitEvent 6, emit 4`),
  time: themeOf(
    `${basics}, ${time}, waitUntilTime 12, tween 10, waitFrame 4, waitFrames 8, waitUntil 4, count 6, group 8, waitEvent 4, waitOn 6`,
  ),
  everything: themeOf(
    `${basics}, ${owners}, ${signals}, ${events}, ${time}, pause 14, scope 14, closeAll 4, waitUntilTime 12, tween 10, promise 16, settle 8, call 90, wait 30`,
  ),
};

/** Every kind of statement. */
export const kinds = Object.keys(themes['everything'] as Theme) as readonly Kind[];

/** Kinds that plain code may use: it cannot wait. */
const plainKinds: readonly Kind[] = [
  'call',
  'ask',
  'start',
  'signal',
  'clearSignal',
  'count',
  'hooked',
  'settle',
  'emit',
  'after',
  'clock',
  'cancel',
  'pause',
  'cancelAll',
  'cancelOthers',
  'close',
  'closeAll',
];

/** Random programs, as many of each theme. Bodies stand in each other up to `depth` levels deep. */
export const programs = (depth = 3): fc.Arbitrary<Program> =>
  fc.oneof(...Object.values(themes).map((theme) => programsOf(theme, depth)));

function programsOf(theme: Theme, depth: number): fc.Arbitrary<Program> {
  const bodies: fc.Arbitrary<Statement[]>[] = [];
  for (let level = 0; level <= depth; level++) {
    bodies.push(
      fc.array(statementOf(theme, level === 0 ? null : bodies[level - 1]!), {
        minLength: Math.min(level, 1),
        maxLength: 4,
      }),
    );
  }
  const plain = Object.fromEntries(Object.entries(theme).filter(([kind]) => plainKinds.includes(kind as Kind)));
  const root = fc.record({
    frame: fc.nat(3),
    body: fc.array(statementOf(plain, bodies[depth] as fc.Arbitrary<Statement[]>), { minLength: 1, maxLength: 5 }),
  });
  const program = fc.record({
    actors: fc.constant(actorCount),
    firstSource: fc.nat(sourceCount - 1),
    library: fc.constantFrom(...libraries),
    roots: fc.array(root, { minLength: 1, maxLength: 4 }).map((roots) => roots.toSorted(byFrame)),
    steps: fc.array(fc.constantFrom(10, 10, 0, 35, -20, 2.5), { maxLength: 8 }),
    stops: fc.array(stop, { maxLength: theme === themes['stops'] ? 6 : theme.pause === undefined ? 0 : 2 }),
  });
  return program.map(number);
}

const stop = fc.record({
  frame: fc.nat(8),
  frames: fc.constantFrom(1, 2, 3, 6, 0),
  thread: fc.nat(3),
  clock: fc.option(fc.nat(3), { freq: 3 }),
});

const byFrame = (one: Root, other: Root): number => one.frame - other.frame;

function statementOf(theme: Theme, body: fc.Arbitrary<Statement[]> | null): fc.Arbitrary<Statement> {
  const makers = statementMakers(body ?? fc.constant([]));
  const nested: readonly string[] = ['conversation', 'loop', 'start', 'try', 'group', 'after', 'withClock', 'scope'];
  const usable = Object.entries(theme).filter(([kind]) => body !== null || !nested.includes(kind));
  return fc.oneof(
    ...usable.map(([kind, weight]) => ({
      weight,
      arbitrary: makers[kind as Maker] as fc.Arbitrary<Statement>,
    })),
  );
}

const rarely = fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true));
/** Or null, five times out of six. */
const sometimes = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

/** Long, as it is a table: one row for each kind of statement. */
function statementMakers(body: fc.Arbitrary<Statement[]>): Record<Maker, fc.Arbitrary<unknown>> {
  const id = fc.constant(0);
  const held = fc.boolean();
  const slot = fc.nat(1);
  const name = fc.constantFrom(0, 0, 0, 1);
  const heardFunction = fc.constantFrom(0, 0, 1, 1, compiledCount, functionCount - 1, functionOf('drop'));
  const actor = fc.constantFrom(0, 0, 1, 0, 1, 2);
  const receiver = fc.oneof(
    { weight: 5, arbitrary: actor },
    { weight: 2, arbitrary: fc.constant('this' as const) },
    { weight: 1, arbitrary: fc.constantFrom(null, 'library' as const) },
  );
  const source = fc.constantFrom(0, 0, 0, 0, 1, 2);
  const queue = fc.constantFrom(0, 0, 0, 1);
  const times = fc.constantFrom(1, 2, 3);
  const args = fc.constantFrom(1, 1, 1, 0, 2);
  const later = fc.record({
    frames: fc.constantFrom(1, 2, 0, 4),
    rejects: rarely,
  });
  const heard = fc.oneof(
    fc.record({ kind: fc.constant('signal'), which: name, on: fc.constant(null) }),
    fc.record({ kind: fc.constant('call'), which: heardFunction, on: receiver }),
    fc.record({ kind: fc.constant('event'), which: source, on: fc.constant(null) }),
  );
  const ms = fc.constantFrom(10, 20, 5, 15, 0, 40);
  const make = (kind: Kind, fields: Record<string, fc.Arbitrary<unknown>> = {}): fc.Arbitrary<unknown> =>
    fc.record({ id, do: fc.constant(kind), ...fields });
  const calls = (how: fc.Arbitrary<string>, on: fc.Arbitrary<unknown> = receiver): fc.Arbitrary<unknown> =>
    make('call', {
      on,
      fn: fc.oneof(
        { weight: 9, arbitrary: fc.nat(1) },
        { weight: 5, arbitrary: fc.integer({ min: 2, max: compiledCount - 1 }) },
      ),
      how,
      slot: fc.option(slot, { freq: 2 }),
      gives: sometimes(later),
      body,
    });
  // Orders of one owner and a wait for it, in a race with something else.
  const conversation = fc
    .tuple(actor, fc.array(body, { minLength: 1, maxLength: 3 }), body, held, fc.boolean())
    .map(([on, bodies, other, isHeld, isVoid]) => {
      const order = { id: 0, do: 'call', on, fn: 0, how: 'beside', slot: null, gives: null };
      const orders = bodies.map((each) => ({ ...order, body: each, how: isVoid ? 'outside' : 'beside' }));
      const talk = [...orders, { id: 0, do: 'waitEntity', on, held: isHeld }];
      return { id: 0, do: 'group', how: 'race', form: 'args', held: isHeld, ms: 0, branches: [talk, other] };
    });
  const standing = calls(fc.constantFrom('plain', 'concise')).map((made) => [made]);
  const free = { held: fc.constant(false), isWord: fc.constant(false) };
  const bare = fc
    .oneof(
      make('wait', { ms, ...free }),
      make('waitSignal', { name, ...free }),
      make('waitFrames', { frames: fc.constantFrom(1, 2), ...free }),
      make('waitUntil', { count: fc.integer({ min: 1, max: 3 }), throws: rarely, ...free }),
      make('waitCall', { on: receiver, fn: heardFunction, ...free }),
    )
    .map((made) => [made]);
  return {
    log: make('log'),
    call: calls(fc.constantFrom('used', 'beside', 'used', 'outside')),
    order: calls(fc.constantFrom('beside', 'beside', 'outside'), actor),
    conversation,
    ask: make('ask', { on: receiver, how: fc.constantFrom('used', 'used', 'used', 'outside') }),
    waitOn: make('waitOn', { on: actor, ms, how: fc.constantFrom('used', 'beside') }),
    wait: make('wait', { ms, held, isWord: rarely }),
    waitFrames: make('waitFrames', { frames: fc.constantFrom(1, 2, 0, 3), held }),
    waitFrame: make('waitFrame', { frames: fc.constantFrom(1, 2, 0, 3) }),
    waitUntilTime: make('waitUntilTime', { ms: fc.constantFrom(30, 40, 20, 35, 10, 0), held }),
    scope: make('scope', { body }),
    tween: make('tween', { ms: fc.constantFrom(20, 25, 10, 0), eases: rarely }),
    count: make('count'),
    waitUntil: make('waitUntil', { count: fc.integer({ min: 1, max: 3 }), held, isWord: rarely, throws: rarely }),
    loop: make('loop', { times: fc.integer({ min: 1, max: 3 }), body }),
    signal: make('signal', {
      name,
      sticky: rarely,
      times,
    }),
    clearSignal: make('clearSignal', { name }),
    waitSignal: make('waitSignal', { name, held, isWord: rarely }),
    yield: make('yield'),
    after: make('after', {
      ms,
      body: body.map((made) => made.filter((statement) => plainKinds.includes(statement.do))),
    }),
    clock: make('clock', {
      clock: fc.constantFrom(1, 1, 2, 2, 0),
      how: fc.constantFrom('pause', 'resume', 'scale', 'resume', 'scale'),
      scale: fc.constantFrom(0.5, 2, 1, 0),
    }),
    withClock: make('withClock', { clock: fc.constantFrom(1, 2, 1, 2, 0, 3), body }),
    waitCall: make('waitCall', { fn: heardFunction, on: receiver, held }),
    hooked: make('hooked', { fn: fc.integer({ min: compiledCount, max: functionCount - 1 }), on: receiver, args }),
    promise: make('promise', {
      from: fc.oneof(later, fc.nat(promiseCount - 1)),
      how: fc.constantFrom('call', 'free', 'held'),
    }),
    settle: make('settle', { promise: fc.nat(promiseCount - 1), rejects: rarely }),
    emit: make('emit', { source, args, times }),
    waitEvent: make('waitEvent', {
      source,
      filter: fc.constantFrom(null, null, 'odd', 'odd', 'throws'),
      timeout: fc.option(ms, { freq: 2 }),
      held,
    }),
    every: make('every', { ms: fc.constantFrom(10, 25, 20, 5) }),
    listen: make('listen', { queue, heard }),
    next: make('next', { queue, heard }),
    size: make('size', { queue, clears: rarely }),
    me: make('me', { slot }),
    join: make('join', { slot, held }),
    waitEntity: make('waitEntity', { on: actor, held }),
    start: make('start', {
      how: fc.constantFrom('start', 'attach', 'spawn'),
      slot,
      priority: fc.constantFrom(null, 0, -1, 1),
      owner: sometimes(actor),
      body,
    }),
    cancel: make('cancel', { slot, now: rarely }),
    pause: make('pause', { slot, how: fc.constantFrom('pause', 'resume', 'resume') }),
    cancelAll: make('cancelAll', { on: actor }),
    cancelOthers: make('cancelOthers', { on: actor }),
    close: make('close', { on: actor }),
    closeAll: make('closeAll', { now: rarely }),
    throw: make('throw'),
    try: make('try', { body, catch: fc.option(body), finally: fc.option(body) }),
    group: make('group', {
      how: fc.constantFrom('all', 'race', 'tracks', 'withTimeout', 'hold'),
      form: fc.constantFrom('args', 'array', 'object'),
      held,
      ms,
      branches: fc.array(
        fc.oneof({ weight: 3, arbitrary: body }, { weight: 2, arbitrary: standing }, { weight: 2, arbitrary: bare }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
  };
}

/** A program as short text, for reports: `a.f0#3 used { wait(10) }`. */
export function print(program: Program): string {
  const roots = program.roots.map(({ frame, body }) => `frame ${frame}: ${printBody(body)}`);
  const head = `first source ${program.firstSource}, library ${program.library}`;
  const stops = (program.stops ?? []).map((each) => `stop ${JSON.stringify(each)}`);
  return [head, `steps ${(program.steps ?? []).join(', ')}`, ...stops, ...roots].join('\n');
}

const printBody = (body: readonly Statement[]): string => body.map(printStatement).join('; ');
const printReceiver = (on: Receiver): string => (on === null ? 'nobody' : typeof on === 'string' ? on : nameOf(on));

const printFunction = (fn: number): string =>
  [`f${fn}`, takings[fn]?.busy, takings[fn]?.again].filter(Boolean).join('@');

function printStatement(statement: Statement): string {
  const { id, do: kind, ...fields } = statement;
  const words = Object.entries(fields)
    .filter(
      ([key, value]) => !['body', 'branches', 'catch', 'finally'].includes(key) && value !== null && value !== false,
    )
    .map(([key, value]) =>
      value === true
        ? key
        : key === 'on'
          ? printReceiver(value as Receiver)
          : key === 'fn'
            ? printFunction(value as number)
            : `${key}=${JSON.stringify(value)}`,
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

/** Nothing has happened for so many frames that nothing will: no wait of a program is longer. */
export function isQuiet(lines: readonly string[]): boolean {
  const last = lines.slice(-18).map((line) => line.slice(line.indexOf(' ')));
  return last.length === 18 && last.every((line) => line === last[0] && line.startsWith(' ='));
}
