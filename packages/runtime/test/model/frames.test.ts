/**
 * What the other tests of this folder play, compiled by the plugin: as frames, or mixed with compiled generators. Each trace is
 * that of the model, or that of the program that is written by hand.
 */
import fc from 'fast-check';
import { recordWarnings } from '../warnings.js';
import { compiledDepth, compiledRuns, isNightly, oneIn, seed } from './amount.js';
import { comparePrograms } from './compare.js';
import { asFrames, builds } from './compiled.js';
import { faultsOf, observe, whatIsWrong } from './faults.js';
import { goesOn } from './lives.js';
import { programs } from './program.js';
import { scenes } from './scenes.js';
import { compareSkips } from './skips.js';
import { Turns } from './turns.js';

const limitMs = isNightly ? 3_600_000 : 60_000;
const others = Math.ceil(compiledRuns / 5);

test(
  `${compiledRuns} random programs do what the model says`,
  async () => {
    // Of the few programs of `npm test`, one of this seed has a hot turn.
    const { runs } = await comparePrograms(compiledRuns, seed + 1, { builds, depth: compiledDepth });
    expect(runs).toBe(compiledRuns);
    // A law that counts nothing holds always.
    expect(Turns.hot).toBeGreaterThan(compiledRuns / 10);
  },
  limitMs,
);

test(
  'a throw, a cancel or the owner’s end, at every point of each scene',
  async () => {
    // To compile a scene takes longer than to play it.
    const some = Object.values(scenes).filter((_, index) => index % oneIn === 0);
    for (const scene of some) {
      const faults = faultsOf(await observe(scene)).filter((_, index) => index % oneIn ** 3 === 0);
      for (const fault of faults) expect(await whatIsWrong(scene, fault, asFrames)).toBeNull();
    }
  },
  limitMs,
);

test(
  'a scene that is skipped is the scene that was watched',
  () => {
    expect(compareSkips(others, seed, builds)).toBeGreaterThan(0.5 * others);
  },
  limitMs,
);

describe('replayed, then live', () => {
  recordWarnings();

  test(
    'random programs that are stopped at any frame, replayed and gone on with',
    async () => {
      const both = fc.tuple(builds, builds);
      const property = fc.asyncProperty(programs(compiledDepth), fc.nat(12), both, async (program, frame, how) => {
        await goesOn(program, frame, how);
      });
      const { counterexample, errorInstance } = await fc.check(property, { numRuns: others, seed });
      expect(counterexample === null ? null : String(errorInstance)).toBeNull();
    },
    limitMs,
  );
});
