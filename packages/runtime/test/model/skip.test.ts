import fc from 'fast-check';
import { oneIn, runs as allRuns, seed } from './amount.js';
import { type Fault, print, type Program, programs } from './program.js';
import { scenes } from './scenes.js';
import { difference, playScene, sceneOf } from './skips.js';

const runs = allRuns / 4;

const reportOf = (program: Program, after: number, fault: Fault | null): string | null => {
  const differs = difference(playScene(program, Infinity, fault), playScene(program, after, fault));
  return differs && `after ${after}, fault ${JSON.stringify(fault)}\n${print(program)}\n${differs}`;
};

test('a scene that is skipped is the scene that was watched, line by line, with its frames and times', () => {
  let skipped = 0;
  const fault = fc.option(
    fc.record({
      how: fc.constantFrom('throw', 'cancel', 'close'),
      at: fc.integer({ min: 1, max: 8 }),
      thread: fc.nat(3),
    }),
    {
      freq: 1,
    },
  ) as fc.Arbitrary<Fault | null>;
  const property = fc.property(programs(), fc.integer({ min: 1, max: 8 }), fault, (made, after, goesWrong) => {
    const program = sceneOf(made);
    const [watched, seen] = [playScene(program, Infinity, goesWrong), playScene(program, after, goesWrong)];
    if (seen.pulses <= after + 1) skipped++;
    return difference(watched, seen) === null;
  });
  const result = fc.check(property, { numRuns: runs, seed });
  if (result.counterexample) {
    const [made, after, goesWrong] = result.counterexample;
    throw new Error(String(reportOf(sceneOf(made), after, goesWrong)));
  }
  expect(result.numRuns).toBe(runs);
  // Nearly all come to their end in the pulse of the skip: some stop their own clock.
  expect(skipped).toBeGreaterThan(0.8 * runs);
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
