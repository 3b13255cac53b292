/** A night in a museum that depends on luck. */
import { Scheduler } from '@spindle/runtime';
import { runToEnd, scriptProperty, shuffledBy } from '@spindle/runtime/testing';
import fc from 'fast-check';
import { type Change, loadPiece, targets } from './disturb.js';
import { expectNothingLeft } from './frames.js';

const theMaskIsGone = 'in the morning the mask is gone';

/** Who takes over has the keys first, and speaks then. */
const mend: Change = [
  `    this.tell(\`good night, \${other.name}\`);
    this.keys = desk.keys;
    desk.keys = null;
`,
  `    this.keys = desk.keys;
    desk.keys = null;
    this.tell(\`good night, \${other.name}\`);
`,
];

/** What was wrong in a night. */
function endOf(night: () => void, order?: number | string): string[] {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const scheduler = new Scheduler({ seed: 1, onError, ...(order !== undefined && { order: shuffledBy(order) }) });
  scheduler.spawn(night);
  runToEnd(scheduler, { maxFrames: 600 });
  expectNothingLeft(scheduler);
  return errors.map((error) => (error as Error).message);
}

describe.each(targets)('a night in a museum, %s', (target) => {
  const { night } = loadPiece('museum', target);
  const { night: mended } = loadPiece('museum', target, mend);
  const search = (script: () => void): Promise<fc.RunDetails<unknown>> =>
    fc.check(scriptProperty(fc, script) as fc.IAsyncProperty<unknown>, { seed: 3, numRuns: 20 });

  test('in the usual order the thief does not get out', () => {
    expect(endOf(night)).toEqual([]);
  });

  test('an order in which he does is found, and made small: who speaks first in frame 16', async () => {
    const { failed, counterexample, errorInstance } = await search(night);
    expect([failed, String(counterexample)]).toEqual([true, 'shuffledBy("16:turns:0+3 16:turns:1+1 16:turns:2+1")']);
    expect(errorInstance).toMatchObject({ code: 'SPN539', cause: { message: theMaskIsGone } });
  });

  test('with the mend he does not get out in any of these orders', async () => {
    const seeds = [108, 126, 152, 181];
    expect(seeds.map((seed) => endOf(night, seed))).toEqual(seeds.map(() => [theMaskIsGone]));
    expect(seeds.map((seed) => endOf(mended, seed))).toEqual(seeds.map(() => []));
    expect((await search(mended)).failed).toBe(false);
  });
});
