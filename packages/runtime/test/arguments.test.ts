/** One table of everything public: which kinds of value each argument takes. Every other kind has to be refused by name. Long, as the table has a row for each argument. */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { types } from 'node:util';
import { ERROR_CLASSES, EXECUTOR_WORDS, VOCABULARY } from '../../babel-plugin-threads/src/vocabulary.js';
import * as guard from '../src/globals-guard.js';
import * as host from '../src/host.js';
import * as hot from '../src/hot.js';
import * as abi from '../src/abi.js';
import * as runtime from '../src/index.js';
import { $thread } from '../src/abi.js';
import * as people from '../src/public.js';
import * as natives from '../src/natives.js';
import * as replaying from '../src/replay.js';
import * as saving from '../src/saves.js';
import * as scenes from '../src/scenes.js';
import * as schema from '../src/schema.js';
import * as observing from '../src/observe.js';
import * as overlay from '../src/overlay.js';
import * as stacks from '../src/stacks.js';
import * as testing from '../src/testing.js';
import * as translating from '../src/texts.js';
import { verify } from '../src/testing.js';
import { Thread } from '../src/threads/thread.js';

const { Clock, Executor, Scheduler } = runtime;
const { isPromise } = types;
type Scheduler = runtime.Scheduler;

// ---- kinds of value ------------------------------------------------------------------------------------------------------

