/** The words that wait in their middle have another form where saves are on (src/words/frames.ts): programs do the same with it. */
/* oxlint-disable import/no-unassigned-import -- they do it as they are imported */
import '../../src/words/frames.js';
import { isNightly, oneIn, runs, seed } from './amount.js';
import { comparePrograms } from './compare.js';
import { faultsOf, observe, whatIsWrong } from './faults.js';
import { scenes } from './scenes.js';
import { compareSkips } from './skips.js';

const limitMs = isNightly ? 3_600_000 : 60_000;
const some = Math.ceil(runs / (isNightly ? 4 : 8));

test(
  `${some} random programs do what the model says`,
  async () => {
    expect((await comparePrograms(some, seed + 2)).runs).toBe(some);
    expect(compareSkips(some, seed + 2)).toBeGreaterThan(0.5 * some);
  },
  limitMs,
);

test(
  'a throw, a cancel or the owner’s end, at points of each scene',
  async () => {
    for (const scene of Object.values(scenes)) {
      const faults = faultsOf(await observe(scene)).filter((_, index) => index % (oneIn * 8) === 0);
      for (const fault of faults) expect(await whatIsWrong(scene, fault)).toBeNull();
    }
  },
  limitMs,
);
