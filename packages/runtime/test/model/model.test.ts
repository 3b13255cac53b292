import fc from 'fast-check';
import { crowd, isNightly, runs, seed } from './amount.js';
import { comparePrograms, maxFrames } from './compare.js';
import { missing } from './coverage.js';
import { drive, Player } from './drive.js';
import { number, type Program, programs, type Receiver, type Statement } from './program.js';
import { verify } from '../../src/testing.js';

// The nightly run takes minutes. A broken rule that lets a program wait for ever is found in one.
const limitMs = isNightly ? 3_600_000 : 60_000;

test(
  `${runs} random programs do on the runtime what the model says`,
  async () => {
    const { runs: done, seed: used, errors, late, reached } = await comparePrograms(runs, seed);
    if (process.env['MODEL_REPORT']) {
      process.stdout.write(
        `${done} programs agree, ${errors} errors reached somebody, ${late} joins came later, seed ${used}\n`,
      );
      const shares = [...reached]
        .sort((one, other) => other[1] - one[1])
        .map(([what, count]) => `${what} ${((count / runs) * 100).toFixed(1)} %`);
      process.stdout.write(`reached by: ${shares.join(', ')}\n`);
    }
    expect(done).toBe(runs);
    // A law that counts nothing holds always.
    if (runs >= 1000) expect([errors > 1.5 * runs, late > 0.015 * runs]).toEqual([true, true]);
    // A few programs say nothing about shares.
    expect(runs < 1000 ? [] : missing(reached, done)).toEqual([]);
  },
  limitMs,
);

describe('the same program twice', () => {
  test('random programs give the same trace, byte for byte', async () => {
    for (const program of fc.sample(programs(), { numRuns: 100, seed })) {
      expect(await drive(program, maxFrames)).toEqual(await drive(program, maxFrames));
    }
  }, 60_000);

  test(`so does one with ${crowd.threads} threads`, async () => {
    const program = merge(fc.sample(programs(), { numRuns: crowd.programs, seed: 7 }));
    const [once, again] = [await playCrowd(program), await playCrowd(program)];
    expect(once.threads).toBeGreaterThanOrEqual(crowd.threads);
    expect(once.trace === again.trace).toBe(true);
  }, 60_000);
});

/** Plays without the snapshots, which would be long. */
async function playCrowd(program: Program): Promise<{ threads: number; trace: string }> {
  const player = new Player(program, null, { isChecked: false });
  for (let frame = 0; frame < maxFrames; frame++) {
    if (frame > 0) player.passTime();
    await player.settleDue();
    await player.playRoots(frame);
  }
  verify(player.scheduler);
  player.log(player.snapshot());
  return { threads: player.threadCount, trace: player.lines.join('\n') };
}

/** One program out of many: each with actors of its own, all with the same signals, slots and counter. Nobody stops the clocks for all. */
function merge(parts: readonly Program[]): Program {
  const shift = (statement: Statement, by: number): Statement =>
    JSON.parse(JSON.stringify(statement), (key, value: Receiver | Statement) => {
      if (typeof value === 'object' && ['clock', 'closeAll'].includes(value?.do ?? '')) return { id: 0, do: 'log' };
      return (key === 'on' || key === 'owner') && typeof value === 'number' ? value + by : value;
    }) as Statement;
  const roots = parts.flatMap((program, index) =>
    program.roots.map(({ frame, body }) => ({ frame, body: body.map((statement) => shift(statement, index * 3)) })),
  );
  return number({ actors: parts.length * 3, firstSource: 0, library: 'asLibrary', roots });
}