const trap = (): never => {
  throw new Error('a trap');
};
const traps = {
  get: trap,
  has: trap,
  ownKeys: trap,
  getPrototypeOf: trap,
  getOwnPropertyDescriptor: trap,
  isExtensible: trap,
};
function revoked<T extends object>(target: T): T {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

const kinds = {
  undefined: () => undefined,
  null: () => null,
  true: () => true,
  false: () => false,
  NaN: () => NaN,
  '-1': () => -1,
  '0': () => 0,
  '1': () => 1,
  '1.5': () => 1.5,
  '2 ** 53': () => 2 ** 53,
  Infinity: () => Infinity,
  '-Infinity': () => -Infinity,
  'an empty text': () => '',
  'a text': () => 'x',
  'a number as text': () => '16',
  'a bigint': () => 1n,
  'a symbol': () => Symbol('odd'),
  'an object': () => ({}),
  'a frozen object': () => Object.freeze({}),
  'an object without prototype': () => Object.create(null) as object,
  'an array': () => [],
  'an array of a number': () => [16],
  'a function': () => () => undefined,
  'a function with an odd name': () => Object.defineProperty(() => undefined, 'name', { value: Symbol('odd') }),
  // oxlint-disable-next-line typescript/no-extraneous-class -- a class like any other
  'a class': () => class Odd {},
  'a date': () => new Date(16),
  'a map': () => new Map(),
  'a promise': () => Promise.resolve(1),
  'a scheduler': () => new Scheduler(),
  'an error': () => new Error('odd'),
  'an unknown option': () => ({ prioritty: 1 }),
  'a revoked proxy': () => revoked({}),
  'a revoked function': () => revoked(() => undefined),
  'a proxy that throws': () => new Proxy({}, traps),
  'an object whose constructor throws': () => Object.defineProperty({}, 'constructor', { get: trap, enumerable: true }),
} satisfies Record<string, () => unknown>;
type Kind = keyof typeof kinds;

const all = Object.keys(kinds) as Kind[];
const typed = (type: string): Kind[] => all.filter((kind) => typeof kinds[kind]() === type);

/** Registers a test that nobody runs. */
const testOf = (title: any, script: any, options?: any): unknown =>
  testing.scriptTestWith(() => undefined)(title, script, options);

const texts: Kind[] = ['a text', 'a number as text'];
const anyText = typed('string');
const functions = typed('function');
const objects = typed('object').filter((kind) => kind !== 'null');
const numbers = typed('number');
const ms: Kind[] = ['0', '1', '1.5'];
const finite: Kind[] = ['-1', '0', '1', '1.5', '2 ** 53'];
const priorities: Kind[] = [...finite, 'Infinity', '-Infinity', 'undefined'];
const flags: Kind[] = ['true', 'false', 'undefined'];
const collections: Kind[] = ['an array', 'an array of a number', 'a map'];
/** Objects that hold no field, where fields by name are read. */
const bags: Kind[] = objects.filter(
  (kind) =>
    ![
      'a revoked proxy',
      'a proxy that throws',
      'an object whose constructor throws',
      'an unknown option',
      'an array of a number',
      'a scheduler',
    ].includes(kind),
);

// A driver that is right begins, and is stopped at once: its timer is none.
const { setInterval: realInterval, clearInterval: realClear } = globalThis;
beforeAll(() => void Object.assign(globalThis, { setInterval: () => 1, clearInterval: () => {} }));
afterAll(() => void Object.assign(globalThis, { setInterval: realInterval, clearInterval: realClear }));

// ---- the table -----------------------------------------------------------------------------------------------------------

interface Room {
  readonly scheduler: Scheduler;
}
interface Place {
  /** Gives the value to the function. */
  readonly call: (value: any, room: Room) => unknown;
  readonly legal: readonly Kind[];
  /** What the message begins with, if not the name of the function. */
  readonly says?: string;
}
type Row = Readonly<Record<string, Place>>;

const place = (legal: readonly Kind[], call: Place['call'], says?: string): Place => ({
  legal,
  call,
  ...(says !== undefined && { says }),
});
const counts: readonly Kind[] = ['0', '1', '1.5', '2 ** 53', 'Infinity'];
const takesNothing: Row = {};
const script = (): void => undefined;
const events = (): EventTarget => new EventTarget();

/** Calls it in a script; what it throws there comes out. */
const inThread =
  (call: (value: any, room: Room) => unknown): Place['call'] =>
  (value, room) => {
    let thrown: { error: unknown } | null = null;
    const body = $thread(function* (): any {
      try {
        yield call(value, room);
      } catch (error) {
        thrown = { error };
      }
    }, 'script(0)');
    room.scheduler.enter(() => body());
    room.scheduler.pulse(1);
    if (thrown !== null) throw (thrown as { error: unknown }).error;
  };
const inScript = (legal: readonly Kind[], call: Place['call'], says?: string): Place =>
  place(legal, inThread(call), says);
const entered = (legal: readonly Kind[], call: Place['call'], says?: string): Place =>
  place(legal, (value, room) => room.scheduler.enter(() => call(value, room)), says);

/** The words that are free functions and methods of Executor. */
type Words = Record<
  | 'wait'
  | 'waitFrames'
  | 'waitUntil'
  | 'waitUntilTime'
  | 'waitFor'
  | 'waitSignal'
  | 'waitForEvent'
  | 'all'
  | 'race'
  | 'withTimeout'
  | 'tracks',
  (...args: any[]) => unknown
>;
const free = (): Words => runtime;
const held = (): Words => new (class Held extends Executor {})();
const calls: Kind[] = [...functions, 'a promise'];

const words = (on: () => Words): Record<keyof Words, Row> => ({
  wait: { ms: inScript([...ms, 'undefined'], (value) => on().wait(value)) },
  waitFrames: { frames: inScript(['0', '1'], (value) => on().waitFrames(value)) },
  waitUntil: { condition: inScript([...finite, ...functions], (value) => on().waitUntil(value)) },
  waitUntilTime: { ms: inScript(ms, (value) => on().waitUntilTime(value)) },
  waitFor: {
    target: inScript(
      // Whoever is asked for its `then` may throw.
      ['a revoked function', ...objects.filter((kind) => !collections.includes(kind))],
      (value) => on().waitFor(value),
    ),
    receiver: inScript([...objects, ...functions, 'undefined'], (value) =>
      on().waitFor(
        runtime.hook(() => 1),
        value,
      ),
    ),
  },
  waitSignal: { name: inScript(texts, (value) => on().waitSignal(value)) },
  waitForEvent: {
    source: inScript([], (value) => on().waitForEvent(value, 'x')),
    type: inScript(anyText, (value) => on().waitForEvent(events(), value)),
    options: inScript([...bags, 'undefined'], (value) => on().waitForEvent(events(), 'x', value)),
    filter: inScript([...functions, 'undefined'], (value) => on().waitForEvent(events(), 'x', { filter: value })),
    timeout: inScript([...ms, 'undefined'], (value) => on().waitForEvent(events(), 'x', { timeout: value })),
  },
  all: { call: inScript(calls, (value) => on().all(script, value)) },
  race: { call: inScript(calls, (value) => on().race(script, value)) },
  withTimeout: {
    ms: inScript(ms, (value) => on().withTimeout(value, script)),
    call: inScript(calls, (value) => on().withTimeout(5, value)),
  },
  tracks: {
    functions: inScript(bags, (value) => on().tracks(value)),
    function: inScript(calls, (value) => on().tracks({ a: script, b: value })),
  },
});

const startOptions = (start: (fn: unknown, options?: any) => unknown, wrap: typeof entered): Row => ({
  fn: wrap(functions, (value) => start(value)),
  options: wrap([...bags, 'undefined'], (value) => start(script, value)),
  owner: wrap([...objects, 'undefined'], (value) => start(script, { owner: value })),
  priority: wrap(priorities, (value) => start(script, { priority: value })),
  name: wrap([...anyText, 'undefined'], (value) => start(script, { name: value })),
});

const makeLog = (): replaying.Log => new Scheduler({ inbox: replaying.recorder() }).record();
const scheduling = (options: any): Scheduler => new Scheduler(options);
const listening = (room: Room): runtime.Queue => {
  let queue: runtime.Queue | undefined;
  room.scheduler.enter(() => runtime.start(() => void (queue = runtime.listen('x'))));
  return queue as runtime.Queue;
};
/** The clock of a scene that can be skipped. */
const skipped = ({ scheduler }: Room): runtime.Clock =>
  (scheduler.enter(() => scenes.skippable(() => runtime.wait(10))) as unknown as Thread).clock;

const napping = ({ scheduler }: Room): Thread => scheduler.spawn(() => runtime.wait(5));
const owner = (): runtime.Executor => new Executor();
const hosting = ({ scheduler }: Room): host.ScriptHost => new host.ScriptHost(scheduler, { x: script, 16: script });

const noWait = (): (() => void) => () => {};

const rows: Record<string, Row> = {
  ...words(free),
  tween: {
    ms: inScript(ms, (value) => scenes.tween(value, () => {})),
    fn: inScript(functions, (value) => scenes.tween(5, value)),
    ease: inScript([...functions, 'undefined'], (value) => scenes.tween(5, () => {}, value)),
  },
  eventSource: {
    door: place([], (value) => runtime.eventSource(value)),
    on: place(functions, (value) => runtime.eventSource({ on: value })),
    off: place([...functions, 'undefined'], (value) => runtime.eventSource({ on: () => {}, off: value })),
  },
  scope: { fn: inScript(functions, (value) => scenes.scope(value)) },
  every: { ms: inScript(['1', '1.5'], (value) => runtime.every(value)) },
  signal: {
    name: entered(texts, (value) => runtime.signal(value)),
    value: entered(all, (value) => runtime.signal('x', value)),
    options: entered([...bags, 'undefined'], (value) => runtime.signal('x', 1, value)),
    sticky: entered(flags, (value) => runtime.signal('x', 1, { sticky: value })),
  },
  clearSignal: { name: entered(texts, (value) => runtime.clearSignal(value)) },
  hook: { fn: place(functions, (value) => runtime.hook(value)) },
  listen: {
    what: inScript(texts, (value) => runtime.listen(value)),
    receiver: inScript([...objects, ...functions, 'undefined'], (value) =>
      runtime.listen(
        runtime.hook(() => 1),
        value,
      ),
    ),
    type: inScript(anyText, (value) => runtime.listen(events(), value)),
  },
  skippable: {
    fn: inScript(functions, (value) => scenes.skippable(value)),
    options: inScript([...bags, 'undefined'], (value) => scenes.skippable(script, value)),
    by: inScript([...anyText, 'undefined'], (value) => scenes.skippable(script, { by: value })),
    skipPatienceMs: inScript(['0', '1', '1.5', '2 ** 53', 'Infinity', 'undefined'], (value) =>
      scenes.skippable(script, { skipPatienceMs: value }),
    ),
  },
  follow: {
    clock: entered([], (value) => scenes.follow(value, () => 0)),
    // What is a function is called at once, and what it throws comes out.
    source: place(functions, (value) =>
      scenes.follow(runtime.scheduler.clock, typeof value === 'function' ? () => 0 : value),
    ),
    'what the source gives': place(['-1', ...ms], (value) => scenes.follow(runtime.scheduler.clock, () => value)),
  },
  withClock: {
    clock: entered([], (value) => runtime.withClock(value, script)),
    'clock in a script': inScript([], (value) => runtime.withClock(value, script)),
    fn: entered(functions, (value, { scheduler }) => runtime.withClock(new Clock(scheduler.clock), value)),
  },
  start: startOptions(runtime.start, entered),
  attach: startOptions(runtime.attach, inScript),
  random: takesNothing,
  currentThread: takesNothing,
  asExecutor: {
    object: place(
      [...objects, 'a class' as const].filter(
        (kind) => !['a frozen object', 'a revoked proxy', 'a proxy that throws'].includes(kind),
      ),
      (value) => runtime.asExecutor(value),
    ),
  },
  asLibrary: { object: place(objects, (value) => runtime.asLibrary(value)) },
  executorOf: { object: place(objects, (value) => runtime.executorOf(value)) },
  traceOf: { error: place(all, (value) => runtime.traceOf(value)) },

  'new Clock': { parent: place([], (value) => new Clock(value)) },
  'Clock.scale': {
    scale: place(['0', '1', '1.5'], (value, { scheduler }) => void (scheduler.clock.scale = value), 'clock.scale'),
  },
  'Thread.pause': takesNothing,
  'Thread.resume': takesNothing,
  'Clock.fastForward': {
    on: place(flags, (value, room) => skipped(room).fastForward(value), 'clock.fastForward'),
  },
  'Clock.pause': takesNothing,
  'Clock.resume': takesNothing,
  'Clock.toJSON': takesNothing,

  'new Scheduler': {
    options: place([...bags, 'undefined'], scheduling),
    onError: place([...functions, 'undefined'], (value) => scheduling({ onError: value })),
    seed: place([...finite, 'undefined'], (value) => scheduling({ seed: value })),
    maxStepsPerTurn: place(['1', '1.5', '2 ** 53', 'Infinity', 'undefined'], (value) =>
      scheduling({ maxStepsPerTurn: value }),
    ),
    inbox: place(['null', 'undefined'], (value) => scheduling({ inbox: value })),
    warnings: place(flags, (value) => scheduling({ warnings: value })),
    queuedWarningMs: place(['1', '1.5', '2 ** 53', 'Infinity', 'undefined'], (value) =>
      scheduling({ queuedWarningMs: value }),
    ),
    identity: place([...functions, 'undefined'], (value) => scheduling({ identity: value })),
    order: place(['undefined'], (value) => scheduling({ order: value })),
  },
  'Scheduler.identity': {
    identity: place([...functions, 'null'], (value, { scheduler }) => void (scheduler.identity = value)),
  },
  'Scheduler.onError': {
    onError: place(functions, (value, { scheduler }) => void (scheduler.onError = value)),
  },
  'Scheduler.pulse': { ms: place(['-1', ...ms], (value, { scheduler }) => scheduler.pulse(value)) },
  'Scheduler.spawn': {
    fn: place(functions, (value, { scheduler }) => scheduler.spawn(value)),
    options: place([...bags, 'undefined'], (value, { scheduler }) => scheduler.spawn(script, value)),
    owner: place([...objects, 'undefined'], (value, { scheduler }) => scheduler.spawn(script, { owner: value })),
    priority: place(priorities, (value, { scheduler }) => scheduler.spawn(script, { priority: value })),
    args: place(['an array', 'an array of a number', 'undefined'], (value, { scheduler }) =>
      scheduler.spawn(script, { args: value }),
    ),
    name: place([...anyText, 'undefined'], (value, { scheduler }) => scheduler.spawn(script, { name: value })),
  },
  'Scheduler.enter': { fn: place(functions, (value, { scheduler }) => scheduler.enter(value)) },
  drive: {
    scheduler: place(['a scheduler'], (value) => host.drive(value, { driver: 'interval' })()),
    options: place([], (value, { scheduler }) => host.drive(scheduler, value)(), 'drive'),
    driver: place([], (value, { scheduler }) => host.drive(scheduler, { driver: value })(), 'drive'),
    intervalMs: place(
      ['1', '1.5', 'undefined'],
      (value, { scheduler }) => host.drive(scheduler, { driver: 'interval', intervalMs: value })(),
      'drive',
    ),
    catchUpMs: place(
      [...ms, 'undefined'],
      (value, { scheduler }) => host.drive(scheduler, { driver: 'interval', catchUpMs: value })(),
      'drive',
    ),
  },
  'Scheduler.signal': {
    name: place(texts, (value, { scheduler }) => scheduler.signal(value)),
    value: place(all, (value, { scheduler }) => scheduler.signal('x', value)),
    options: place([...bags, 'undefined'], (value, { scheduler }) => scheduler.signal('x', 1, value)),
    sticky: place(flags, (value, { scheduler }) => scheduler.signal('x', 1, { sticky: value })),
  },
  'Scheduler.clearSignal': { name: place(texts, (value, { scheduler }) => scheduler.clearSignal(value)) },
  'Scheduler.dump': takesNothing,
  'Scheduler.input': {
    name: place(anyText, (value, { scheduler }) => scheduler.input(value, script)),
    read: place(functions, (value, { scheduler }) => scheduler.input('x', value)),
  },
  'Scheduler.record': takesNothing,
  'Scheduler.cancelAll': { reason: place(all, (value, room) => [napping(room), room.scheduler.cancelAll(value)]) },
  // One of its own: nothing can start on it afterwards.
  'Scheduler.close': {
    reason: place(all, (value) => new Scheduler().close(value)),
    options: place([...bags, 'undefined'], (value) => new Scheduler().close('x', value)),
    now: place(flags, (value) => new Scheduler().close('x', { now: value })),
  },
  'Scheduler.toJSON': takesNothing,

  'Thread.cancel': {
    reason: place(all, (value, room) => {
      const thread = napping(room);
      thread.cancel(value);
      return [thread.value, room.scheduler.dump(), thread.trace()];
    }),
  },
  'Thread.then': { onFulfilled: place(all, (value, room) => void napping(room).then(value)) },
  'Thread.catch': { onRejected: place(all, (value, room) => void napping(room).catch(value)) },
  'Thread.finally': { onFinally: place(all, (value, room) => void napping(room).finally(value)) },
  'Thread.toJSON': takesNothing,
  'Thread.toString': takesNothing,
  'Thread.trace': takesNothing,

  'new Executor': takesNothing,
  ...Object.fromEntries(Object.entries(words(held)).map(([name, row]) => [`Executor.${name}`, row])),
  'Executor.hold': {
    call: inScript(calls, (value) => (held() as unknown as { hold(call: unknown): void }).hold(value)),
  },
  'Executor.trace': takesNothing,
  'Executor.cancelAll': { reason: place(all, (value) => owner().cancelAll(value)) },
  'Executor.cancelOthers': { reason: place(all, (value) => owner().cancelOthers(value)) },
  'Executor.close': {
    reason: place(all, (value, room) => {
      const closed = owner();
      room.scheduler.spawn(() => runtime.wait(5), { owner: closed });
      closed.close(value);
    }),
  },

  'Queue.next': takesNothing,
  'Queue.clear': takesNothing,
  'Queue.close': takesNothing,

  'new ScriptHost': {
    scheduler: place(['a scheduler'], (value) => new host.ScriptHost(value)),
    scripts: place(
      [...bags, 'undefined'],
      (value, { scheduler }) => new host.ScriptHost(scheduler, value),
      'new ScriptHost',
    ),
    script: place(functions, (value, { scheduler }) => new host.ScriptHost(scheduler, { x: value })),
  },
  'ScriptHost.define': {
    name: place(texts, (value, room) => hosting(room).define(value, script)),
    script: place(functions, (value, room) => hosting(room).define('y', value)),
    options: place([...bags, 'undefined'], (value, room) => hosting(room).define('y', script, value)),
    owner: place([...objects, 'undefined'], (value, room) => hosting(room).define('y', script, { owner: value })),
    priority: place(priorities, (value, room) => hosting(room).define('y', script, { priority: value })),
  },
  'ScriptHost.run': {
    name: place(texts, (value, room) => hosting(room).run(value)),
    argument: place(all, (value, room) => hosting(room).run('x', value)),
  },
  'ScriptHost.resume': {
    id: place(numbers, (value, room) => hosting(room).resume(value)),
    value: place(all, (value, room) => hosting(room).resume(1, value)),
  },
  after: {
    scheduler: place(['a scheduler'], (value) => host.after(value, 1, script)),
    ms: place(ms, (value, { scheduler }) => host.after(scheduler, value, script)),
    fn: place(functions, (value, { scheduler }) => host.after(scheduler, 5, value)),
  },
  resume: {
    scheduler: place(['a scheduler'], (value) => host.resume(value, 1)),
    id: place(numbers, (value, { scheduler }) => host.resume(scheduler, value)),
    value: place(all, (value, room) => {
      const { id } = napping(room);
      room.scheduler.pulse(1);
      host.resume(room.scheduler, id, value);
    }),
  },
  sleep: {
    scheduler: inScript(['a scheduler'], (value) => host.sleep(value, 1)),
    ms: inScript(ms, (value, { scheduler }) => host.sleep(scheduler, value)),
  },
  check: {
    scheduler: inScript(['a scheduler'], (value) => host.check(value, script)),
    predicate: inScript(functions, (value, { scheduler }) => host.check(scheduler, value)),
  },
  waitSignalOn: {
    scheduler: inScript(['a scheduler'], (value) => host.waitSignalOn(value, 'x')),
    name: inScript(texts, (value, { scheduler }) => host.waitSignalOn(scheduler, value)),
  },
  defineWait: {
    definition: place([], (value) => host.defineWait(value)),
    kind: place(texts, (value) => host.defineWait({ kind: value, begin: noWait })),
    begin: place(functions, (value) => host.defineWait({ kind: 'x', begin: value })),
    name: place([...functions, 'undefined'], (value) => host.defineWait({ kind: 'x', begin: noWait, name: value })),
    unsavable: place([...texts, 'undefined'], (value) =>
      host.defineWait({ kind: 'x', begin: noWait, unsavable: value }),
    ),
  },
  yieldTurn: { scheduler: inScript(['a scheduler'], (value) => host.yieldTurn(value)) },
  'ScriptHost.cancelAll': { reason: place(all, (value, room) => hosting(room).cancelAll(value)) },

  recorder: {
    options: place([...bags, 'undefined'], (value) => replaying.recorder(value)),
    encode: place([...functions, 'undefined'], (value) => replaying.recorder({ encode: value })),
  },
  replay: {
    log: place([], (value) => replaying.replay(value, script)),
    program: place(functions, (value) => replaying.replay(makeLog(), value)),
    // The `then` of a Promise is none of the options.
    options: place([...bags.filter((kind) => kind !== 'a promise'), 'undefined'], (value) =>
      replaying.replay(makeLog(), script, value),
    ),
    // oxlint-disable-next-line unicorn/no-thenable -- an option is called so
    then: place(['undefined'], (value) => replaying.replay(makeLog(), script, { then: value })),
    encode: place([...functions, 'undefined'], (value) => replaying.replay(makeLog(), script, { encode: value })),
    decode: place([...functions, 'undefined'], (value) => replaying.replay(makeLog(), script, { decode: value })),
    onError: place([...functions, 'undefined'], (value) => replaying.replay(makeLog(), script, { onError: value })),
    calls: place([...bags, 'undefined'], (value) => replaying.replay(makeLog(), script, { calls: value })),
    call: place([...functions, 'undefined'], (value) => replaying.replay(makeLog(), script, { calls: { x: value } })),
  },

  saves: {
    scheduler: place(['a scheduler'], (value) => saving.saves(value)),
    options: place([...bags, 'undefined'], (value, { scheduler }) => saving.saves(scheduler, value)),
    idOf: place(functions, (value, { scheduler }) =>
      saving.saves(scheduler, { objects: { idOf: value, find: script } }),
    ),
    find: place(functions, (value, { scheduler }) =>
      saving.saves(scheduler, { objects: { idOf: () => 1, find: value } }),
    ),
    function: place(functions, (value, { scheduler }) => saving.saves(scheduler, { functions: { x: value } })),
    clock: place([], (value, { scheduler }) => saving.saves(scheduler, { clocks: { x: value } })),
    save: place(functions, (value, { scheduler }) => saving.saves(scheduler, { state: { save: value } })),
    prepare: place([...functions, 'undefined'], (value, { scheduler }) =>
      saving.saves(scheduler, { state: { save: script, prepare: value } }),
    ),
    load: place([...functions, 'undefined'], (value, { scheduler }) =>
      saving.saves(scheduler, { state: { save: script, load: value } }),
    ),
    onSaved: place([...functions, 'undefined'], (value, { scheduler }) => saving.saves(scheduler, { onSaved: value })),
  },
  marks: {
    game: place([], (value) => saving.marks(value)),
    // A map has a size of its own.
    options: place([...bags.filter((kind) => kind !== 'a map'), 'undefined'], (value, { scheduler }) =>
      saving.marks(saving.saves(scheduler), value),
    ),
    size: place(['1', '2 ** 53', 'undefined'], (value, { scheduler }) =>
      saving.marks(saving.saves(scheduler), { size: value }),
    ),
    contents: place(flags, (value, { scheduler }) => saving.marks(saving.saves(scheduler), { contents: value })),
    mark: place(functions, (value, { scheduler }) =>
      saving.marks(saving.saves(scheduler), { state: { mark: value, rewind: script } }),
    ),
    rewind: place(functions, (value, { scheduler }) =>
      saving.marks(saving.saves(scheduler), { state: { mark: script, rewind: value } }),
    ),
  },
  history: {
    game: place([], (value) => saving.history(value)),
    options: place([...bags.filter((kind) => kind !== 'a map'), 'undefined'], (value, { scheduler }) =>
      saving.history(saving.saves(scheduler), value),
    ),
    size: place(['1', '2 ** 53', 'undefined'], (value, { scheduler }) =>
      saving.history(saving.saves(scheduler), { size: value }),
    ),
    everyFrames: place(['1', '2 ** 53', 'undefined'], (value, { scheduler }) =>
      saving.history(saving.saves(scheduler), { everyFrames: value }),
    ),
    seconds: place(['1', '1.5', '2 ** 53', 'Infinity', 'undefined'], (value, { scheduler }) =>
      saving.history(saving.saves(scheduler), { seconds: value }),
    ),
    contents: place(flags, (value, { scheduler }) => saving.history(saving.saves(scheduler), { contents: value })),
    mark: place(functions, (value, { scheduler }) =>
      saving.history(saving.saves(scheduler), { state: { mark: value, rewind: script } }).end(),
    ),
    rewind: place(functions, (value, { scheduler }) =>
      saving.history(saving.saves(scheduler), { state: { mark: script, rewind: value } }).end(),
    ),
    behind: place([...functions, 'undefined'], (value, { scheduler }) =>
      saving.history(saving.saves(scheduler), { before: value, behind: value }).end(),
    ),
  },
  headOf: {
    text: place(texts, (value) => {
      try {
        return saving.headOf(value);
      } catch (error) {
        if (error instanceof saving.LoadError) return undefined;
        throw error;
      }
    }),
  },
  checkpoint: { name: place(texts, (value) => saving.checkpoint(value)) },
  savedFields: {
    object: place([...objects, ...functions], (value) => {
      try {
        return saving.savedFields(value);
      } catch (error) {
        // Its own trap.
        if (types.isProxy(value)) return undefined;
        throw error;
      }
    }),
  },
  shown: { show: inScript(functions, (value) => saving.shown(value)) },

  withSchema: {
    target: place(
      [...objects, ...functions].filter((kind) => kind !== 'a revoked proxy' && kind !== 'a proxy that throws'),
      (value) => schema.withSchema(value, {}),
    ),
    schema: place(bags, (value) => schema.withSchema({}, value)),
    parameters: place([...objects, 'undefined'], (value) => schema.withSchema({}, { parameters: value })),
    returns: place(all, (value) => schema.withSchema({}, { returns: value })),
    waiting: place(flags, (value) => schema.withSchema({}, { waiting: value })),
  },
  schemaOf: { fn: place(all, (value) => schema.schemaOf(value)) },
  translate: {
    message: place(all, (value) => translating.translate(value, {})),
    texts: place(all, (value) => translating.translate('boom', value)),
  },

  observe: {
    scheduler: place(['a scheduler'], (value) => observing.observe(value, {})()),
    observer: place(bags, (value, { scheduler }) => observing.observe(scheduler, value)()),
    started: place([...functions, 'undefined'], (value, { scheduler }) =>
      observing.observe(scheduler, { started: value })(),
    ),
    waits: place([...functions, 'undefined'], (value, { scheduler }) =>
      observing.observe(scheduler, { waits: value })(),
    ),
    queued: place([...functions, 'undefined'], (value, { scheduler }) =>
      observing.observe(scheduler, { queued: value })(),
    ),
    goesOn: place([...functions, 'undefined'], (value, { scheduler }) =>
      observing.observe(scheduler, { goesOn: value })(),
    ),
    ended: place([...functions, 'undefined'], (value, { scheduler }) =>
      observing.observe(scheduler, { ended: value })(),
    ),
    around: place([...functions, 'undefined'], (value, { scheduler }) =>
      observing.observe(scheduler, { around: value })(),
    ),
  },

  lookAt: { thread: place([], (value) => observing.lookAt(value)) },

  hideErrors: takesNothing,
  showErrors: takesNothing,
  showError: { error: place(all, (value) => overlay.showError(value)) },

  framesOf: { thread: place([], (value) => stacks.framesOf(value)) },
  noteStacks: takesNothing,
  noteSomeStacks: {
    limits: place([...bags, 'undefined'], (value) => stacks.noteSomeStacks(value).stop()),
    waits: place([...counts, 'undefined'], (value) => stacks.noteSomeStacks({ waits: value }).stop()),
    loops: place([...counts, 'undefined'], (value) => stacks.noteSomeStacks({ loops: value }).stop()),
  },
  stackOf: { error: place(all, (value) => stacks.stackOf(value)) },

  verify: { scheduler: place(['a scheduler'], (value) => testing.verify(value)) },
  runToEnd: {
    scheduler: place(['a scheduler'], (value) => testing.runToEnd(value)),
    options: place([...bags, 'undefined'], (value, { scheduler }) => testing.runToEnd(scheduler, value)),
    frameMs: place([...ms, 'undefined'], (value, { scheduler }) => testing.runToEnd(scheduler, { frameMs: value })),
    maxFrames: place([...ms, '2 ** 53', 'Infinity', 'undefined'], (value, { scheduler }) =>
      testing.runToEnd(scheduler, { maxFrames: value }),
    ),
  },
  scriptTestWith: { test: place(functions, (value) => testing.scriptTestWith(value)) },
  scriptTest: {
    title: place(texts, (value) => testOf(value, script)),
    script: place(functions, (value) => testOf('a', value)),
    options: place([...bags, 'undefined'], (value) => testOf('a', script, value)),
    frameMs: place([...ms, 'undefined'], (value) => testOf('a', script, { frameMs: value })),
    maxFrames: place([...ms, '2 ** 53', 'Infinity', 'undefined'], (value) => testOf('a', script, { maxFrames: value })),
    seed: place([...finite, 'undefined'], (value) => testOf('a', script, { seed: value })),
    order: place(['undefined'], (value) => testOf('a', script, { order: value })),
  },
  scriptProperty: {
    fc: place([], (value) => testing.scriptProperty(value, script)),
    script: place(functions, (value) => testing.scriptProperty(fc, value)),
    options: place([...bags, 'undefined'], (value) => testing.scriptProperty(fc, script, value)),
    frameMs: place([...ms, 'undefined'], (value) => testing.scriptProperty(fc, script, { frameMs: value })),
    maxFrames: place([...ms, '2 ** 53', 'Infinity', 'undefined'], (value) =>
      testing.scriptProperty(fc, script, { maxFrames: value }),
    ),
    seed: place([...finite, 'undefined'], (value) => testing.scriptProperty(fc, script, { seed: value })),
  },
  shuffledBy: { order: place([...finite, 'an empty text'], (value) => testing.shuffledBy(value)) },
  at: {
    frame: place(['0', '1', '2 ** 53'], (value) => testing.at(value, () => undefined)),
    fn: place(functions, (value) => testing.at(0, value)),
  },
  log: takesNothing,
  withScheduler: {
    scheduler: place(['a scheduler'], (value) => testing.withScheduler(value, script)),
    fn: place(functions, (value, { scheduler }) => testing.withScheduler(scheduler, value)),
  },
};

// ---- what the table has to hold ---------------------------------------------------------------------------------------------

/** Only compiled code calls them, with what the plugin has written: a check would cost in each call and tell nobody anything. */
const emitted = [
  ...Object.keys(abi).filter((name) => !(name in people || name in scenes)),
  'acceptHotUpdate',
  // Called by packages of ours.
  'addSource',
  'readCode',
  'show',
];

const entries = {
  index: runtime,
  abi,
  natives,
  host,
  observe: observing,
  overlay,
  replay: replaying,
  saves: saving,
  scenes,
  schema,
  texts: translating,
  stacks,
  testing,
  hot,
  'globals-guard': guard,
};

/** Members that are no business of users, by the comment before each in its file. */
function internalsOf(file: string): string[] {
  const source = readFileSync(new URL(`../src/${file}.ts`, import.meta.url), 'utf8');
  const found = source.matchAll(
    /\/\*\*(?:(?!\*\/)[^])*@internal(?:(?!\*\/)[^])*\*\/\s*(?:(?:readonly|get|set|async) )*(\w+)/g,
  );
  return [...found].map(([, name = '']) => name);
}

/** Functions and setters on a prototype, and on those below it. */
function membersOf(name: string, prototype: object, ...files: string[]): string[] {
  if (prototype === Object.prototype) return [];
  const internals = new Set(files.flatMap(internalsOf));
  const below = membersOf(name, Object.getPrototypeOf(prototype) as object, ...files);
  const own = Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([member, property]) => {
    const takes = member !== 'constructor' && (typeof property.value === 'function' || property.set !== undefined);
    return takes && !internals.has(member) ? [`${name}.${member}`] : [];
  });
  return below.concat(own);
}

