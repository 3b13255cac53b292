import * as runtime from '../src/index.js';
import { Scheduler, wait } from '../src/index.js';
import { $thread } from '../src/abi.js';
import { Stage } from './stage.js';
import { recordWarnings } from './warnings.js';
import { at, log, runToEnd, scriptTest, scriptTestWith, withScheduler } from '../src/testing.js';

const played = (plan: () => void): Promise<string[]> => {
  const lines: string[] = [];
  const { log: print } = console;
  console.log = (...values: unknown[]) => void lines.push(values.join(' '));
  const scheduler = new Scheduler();
  return withScheduler(scheduler, () => {
    plan();
    runToEnd(scheduler);
    return lines;
  }).finally(() => void (console.log = print));
};

describe('at', () => {
  test('makes its calls when their frame has been played, in order of frames, then of planning', async () => {
    const lines = await played(() => {
      at(3, () => log('third'));
      at(1, () => log('first'));
      at(3, () => log('last'));
      at(0, () => log('before the first frame'));
    });
    expect(lines).toEqual([
      '   0     0  before the first frame',
      '   1    16  first',
      '   3    48  third',
      '   3    48  last',
    ]);
  });

  test('makes a call that was planned too late after the next frame', async () => {
    const lines = await played(() => at(2, () => at(1, () => log('late'))));
    expect(lines).toEqual(['   3    48  late']);
  });

  test('is of the scheduler that plain calls use', async () => {
    const other = new Scheduler();
    const made: string[] = [];
    await played(() => other.enter(() => at(1, () => made.push('elsewhere'))));
    expect(made).toEqual([]);
    runToEnd(other);
    expect(made).toEqual(['elsewhere']);
  });
});

test('the columns of `log` stay apart, however large they are', async () => {
  const lines = await played(() => {
    const late = new Scheduler();
    for (let frame = 0; frame < 12_345; frame++) late.pulse(10);
    late.enter(() => log('late'));
  });
  expect(lines).toEqual(['12345 123450  late']);
});

describe('runToEnd', () => {
  const said = recordWarnings();
  const endless = (): Stage => {
    const stage = new Stage();
    const cloud = stage.actor('cloud');
    stage.play(() => cloud.walk(Infinity));
    return stage;
  };

  test('says which threads are left if it stops by itself', () => {
    const { scheduler } = endless();
    expect(runToEnd(scheduler)).toBe(10_000);
    expect(said).toEqual([
      '`runToEnd` stopped after 10,000 frames. Still live: walk of cloud. ' +
        'End what goes on for ever with `cancelAll`, or give `maxFrames`.',
    ]);
  });

  test('names five of them, and the calls that are planned for later', () => {
    const stage = new Stage();
    for (let i = 0; i < 6; i++)
      stage.play(
        stage.script(`wave${i}`, function* () {
          yield wait(1e9);
        }),
      );
    stage.scheduler.enter(() => at(20_000, () => {}));
    runToEnd(stage.scheduler);
    expect(said[0]).toContain('Still live: wave0, wave1, wave2, wave3, wave4 and 2 more. ');
    const planned = new Scheduler();
    planned.enter(() => at(20_000, () => {}));
    runToEnd(planned);
    expect(said[1]).toContain('Still live: at(20000, …). ');
  });

  test('says nothing if all have ended, or if `maxFrames` is given', () => {
    runToEnd(new Scheduler());
    expect(runToEnd(endless().scheduler, { maxFrames: 20 })).toBe(20);
    expect(said).toEqual([]);
  });
});

