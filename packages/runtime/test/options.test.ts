import { $thread } from '../src/abi.js';
import {
  all,
  attach,
  Clock,
  currentThread,
  race,
  Scheduler,
  signal,
  start,
  type Thread,
  tracks,
  wait,
  waitForEvent,
  waitUntil,
  withClock,
} from '../src/index.js';
import {
  checkBoolean,
  checkFunction,
  checkFunctionOption,
  checkName,
  checkNumber,
  checkOptions,
  checkReceiver,
} from '../src/arguments.js';
import { skippable } from '../src/scenes.js';
import { ScriptHost } from '../src/host.js';
import { randomOf } from '../src/scheduling/random.js';
import { recorder, replay } from '../src/replay.js';
import { verify } from '../src/testing.js';

const scheduler = new Scheduler();
const script = (): void => undefined;
const slip = (options: object): never => options as never;
/** What a script throws when it calls `fn`. */
const inThread = (fn: () => unknown): void => {
  let thrown: unknown;
  const run = (): void => {
    try {
      fn();
    } catch (error) {
      thrown = error;
    }
  };
  scheduler.enter(() => start(run));
  throw thrown;
};
const log = new Scheduler({ inbox: recorder() }).record();

test.each([
  [
    'new Scheduler',
    (options: object) => new Scheduler(slip(options)),
    'onError, seed, maxStepsPerTurn, inbox, order, warnings, queuedWarningMs, identity',
  ],
  ['spawn', (options: object) => scheduler.spawn(script, slip(options)), 'owner, priority, args, name'],
  ['start', (options: object) => scheduler.enter(() => start(script, slip(options))), 'owner, priority, name'],
  ['attach', (options: object) => inThread(() => attach(script, slip(options))), 'owner, priority, name'],
  ['signal', (options: object) => scheduler.enter(() => signal('a', 1, slip(options))), 'sticky'],
  [
    'waitForEvent',
    (options: object) => inThread(() => void waitForEvent(new EventTarget(), 'a', slip(options))),
    'filter, timeout',
  ],
  ['define', (options: object) => new ScriptHost(scheduler).define('a', script, slip(options)), 'owner, priority'],
  ['recorder', (options: object) => recorder(slip(options)), 'encode'],
  ['replay', (options: object) => replay(log, script, slip(options)), 'calls, decode, encode, onError, then'],
  ['skippable', (options: object) => inThread(() => skippable(script, slip(options))), 'by, skipPatienceMs'],
])('%s refuses an option that it does not know, and what is no object', (name, call, known) => {
  const expected = `${name} expected options among ${known}, got `;
  expect(() => call({ prioritty: 1 })).toThrow(`${expected}"prioritty" (string).`);
  expect(() => call(null as never)).toThrow(`${expected}null.`);
  expect(scheduler.live.size).toBe(0);
});

describe('seeds', () => {
  const drawn = (seed: number): number[] => {
    const random = randomOf(new Scheduler({ seed }));
    return [random.draw(), random.draw()];
  };

  test('of fractions and of more than 32 bits give numbers of their own', () => {
    const seeds = [0, 0.2, 0.9, -0.2, 2 ** 32, 2 ** 33, 2 ** 32 + 0.5, -(2 ** 40), 1_700_000_000_000, 1e300];
    expect(new Set(seeds.map((seed) => drawn(seed).join())).size).toBe(seeds.length);
  });

  test('of 32 bits give the numbers that they always gave', () => {
    expect(drawn(1)).toEqual([0.6270739405881613, 0.002735721180215478]);
    expect(drawn(0xdeadbeef)).toEqual(drawn(0xdeadbeef | 0));
    expect([-5, 0, 7, 2 ** 31].map((seed) => randomOf(new Scheduler({ seed })).state)).toEqual([-5, 0, 7, -(2 ** 31)]);
  });
});

describe('a wrong value in a message', () => {
  const said = (seed: unknown): string => {
    try {
      return new Scheduler({ seed: seed as number }).dump();
    } catch (error) {
      return (error as Error).message;
    }
  };
  const trap = (): never => {
    throw new Error('a trap');
  };
  const revoked = <T extends object>(target: T): T => {
    const { proxy, revoke } = Proxy.revocable(target, {});
    revoke();
    return proxy;
  };

  test.each([
    ['an object that cannot be read (object)', new Proxy({}, { get: trap })],
    ['an object that cannot be read (object)', revoked({})],
    ['anonymous (function)', revoked(() => 1)],
    ['an object that cannot be read (object)', Object.defineProperty({}, 'constructor', { get: trap })],
    ['an object (object)', { constructor: { name: Symbol('odd') } }],
    [
      'anonymous (function)',
      // oxlint-disable-next-line typescript/no-extraneous-class -- what it is about
      class {
        static readonly name = 5;
      },
    ],
    ['Symbol(odd) (symbol)', Symbol('odd')],
    [`"${'x'.repeat(78)}… (string)`, 'x'.repeat(1000)],
  ])('is %s and throws nothing', (shown, value) => {
    expect(said(value)).toContain(`got ${shown}.`);
  });

  test('is no name of a thread, and what a function is called need not be a text', () => {
    expect(() => scheduler.spawn(script, { name: Symbol('odd') as never })).toThrow(
      'spawn expected a name that is a text, got Symbol(odd) (symbol).',
    );
    const room = new Scheduler();
    room.spawn(Object.defineProperty(() => undefined, 'name', { value: Symbol('odd') }));
    room.spawn(revoked(() => undefined));
    expect(room.dump()).toBe('#1 script, priority 0, ready\n#2 script, priority 0, ready');
    room.cancelAll(revoked({}));
    verify(room);
  });
});

