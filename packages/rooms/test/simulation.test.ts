/** Random moves with random faults. `npm run nightly -- rooms` makes more of them. */
import { KINDS, storm, type StormResult } from './storm.js';

const MOVES = Number(process.env['ROOM_MOVES'] ?? 300);
const SEED = Number(process.env['ROOM_SEED'] ?? 1);
/** Moves of the same rooms. */
const EACH = 100;
const NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[];

/** All moves of one kind. */
function stormsOf(kind: keyof typeof KINDS, moves: number): StormResult[] {
  const all: StormResult[] = [];
  for (let done = 0; done < moves; done += EACH) {
    const seed = SEED + done / EACH;
    try {
      all.push(storm({ kind, seed, moves: Math.min(EACH, moves - done), faulty: 0.33 }));
    } catch (error) {
      throw new Error(`With seed ${seed}: ${(error as Error).stack}`, { cause: error });
    }
  }
  return all;
}

test.each(NAMES)(
  'moves, a fault in each third: nothing is lost, nothing comes twice, all is as in a room that never moved (%s)',
  (kind) => {
    const moves = Math.ceil(MOVES / NAMES.length);
    const all = stormsOf(kind, moves);
    const sum = (of: (one: StormResult) => number): number => all.reduce((total, one) => total + of(one), 0);
    expect(sum(({ inputs }) => inputs)).toBeGreaterThan(moves);
    const faults: Record<string, number> = {};
    for (const one of all) for (const [name, n] of Object.entries(one.faults)) faults[name] = (faults[name] ?? 0) + n;
    // They are counted where they happen. In a long storm each of them does.
    expect(Object.values(faults).reduce((total, n) => total + n, 0)).toBeGreaterThan(moves / 6);
    const never = KINDS[kind].faults.filter(({ name }) => faults[name] === undefined);
    if (moves >= 2000) expect(never).toEqual([]);
    if (process.env['ROOM_MOVES'] === undefined) return;
    const figures = Object.fromEntries(
      (['outputs', 'inputs', 'pulses', 'claimed', 'anew', 'rewound', 'waited'] as const).map((name) => [
        name,
        sum((one) => one[name]),
      ]),
    );
    console.log(JSON.stringify({ kind, moves, seed: SEED, ...figures, faults }));
  },
);