describe('scriptTest', () => {
  const warnings = recordWarnings();

  /** The script as a compiled function, and what the runner gets of its test. */
  const outcomeOf = async (
    script: (...args: never[]) => Generator,
    options?: Parameters<typeof scriptTest>[2],
  ): Promise<unknown> => {
    let run: () => Promise<void> = () => Promise.reject(new Error('no test'));
    scriptTestWith((_title, given) => (run = given))('a test', $thread(script as never) as never, options);
    return run().then(
      () => 'passed',
      (error: Error) => error,
    );
  };

  const frames = function* (scheduler: Scheduler): Generator {
    yield runtime.waitFrames(3);
    expect(scheduler.clock.frame).toBe(4);
  };

  test('plays frames until the script has ended', async () => {
    expect(await outcomeOf(frames)).toBe('passed');
    expect(await outcomeOf(frames, { maxFrames: 4 })).toBe('passed');
  });

  test('fails if it has not ended in time, and says what it waits for', async () => {
    expect(await outcomeOf(frames, { maxFrames: 3 })).toMatchObject({
      code: 'SPN528',
      message: expect.stringMatching(/"a test" has not ended after 3 frames\..*:\n#1 a test.*waitFrames\(3\)/),
    });
  });

  test('which has not ended names a signal that was sent on another scheduler', async () => {
    const other = new Scheduler();
    const waits = (names: readonly string[]) =>
      function* (scheduler: Scheduler): Generator {
        scheduler.signal('mine');
        names.forEach((name) => other.signal(name));
        yield runtime.race(runtime.waitSignal.bind(null, 'key'), runtime.waitSignal.bind(null, 'mine'));
      };
    const outcome = (await outcomeOf(waits(['key', 'key', 'bell']), { maxFrames: 3 })) as Error;
    expect(outcome.message.split('\n').filter((line) => line.includes('scheduler'))).toEqual([
      '`key` was sent on another scheduler: inside a script use `signal("key")`.',
    ]);
    const again = (await outcomeOf(waits([]), { maxFrames: 3 })) as Error;
    expect(again.message).not.toContain('another scheduler');
  });

  test('fails with the error of the script, and of a thread that nobody joins', async () => {
    const wrong = $thread(function* walk() {
      yield runtime.wait(16);
      throw new Error('a wall');
    });
    const direct = (await outcomeOf(function* () {
      yield wrong();
    })) as Error;
    expect(direct.message).toBe('a wall');
    expect(direct.stack).toContain('in the script: walk() -> ');
    const beside = await outcomeOf(function* () {
      runtime.start(wrong as never);
      yield runtime.wait(1000);
    });
    expect(beside).toMatchObject({ message: 'a wall' });
  });

  test('Promises and planned calls go on between its frames, and others threads end with it', async () => {
    const seen: unknown[] = [];
    let other: { readonly status: string } | undefined;
    const outcome = await outcomeOf(function* (scheduler: Scheduler) {
      other = scheduler.spawn(
        $thread(function* () {
          yield runtime.wait(1e9);
        }),
      );
      at(2, () => seen.push(scheduler.clock.frame));
      seen.push(yield runtime.waitFor(Promise.resolve().then(() => 'settled')));
      yield runtime.waitFrames(3);
    } as never);
    expect([outcome, seen, other!.status]).toEqual(['passed', [2, 'settled'], 'cancelled']);
  });

  test('fails if the script is cancelled, as it waits for one that is', async () => {
    const outcome = await outcomeOf(function* () {
      const other = runtime.start(
        $thread(function* nap() {
          yield runtime.wait(1000);
        }),
      );
      at(2, () => other.cancel('by the player'));
      yield runtime.waitFor(other);
    });
    expect(outcome).toMatchObject({ code: 'SPN505', message: expect.stringContaining('by the player') });
    expect(warnings).toEqual([expect.stringContaining('`a test` ended with what it waited for: `nap` was cancelled')]);
  });

  test('runs on virtual time of its own, with the seed that is given', async () => {
    const numbers: unknown[] = [];
    const draw = function* (): Generator {
      numbers.push(runtime.random());
      yield runtime.wait(20);
      numbers.push(runtime.clock.now);
    };
    await outcomeOf(draw, { seed: 3, frameMs: 10 });
    await outcomeOf(draw, { seed: 3, frameMs: 10 });
    expect(numbers[0]).toBe(numbers[2]);
    expect(numbers[1]).toBe(30);
  });

  test('a runner without a global `test`, and wrong arguments, are told', () => {
    const host = globalThis as { test?: unknown };
    const { test: own } = host;
    try {
      host.test = undefined;
      expect(() => scriptTest('a', () => 1)).toThrow('scriptTestWith(test)');
      expect(() => scriptTest.only('a', () => 1)).toThrow('There is no global `test.only`');
    } finally {
      host.test = own;
    }
    expect(() => scriptTest('a', 3 as never)).toThrow('scriptTest expected a title and a script, got 3');
    expect(() => scriptTest('a', () => 1, { frames: 3 } as object)).toThrow('frames');
  });
});

scriptTest('is a test of this very file', () => 'at once');