function isErrorClass(value: unknown): boolean {
  return typeof value === 'function' && value.prototype instanceof Error;
}

const isClass = (value: Function): boolean => /^class\b/.test(Function.prototype.toString.call(value));

/** Everything public that takes something. */
const surface = Object.values(entries)
  .flatMap((entry) => Object.entries(entry as Record<string, unknown>))
  .flatMap(([name, value]) => {
    if (typeof value !== 'function' || isErrorClass(value) || emitted.includes(name)) return [];
    return [isClass(value) ? `new ${name}` : name];
  })
  .concat(
    membersOf('Scheduler', Scheduler.prototype, 'scheduling/scheduler'),
    membersOf('Clock', Clock.prototype, 'time/clock'),
    membersOf(
      'Thread',
      Thread.prototype,
      ...['thread', 'awaiting', 'starters', 'cold-fields', 'flags'].map((file) => `threads/${file}`),
    ),
    membersOf('Executor', Executor.prototype, 'words/executor-class'),
    membersOf('ScriptHost', host.ScriptHost.prototype, 'host'),
    membersOf('Queue', Object.getPrototypeOf(listening({ scheduler: new Scheduler() })) as object, 'words/listen'),
  );

test('each function and each member that is public has a row, and no row is left over', () => {
  expect([...new Set(surface)].sort()).toEqual(Object.keys(rows).sort());
});

