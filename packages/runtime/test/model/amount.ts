/** How much of the model is played: `npm test` plays a part, the nightly run, which gives a number of runs, far more. */
export const isNightly: boolean = process.env['MODEL_RUNS'] !== undefined;

/** The number of random programs. */
export const runs = Number(process.env['MODEL_RUNS'] ?? 500);

/** Of those, the number that the plugin compiles, which takes longer than to play them. They are small ones in `npm test`. */
export const compiledRuns: number = isNightly ? Math.ceil(runs / 4) : 20;
export const compiledDepth: number = isNightly ? 3 : 2;

/** One seed here, so that a change is judged by itself; the nightly run takes a new one each time. */
export const seed = Number(process.env['MODEL_SEED'] ?? 20261121);

/** Of the points of a scene where a fault can strike, `npm test` tries one in five, and `npm run mutations` one in three. */
export const oneIn: number = isNightly ? 1 : Number(process.env['MODEL_ONE_IN'] ?? 5);

/** The number of programs that are merged into one, and the threads that this one has at least. */
export const crowd: { programs: number; threads: number } = isNightly
  ? { programs: 1200, threads: 10_000 }
  : { programs: 250, threads: 2000 };
