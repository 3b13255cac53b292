import { oneIn, runs as allRuns, seed } from './amount.js';
import { scenes } from './scenes.js';
import { compareSkips, playScene, reportOf, sceneOf } from './skips.js';

const runs = allRuns / 4;

test('a scene that is skipped is the scene that was watched, line by line, with its frames and times', () => {
  // Some stop their own clock.
  expect(compareSkips(runs, seed)).toBeGreaterThan(0.8 * runs);
}, 600_000);

describe('a throw, a cancel or the owner’s end at every point of a scene that is skipped', () => {
  test.each(Object.entries(scenes))(
    '%s',
    (_name, made) => {
      const program = sceneOf(made);
      const { moments } = playScene(program, Infinity);
      for (const [index, live] of moments.entries()) {
        if (index % oneIn !== 0) continue;
        const [at, after] = [index + 1, 1 + (Math.floor(index / oneIn) % 3)];
        expect(reportOf(program, after, { how: 'throw', at })).toBeNull();
        for (let thread = 0; thread < live; thread++) {
          const how = (Math.floor(index / oneIn) + thread) % 2 === 0 ? 'cancel' : 'close';
          expect(reportOf(program, after, { how, at, thread })).toBeNull();
        }
      }
    },
    60_000,
  );
});