test('every entry of the package is looked at', () => {
  const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    exports: Record<string, { default?: string }>;
  };
  const files = Object.values(exports).flatMap(({ default: file }) => file?.replace(/^.*\/|\.js$/g, '') ?? []);
  expect(files.sort()).toEqual([...Object.keys(entries), 'globals', 'own-waits'].sort());
});

// ---- the table, run -----------------------------------------------------------------------------------------------------------

/** `wait expected milliseconds ≥ 0, got -5 (number).` */
const isOurs = (error: unknown, says: string): boolean => {
  if (!(error instanceof TypeError || error instanceof RangeError)) return false;
  const { message } = error;
  return (
    (message.startsWith(`${says} expected `) && /, got [^]+[.?]$/.test(message)) ||
    message.startsWith(`${says} waits for `)
  );
};

/**
 * What is right may end so all the same: the language says of a function that it cannot be called, a wait runs out of its time, and the
 * `then` of what is waited for throws, as it may where it is awaited.
 */
const isOfTheCall = (error: unknown): boolean =>
  error instanceof runtime.TimeoutError ||
  (error instanceof Error && /^Class constructor|proxy that has been revoked|^a trap$/.test(error.message));

/** What went wrong with one value; undefined if nothing did. */
async function tried(says: string, { call, legal }: Place, kind: Kind): Promise<string | undefined> {
  const scheduler = new Scheduler({ onError: () => {}, warnings: false });
  let thrown: { error: unknown } | null = null;
  try {
    const given = call(kinds[kind](), { scheduler });
    // A Thread would be awaited, too, and nobody pulses for it.
    if (isPromise(given)) await given;
  } catch (error) {
    thrown = { error };
  }
  const told =
    thrown === null ? 'nothing is thrown' : `${(thrown.error as Error)?.name}: ${(thrown.error as Error)?.message}`;
  if (legal.includes(kind)) {
    if (thrown !== null && !isOfTheCall(thrown.error)) return `${kind} is legal, and yet: ${told}`;
  } else if (thrown === null || !isOurs(thrown.error, says)) return `${kind}: ${told}`;
  return brokenAfter(scheduler, kind);
}

