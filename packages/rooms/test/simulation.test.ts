/** Random moves with random faults. `npm run nightly -- rooms` makes more of them. */
import { storm, type StormResult } from './storm.js';

const MOVES = Number(process.env['ROOM_MOVES'] ?? 300);
const SEED = Number(process.env['ROOM_SEED'] ?? 1);
/** Moves of one room. */
const EACH = 100;

test(`${MOVES} moves, a fault in each third: nothing is lost, nothing comes twice, all is as in a room that never moved`, () => {
  const all: StormResult[] = [];
  for (let done = 0; done < MOVES; done += EACH) {
    const seed = SEED + done / EACH;
    try {
      all.push(storm({ seed, moves: Math.min(EACH, MOVES - done), faulty: 0.33 }));
    } catch (error) {
      throw new Error(`With seed ${seed}: ${(error as Error).stack}`, { cause: error });
    }
  }
  const sum = (of: (one: StormResult) => number): number => all.reduce((total, one) => total + of(one), 0);
  expect(sum(({ inputs }) => inputs)).toBeGreaterThan(MOVES);
  if (process.env['ROOM_MOVES'] !== undefined) {
    const faults: Record<string, number> = {};
    for (const one of all) for (const [name, n] of Object.entries(one.faults)) faults[name] = (faults[name] ?? 0) + n;
    const figures = {
      outputs: sum((one) => one.outputs),
      inputs: sum((one) => one.inputs),
      pulses: sum((one) => one.pulses),
      claimed: sum((one) => one.claimed),
      anew: sum((one) => one.anew),
      rewound: sum((one) => one.rewound),
    };
    console.log(JSON.stringify({ moves: MOVES, seed: SEED, ...figures, faults }));
  }
});
