import { $methods, $thread, outside } from '../../src/abi.js';
import { type Thread, wait, waitFrames } from '../../src/index.js';
import { MANY_CALLS, turn } from '../../src/execution/turn-state.js';
import { verify } from '../../src/testing.js';
import { Actor, Stage } from '../stage.js';
import { type Dive, diveOfStep, entryOfDive, type Through } from './dive-scripts.js';

/** `diveOfStep` as a generator. */
const diveOfGenerator = (bottom: () => unknown, through: Through | undefined, next: () => Dive): Dive =>
  $thread(
    function* (depth: number): any {
      if (depth === 0) return yield bottom();
      return (through === undefined ? yield next()(depth - 1) : yield through(next(), depth - 1)) + 1;
    } as never,
    'dive(1)',
  ) as never;

const FORMS = [
  'generators',
  'steps',
  'generators and steps',
  'steps with entries',
  'generators and entries',
  'steps and entries',
];

/** A function that calls itself `depth` deep: a generator, a step, one with an entry, or one of each in turns. */
function makeDive(form: string, bottom: () => unknown, through?: Through): Dive {
  const make = (one: string, next: () => Dive): Dive =>
    one.startsWith('generators')
      ? diveOfGenerator(bottom, through, next)
      : diveOfStep(bottom, through, next, one.endsWith('entries') ? entryOfDive : undefined);
  const [one, other = one] = form.split(' and ') as [string, string?];
  const first: Dive = make(one, () => second);
  const second = make(other, () => first);
  return first;
}