/** The scheduler goes on as if nothing had been. */
function brokenAfter(scheduler: Scheduler, kind: Kind): string | undefined {
  try {
    scheduler.clock.scale = 1;
    scheduler.dump();
    verify(scheduler);
    const nap = scheduler.spawn(
      $thread(function* (): any {
        yield runtime.wait(1);
        return 'awake';
      }, 'nap(0)'),
    );
    for (let i = 0; i < 3; i++) scheduler.pulse(1);
    verify(scheduler);
    return nap.result === 'awake' ? undefined : `${kind}: nothing runs after it`;
  } catch (error) {
    return `${kind}: after it ${String(error)}`;
  }
}

const places = Object.entries(rows).flatMap(([name, row]) =>
  Object.entries(row).map(([argument, one]) => [name, argument, one] as const),
);

test.each(places)('%s takes what is right as %s, and refuses all else by name', async (name, _argument, one) => {
  const says = one.says ?? name.replace(/^[A-Z]\w*\./, '');
  const wrong: string[] = [];
  for (const kind of all) {
    const found = await tried(says, one, kind);
    if (found !== undefined) wrong.push(found);
  }
  expect(wrong).toEqual([]);
});

// ---- more arguments than a word takes ---------------------------------------------------------------------------------------

/** How many arguments each word of scripts takes. `any`: as many as there are; `callback`: given to `map` and its like, which hand over an index. */
const takes: Readonly<Record<string, number | 'any' | 'callback'>> = {
  wait: 1,
  waitFrames: 1,
  every: 1,
  waitUntil: 1,
  waitUntilTime: 1,
  waitFor: 2,
  waitSignal: 1,
  waitForEvent: 3,
  signal: 3,
  clearSignal: 1,
  listen: 2,
  all: 'any',
  race: 'any',
  withTimeout: 2,
  tracks: 1,
  tween: 3,
  scope: 1,
  withClock: 2,
  skippable: 2,
  start: 2,
  attach: 2,
  random: 0,
  currentThread: 0,
  eventSource: 'callback',
  hook: 'callback',
  asExecutor: 'callback',
  asLibrary: 'callback',
  executorOf: 'callback',
  'this.wait': 1,
  'this.waitFrames': 1,
  'this.waitUntil': 1,
  'this.waitUntilTime': 1,
  'this.waitFor': 2,
  'this.waitSignal': 1,
  'this.waitForEvent': 3,
  'this.all': 'any',
  'this.race': 'any',
  'this.withTimeout': 2,
  'this.tracks': 1,
  'this.hold': 1,
  'scheduler.signal': 3,
};

