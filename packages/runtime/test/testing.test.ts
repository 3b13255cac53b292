import { Scheduler } from '../src/index.js';
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
