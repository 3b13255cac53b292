/** How much of the model is played: `npm test` plays a part, the nightly run far more, and `npm run mutations` what lies between. */

/** The number of random programs. */
export const runs = Number(process.env['MODEL_RUNS'] ?? 200);

/** One seed here, so that a change is judged by itself; the nightly run takes a new one each time. */
export const seed = Number(process.env['MODEL_SEED'] ?? 20261121);

/** Of the points of a scene where a fault can strike, `npm test` tries one in so many, and the nightly run each. */
export const oneIn = Number(process.env['MODEL_ONE_IN'] ?? 16);
export const isNightly: boolean = oneIn === 1;

/** Of the programs, the number that the plugin compiles, which takes longer than to play them. They are small ones in `npm test`. */
export const compiledRuns: number = Math.ceil(runs / (isNightly ? 4 : 25));
export const compiledDepth: number = isNightly ? 3 : 2;

/** The number of programs that are merged into one, and the threads that this one has at least. */
export const crowd: { programs: number; threads: number } = isNightly
  ? { programs: 1200, threads: 10_000 }
  : { programs: 125, threads: 1000 };