/** Of the host: its loop, what it starts and ends, its logs. */
const ofTheHost = new Set([
  'clearSignal',
  'input',
  'cancelAll',
  'spawn',
  'pulse',
  'enter',
  'dump',
  'record',
  'close',
  'identity',
  'onError',
  'toString',
  'toJSON',
]);

test('each word, as a method of Executor too, and each method of a scheduler that scripts call says how many arguments it takes', () => {
  const executors = membersOf('', Executor.prototype, 'words/executor-class').map((name) => name.slice(1));
  const schedulers = membersOf('', Scheduler.prototype, 'scheduling/scheduler').map((name) => name.slice(1));
  const noFunctions: string[] = ['clock', 'Executor', ...ERROR_CLASSES];
  const ofScripts = [...VOCABULARY].filter((word) => !noFunctions.includes(word));
  expect(Object.keys(takes).sort()).toEqual(
    [
      ...ofScripts,
      ...executors.filter((name) => EXECUTOR_WORDS.has(name)).map((name) => `this.${name}`),
      ...schedulers.filter((name) => !ofTheHost.has(name)).map((name) => `scheduler.${name}`),
    ].sort(),
  );
});

/** A call of a word in a script, with these arguments. */
function saidOf(word: string, args: readonly unknown[]): { code?: string; message?: string; name?: string } {
  const scheduler = new Scheduler({ onError: () => {}, warnings: false });
  const [, of = 'free', name = word] = /^(this|scheduler)\.(.*)$/.exec(word) ?? [];
  const ofWord = { free: { ...runtime, ...scenes }, this: held(), scheduler };
  const object = ofWord[of as keyof typeof ofWord] as unknown as Record<string, (...all: unknown[]) => unknown>;
  let said = {};
  const calling = $thread(function* (): any {
    try {
      yield object[name]!(...args);
    } catch (error) {
      said = error as Error;
    }
  }, 'script(0)');
  scheduler.enter(() => calling());
  scheduler.pulse(1);
  return said;
}

