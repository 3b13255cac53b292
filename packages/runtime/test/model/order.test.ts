/** Random programs in other orders than the usual one. */
import fc from 'fast-check';
import { Scheduler } from '../../src/index.js';
import { Order } from '../../src/scheduling/order.js';
import { shuffledBy } from '../../src/testing.js';
import { isNightly, runs, seed } from './amount.js';
import { maxFrames } from './compare.js';
import { Player } from './drive.js';
import { model } from './model.js';
import { type Program, programs } from './program.js';

/** The invariants of the runtime are checked after each pulse. */
async function playIn(order: Order, program: Program): Promise<string[]> {
  const player = new Player(program, null, { scheduler: new Scheduler({ warnings: false, order }) });
  await player.run(maxFrames);
  return player.lines;
}

test(
  'random programs do in the usual order, made of no difference, what the model says',
  async () => {
    const property = fc.asyncProperty(programs(), async (program) => {
      expect((await playIn(shuffledBy(''), program)).join('\n')).toBe(model(program, maxFrames, null).trace.join('\n'));
    });
    await fc.assert(property, { numRuns: Math.ceil(runs / 8), seed });
  },
  isNightly ? 3_600_000 : 60_000,
);

test(
  'a seed gives one trace, the differences that it has made give the same, and other seeds give others',
  async () => {
    let others = 0;
    const property = fc.asyncProperty(programs(), fc.integer(), async (program, from) => {
      const made: string[] = [];
      const lines = await playIn(new Order(from, made), program);
      expect(await playIn(shuffledBy(made.join(' ')), program)).toEqual(lines);
      if (lines.join() !== (await playIn(shuffledBy(from + 1), program)).join()) others++;
    });
    await fc.assert(property, { numRuns: Math.ceil(runs / 8), seed });
    expect(others).toBeGreaterThan(runs / 160);
  },
  isNightly ? 3_600_000 : 60_000,
);
