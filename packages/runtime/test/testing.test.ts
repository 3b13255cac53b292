import { Scheduler, wait } from '../src/index.js';
import { Stage } from './stage.js';
import { recordWarnings } from './warnings.js';
import { at, log, runToEnd, withScheduler } from '../src/testing.js';

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