const counted = Object.entries(takes).filter((row): row is [string, number] => typeof row[1] === 'number');

test.each(counted)('%s refuses more arguments than %i', (word, most) => {
  const given = Array.from({ length: most + 1 }, () => script);
  const { code, message, name } = saidOf(word, given);
  const many = most === 0 ? 'no arguments' : most === 1 ? '1 argument' : `at most ${most} arguments`;
  expect([name, code]).toEqual(['TypeError', 'SPN536']);
  expect(message).toContain(`\`${word}\` takes ${many}, got ${most + 1}. `);
  // It is what it takes that is refused then, if anything is.
  expect(saidOf(word, given.slice(1)).code).not.toBe('SPN536');
});

test.each<[string, readonly unknown[], string]>([
  ['waitUntil', [() => true, 2000], 'For a time limit write `withTimeout(2000, waitUntil(…))`.'],
  ['this.waitSignal', ['x', 500], 'For a time limit write `this.withTimeout(500, this.waitSignal(…))`.'],
  ['waitFor', [script, undefined, 500], 'For a time limit write `withTimeout(500, waitFor(…))`.'],
  ['wait', [1, script], 'Write what comes after it below it: `wait(…); script();`.'],
  ['this.wait', [1, () => 1], 'Write what comes after it below it: `this.wait(…); f();`.'],
  ['random', [1, 6], 'For 1 to 6 write `1 + Math.floor(random() * 6)`.'],
  ['waitUntil', [() => true, 'never opened', 2000], 'For a time limit write `withTimeout(2000, waitUntil(…))`.'],
  ['waitUntil', [() => true, { timeout: 2000 }], 'For a time limit write `withTimeout(2000, waitUntil(…))`.'],
  ['waitFor', [Promise.resolve(), 100], 'For a time limit write `withTimeout(100, waitFor(…))`.'],
  ['waitFor', [abi.given({}), { timeout: 100 }], 'For a time limit write `withTimeout(100, waitFor(…))`.'],
  ['waitFor', [undefined, 100], 'got undefined. Is its name misspelled, or set later?'],
  ['waitFor', [held(), 'too late'], '`waitFor` takes 1 argument, got 2. Leave the last out.'],
  ['this.waitFor', [[], 100], 'For a time limit write `this.withTimeout(100, this.waitFor(…))`.'],
  ['currentThread', [1], '`currentThread` takes no arguments, got 1. Leave it out.'],
  ['clearSignal', ['x', 5], '`clearSignal` takes 1 argument, got 2. Leave the last out.'],
  ['wait', [1, 'x', []], '`wait` takes 1 argument, got 3. Leave the last 2 out.'],
  ['wait', [1, 0, [1]], 'As a callback write `(one) => …`.'],
  ['waitUntil', [() => true, 0, [1]], 'As a callback write `(one) => …`.'],
  ['random', [1, 0, [1]], 'As a callback write `(one) => …`.'],
])('%s(…%j) is shown as it is written', (word, args, mend) => {
  expect(saidOf(word, args).message).toMatch(new RegExp(`${mend.replaceAll(/[$()*+.?[\]^{|}]/g, '\\$&')}$`));
});