test('waitUntil refuses a frame that never comes, in a loop of frame-waits too', () => {
  expect(() => inThread(() => waitUntil(Infinity))).toThrow(
    'waitUntil expected a frame number or a predicate, got Infinity (number).',
  );
});

test('withClock called by plain code starts a thread on that clock, and refuses what is no clock there too', () => {
  const room = new Scheduler();
  const slow = new Clock(room.clock);
  slow.scale = 0.5;
  const clockOf = (): unknown => currentThread()?.clock;
  expect(room.enter(() => withClock(slow, clockOf))).toBe(slow);
  expect(() => room.enter(() => withClock({} as never, clockOf))).toThrow('withClock expected a clock and a function');
});

test('a call on a revoked Proxy runs, as the plain function would', () => {
  const room = new Scheduler();
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const walk = $thread(function* (this: unknown): any {
    yield wait(5);
    return typeof this;
  }, 'walk(0)') as unknown as (this: object) => Thread;
  const walking = room.enter(() => walk.call(proxy));
  expect(room.dump()).toBe('#1 walk of object, priority 0, sleeping: wait(5), since frame 0');
  room.pulse(5);
  expect(walking.result).toBe('object');
});

test('what is known of a compiled function is checked where it is written by hand', () => {
  expect(() => $thread(function* () {}, 5 as never)).toThrow(
    '$thread expected the text of a function, got 5 (number).',
  );
});

test.each([
  ['all', (): unknown => all(() => wait(5), 5)],
  ['race', (): unknown => race(() => wait(5), 5)],
  ['tracks', (): unknown => tracks({ a: () => wait(5), b: 5 })],
])('%s starts none of its calls if one of them is none', (word, call) => {
  expect(() => inThread(call)).toThrow(`${word} expected calls, functions, threads or promises, got 5 (number).`);
  expect(scheduler.threads).toEqual([]);
});

describe('options that are right', () => {
  const names = ['Error', 'TypeError', 'RangeError'] as const;
  const engine = { Error, TypeError, RangeError };
  let made: unknown[] = [];
  beforeEach(() => {
    made = [];
    names.forEach((name) => {
      const construct = (target: ErrorConstructor, args: unknown[], as: Function): object => {
        made.push(args[0]);
        return Reflect.construct(target, args, as) as object;
      };
      // Without `new` as well.
      const apply = (target: ErrorConstructor, _self: unknown, args: unknown[]): object =>
        construct(target, args, target);
      (globalThis as Record<string, unknown>)[name] = new Proxy(engine[name], { construct, apply });
    });
  });
  afterEach(() => {
    Object.assign(globalThis, engine);
  });

  const nothing = (): void => {};
  const never = (): void => {
    throw new Error('not called');
  };

  test.each<[string, (one: Scheduler) => unknown]>([
    ['a scheduler', () => new Scheduler({ onError: never, seed: 2, maxStepsPerTurn: 100, warnings: false })],
    ['spawn', (one) => one.spawn(nothing, { owner: {}, priority: 1, name: 'one', args: [] })],
    ['start', (one) => one.enter(() => start(nothing, { owner: {}, priority: 1, name: 'one' }))],
    ['a signal', (one) => one.signal('over', 1, { sticky: true })],
    ['cancel', (one) => one.spawn(nothing).cancel({ reason: 'over' })],
    ['a pulse', (one) => one.pulse(10)],
  ])('make no error: %s', (_what, use) => {
    use(new Scheduler());
    expect(made).toEqual([]);
  });

  test('make no part of its text', () => {
    /** Notes that somebody asks what it is as text, as a part of an error would be. */
    const asked: string[] = [];
    const noted = (text: string): string =>
      ({
        toString: () => {
          asked.push(text);
          return text;
        },
      }) as unknown as string;
    const known = ['owner', 'priority'];
    known.join = () => {
      asked.push('known');
      return 'known';
    };
    checkOptions(noted('word'), { owner: {} }, known);
    checkNumber(noted('word'), noted('expected'), 1, () => true);
    checkBoolean(noted('word'), noted('expected'), true);
    checkName(noted('word'), noted('expected'), 'one');
    checkFunction(noted('word'), noted('expected'), nothing);
    checkFunctionOption(noted('word'), noted('option'), nothing);
    checkFunctionOption(noted('word'), noted('option'), undefined);
    checkReceiver(noted('word'), nothing);
    expect(asked).toEqual([]);
    expect(() => checkOptions('word', { prioritty: 1 }, known)).toThrow('word expected options among known, got');
    expect(asked).toEqual(['known']);
  });

  test('and wrong ones make the one that is thrown', () => {
    expect(() => scheduler.spawn(nothing, { name: 1 } as never)).toThrow('a name that is a text');
    expect(made).toHaveLength(1);
  });
});