describe.each(FORMS)('calls that do not wait, of %s', (form) => {
  const diver = (bottom: () => unknown = () => 0, through?: Through): Dive => makeDive(form, bottom, through);
  let stage: Stage;
  beforeEach(() => {
    stage = new Stage();
  });
  afterEach(() => verify(stage.scheduler));

  test('are as deep as plain ones: from plain code, in a thread, after a wait, in a loop', () => {
    const dive = diver();
    expect(stage.play(() => dive(5000))).toBe(5000);
    expect(stage.play(() => dive(11_000))).toBe(11_000);
    const script = stage.script('script', function* (): any {
      stage.log(`${yield dive(5000)}`);
      for (let i = 0; i < 4; i++) {
        yield i < 2 ? wait(10) : waitFrames(1);
        stage.log(`${(yield dive(5000)) + (yield dive(2000))}`);
      }
    });
    const thread: Thread = stage.play(script);
    stage.finish();
    expect(thread.status).toBe('done');
    expect(stage.lines).toEqual(['0 5000', '1 7000', '2 7000', '3 7000', '4 7000']);
  });

  test('end in one turn, and nobody else has one', () => {
    const dive = diver(() => stage.log('at the bottom'));
    const other = stage.script('other', function* () {
      for (;;) {
        yield wait(10);
        stage.log('other');
      }
    });
    const thread: Thread = stage.play(other);
    stage.play(() => dive(5000));
    stage.log('back');
    thread.cancel();
    expect(stage.lines).toEqual(['0 at the bottom', '0 back']);
  });

  test('hold their owner from start to end', () => {
    class Diver extends Actor {
      static {
        $methods(this.prototype, { dive: 'Diver.dive(1)' });
      }
      *dive(depth: number): any {
        if (depth === 0) outside(() => this.jump());
        return depth === 0 ? 0 : (yield this.dive(depth - 1)) + 1;
      }
    }
    const seen = (depth: number): string[] => {
      stage = new Stage();
      const diving = new Diver('hero', stage.log);
      expect(stage.play(() => diving.dive(depth))).toBe(depth);
      stage.log('back');
      stage.finish();
      return stage.lines;
    };
    expect(seen(3000)).toEqual(seen(30));
  });

  test('may wait at the bottom', () => {
    const dive = diver(() => wait(20));
    const thread: Thread = stage.play(() => dive(3000));
    expect(thread.waitingFor).toBe('wait(20), since frame 0');
    expect(thread.trace().split(' -> ')).toHaveLength(3001);
    stage.finish();
    expect(thread.status).toBe('done');
  });

  test('are unwound by an error up to who catches it', () => {
    const order: string[] = [];
    const dive: (depth: number) => any = $thread(
      function* (depth: number): any {
        try {
          if (depth === 0) throw new Error('too deep');
          return yield dive(depth - 1);
        } catch (error) {
          if (depth !== 2000) throw error;
          order.push('caught');
          return 'up';
        } finally {
          if (depth % 1000 === 0) order.push(`finally ${depth}`);
        }
      } as never,
      'dive(1)',
    ) as never;
    expect(stage.play(() => dive(4000))).toBe('up');
    expect(order).toEqual(['finally 0', 'finally 1000', 'caught', 'finally 2000', 'finally 3000', 'finally 4000']);
  });

  test('without an end are the usual RangeError', () => {
    let calls = 0;
    const endless: () => any = $thread(
      function* (): any {
        calls++;
        yield endless();
      } as never,
      'endless(0)',
    ) as never;
    expect(() => stage.play(endless)).toThrow(new RangeError('Maximum call stack size exceeded'));
    expect(calls).toBeGreaterThan(12_000);
    expect(calls).toBeLessThan(20_000);
    expect(stage.scheduler.live.size).toBe(0);
    expect(stage.play(() => diver()(3000))).toBe(3000);
  });

  /** Calls that go through something that is not compiled, so that no pause may come out of them. */
  const ways: [string, Through][] = [
    ['a plain function', (call, depth) => call(depth)],
    [
      'a plain function that has the name of one of the runtime',
      function pausing(call, depth) {
        return call(depth);
      },
    ],
    ['a native function', (call, depth) => [depth].map(call)[0]],
    ['a getter', (call, depth) => Object.create(null, { value: { get: () => call(depth) } }).value],
    [
      'a generator that is not compiled',
      (call, depth) => {
        const steps = (function* () {
          yield call(depth) + 0;
        })();
        return steps.next().value;
      },
    ],
    [
      'an iterator',
      (call, depth) => {
        const [value] = (function* () {
          yield call(depth) + 0;
        })();
        return value;
      },
    ],
  ];
  test.each(ways)('are as deep as the native stack through %s', (_name, through) => {
    const dive = diver(() => 0, through);
    // Some more than stand there before one is looked at. An engine that has not run them before has room for some 840.
    expect(stage.play(() => dive(720))).toBe(720);
  });

  test.each(ways)('wait for nobody where %s stands once among them', (_name, through) => {
    let isFirst = true;
    const dive: (depth: number) => any = diver(() => {
      if (!isFirst) return 0;
      isFirst = false;
      return (through(dive, 500) as number) + 1000;
    });
    expect(stage.play(() => dive(400))).toBe(1900);
  });

  test('wait for nobody where a thread was started with plain code around them', () => {
    const dive = diver();
    const seen: unknown[] = [];
    stage.scheduler.spawn(() => {
      seen.push(dive(900));
    });
    stage.finish();
    expect(seen).toEqual([900]);
  });

  test('are as deep as plain ones where a thread was started with their function', () => {
    const dive = diver();
    const thread = stage.scheduler.spawn(dive as never, { args: [5000] });
    stage.finish();
    expect(thread.result).toBe(5000);
  });

  test('are as deep as before where calls through plain code have overflowed', () => {
    const dive = diver();
    const endless = diver(
      () => 0,
      (call, depth) => call(depth),
    );
    const overflows = stage.script('overflows', function* (): any {
      try {
        stage.log(`${yield endless(100_000)}`);
      } catch (error) {
        stage.log((error as Error).name);
      }
    });
    const again = stage.script('again', function* (): any {
      for (let i = 0; i < 2; i++) {
        yield waitFrames(1);
        yield overflows();
      }
    });
    const other = stage.script('other', function* (): any {
      for (let i = 0; i < 2; i++) {
        yield waitFrames(1);
        stage.log(`${yield dive(9000)}`);
      }
    });
    stage.play(again);
    stage.play(other);
    stage.finish();
    expect(stage.lines).toEqual(['1 RangeError', '1 9000', '2 RangeError', '2 9000']);
    expect(turn).toMatchObject({ depth: 0, freeDepth: MANY_CALLS });
  });

  test('leave the settings of the engine as they were', () => {
    const errors = Error as { stackTraceLimit: number; prepareStackTrace?: unknown };
    const { stackTraceLimit, prepareStackTrace } = errors;
    try {
      errors.stackTraceLimit = 3;
      expect(stage.play(() => diver()(5000))).toBe(5000);
      expect(errors.stackTraceLimit).toBe(3);
      errors.prepareStackTrace = () => {
        throw new Error('no stack');
      };
      expect(stage.play(() => diver()(900))).toBe(900);
      expect(errors.stackTraceLimit).toBe(3);
    } finally {
      errors.stackTraceLimit = stackTraceLimit;
      errors.prepareStackTrace = prepareStackTrace;
    }
  });
});
