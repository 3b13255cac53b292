import fc from 'fast-check';
import { compileProgram } from './output.js';
import { writeProgram } from './program.js';
import { inFrames, type Mode, type Run, runProgram, stressed, waiting } from './runs.js';
import { differenceOf } from './surroundings.js';
import { programTrees } from './tree.js';

async function run(source: string, mode: Mode, keepsAll: boolean): Promise<{ code: string; result: Run }> {
  const isRequiring = source.includes('require(');
  const { code, fault } = compileProgram(source, { ...mode.compile, isRequiring, keepsAll });
  expect(fault).toBeUndefined();
  return { code, result: await runProgram(code, mode) };
}

test('3 random programs do the same where every variable is kept at every pause', async () => {
  let shorter = 0;
  for (const tree of fc.sample(programTrees, { numRuns: 3, seed: 20261124 })) {
    const source = writeProgram(tree);
    for (const mode of [waiting, stressed].map(inFrames)) {
      const kept = await run(source, mode, true);
      const live = await run(source, mode, false);
      expect(differenceOf(kept.result, live.result)).toBeUndefined();
      expect(live.result.frames).toBe(kept.result.frames);
      if (live.code.length < kept.code.length) shorter++;
    }
  }
  expect(shorter).toBeGreaterThan(4);
}, 600_000);