test('an argument too many that cannot be read is left out like any other', () => {
  expect(saidOf('waitUntil', [() => true, revoked({})]).message).toMatch(/Leave the last out\.$/);
});

test.each<[string, readonly unknown[], string]>([
  ['wait', [2 ** 53], 'wait expected milliseconds < 2^53, got 9007199254740992 (number).'],
  ['wait', [Infinity], 'wait expected milliseconds < 2^53, got Infinity (number).'],
  ['wait', [-1], 'wait expected milliseconds ≥ 0, got -1 (number).'],
  ['this.waitFrames', [2 ** 53], 'waitFrames expected a whole number of frames < 2^53, got 9007199254740992 (number).'],
  ['waitFrames', [1.5], 'waitFrames expected a whole number of frames ≥ 0, got 1.5 (number).'],
  ['every', [2 ** 53], 'every expected milliseconds < 2^53, got 9007199254740992 (number).'],
  [
    'withTimeout',
    [2 ** 53, script],
    'withTimeout expected milliseconds < 2^53 and a call, got 9007199254740992 (number).',
  ],
  ['tween', [2 ** 53, script], 'tween expected milliseconds < 2^53 and a function, got 9007199254740992 (number).'],
])('%s(…%j) names the bound that was passed', (word, args, message) => {
  expect(saidOf(word, args).message).toBe(message);
});

const room = new Scheduler({ onError: () => {} });
const driven = (options: object) => (): unknown => host.drive(room, { driver: 'interval', ...options });
const scaled = (scale: number) => (): unknown => (room.clock.scale = scale);

test.each<[string, () => unknown, string]>([
  ['intervalMs of 2 ** 31', driven({ intervalMs: 2 ** 31 }), 'intervalMs between 0 and 2^31, got 2147483648'],
  ['intervalMs of 2 ** 53', driven({ intervalMs: 2 ** 53 }), 'intervalMs between 0 and 2^31, got 9007199254740992'],
  ['intervalMs of 0', driven({ intervalMs: 0 }), 'intervalMs between 0 and 2^31, got 0'],
  ['catchUpMs of 2 ** 53', driven({ catchUpMs: 2 ** 53 }), 'catchUpMs < 2^53, got 9007199254740992'],
  ['catchUpMs of Infinity', driven({ catchUpMs: Infinity }), 'catchUpMs < 2^53, got Infinity'],
  ['catchUpMs of -1', driven({ catchUpMs: -1 }), 'catchUpMs ≥ 0, got -1'],
  ['scale of -1', scaled(-1), 'from 0 to 1000000000 times the speed of its scheduler, got -1'],
  ['scale of Infinity', scaled(Infinity), 'from 0 to 1000000000 times the speed of its scheduler, got Infinity'],
  ['priority of NaN', () => room.spawn(script, { priority: NaN }), 'a priority that is a number, got NaN'],
  ['seed of Infinity', () => new Scheduler({ seed: Infinity }), 'seed: a finite number, got Infinity'],
  ['queuedWarningMs of 0', () => new Scheduler({ queuedWarningMs: 0 }), 'queuedWarningMs: milliseconds > 0, got 0'],
  ['maxStepsPerTurn of 0', () => new Scheduler({ maxStepsPerTurn: 0 }), 'maxStepsPerTurn: a number > 0, got 0'],
  ['frameMs of -1', () => testing.runToEnd(room, { frameMs: -1 }), 'frameMs: milliseconds ≥ 0, got -1'],
  [
    'frameMs of 2 ** 53',
    () => testing.runToEnd(room, { frameMs: 2 ** 53 }),
    'frameMs: milliseconds < 2^53, got 9007199254740992',
  ],
  [
    'frameMs of a test',
    () => testOf('a', script, { frameMs: 2 ** 53 }),
    'scriptTest expected frameMs: milliseconds < 2^53',
  ],
  ['maxFrames of NaN', () => testing.runToEnd(room, { maxFrames: NaN }), 'maxFrames: a number of frames ≥ 0, got NaN'],
  [
    'maxFrames of a test',
    () => testOf('a', script, { maxFrames: NaN }),
    'scriptTest expected maxFrames: a number of frames ≥ 0',
  ],
  ['seed of a test', () => testOf('a', script, { seed: NaN }), 'scriptTest expected seed: a finite number, got NaN'],
  ['frame of 1.5', () => testing.at(1.5, script), 'a whole number of a frame ≥ 0, got 1.5'],
  [
    'frames of 2 ** 31 + 0.5',
    () => testing.at(2 ** 31 + 0.5, script),
    'a whole number of a frame ≥ 0, got 2147483648.5',
  ],
])('so does a %s', (_, act, message) => {
  expect(act).toThrow(message);
});
