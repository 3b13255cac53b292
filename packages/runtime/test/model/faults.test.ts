import { oneIn } from './amount.js';
import { maxFrames } from './compare.js';
import { faultsOf, observe, whatIsWrong } from './faults.js';
import { model } from './model.js';
import { scenes, waits } from './scenes.js';

describe('a throw, a cancel or the owner’s end, at every point', () => {
  test.each(Object.entries(scenes))(
    '%s',
    async (_name, scene) => {
      const all = faultsOf(await observe(scene));
      expect(all.length).toBeGreaterThan(30);
      for (const fault of all.filter((_, index) => index % oneIn === 0))
        expect(await whatIsWrong(scene, fault)).toBeNull();
    },
    60_000,
  );
});

describe('some scene is cut off in every wait of the design', () => {
  const found = new Set<string>();
  beforeAll(async () => {
    for (const scene of Object.values(scenes)) {
      for (const what of (await observe(scene)).frames.flat()) found.add(what);
      for (const what of model(scene, maxFrames).reached) found.add(what);
    }
  });

  test.each(Object.entries(waits))('%s', (_row, needed) => {
    expect(needed.filter((what) => !found.has(what))).toEqual([]);
  });
});
