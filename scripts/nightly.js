/**
 * The long run of the reference model and of the replays: `npm run nightly`, or `NIGHTLY_RUNS=500 NIGHTLY_SEED=7 npm run nightly`.
 * Prints the seed first, so that a run that fails can be made again.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const runs = process.env.NIGHTLY_RUNS ?? '20000';
const seed = process.env.NIGHTLY_SEED ?? String(Date.now() % 2 ** 31);
const startedMs = performance.now();
console.log(`${runs} programs on the runtime and on the model, seed ${seed}`);

const args = [
  path.join(import.meta.dirname, 'jest.js'),
  'packages/runtime/test/(model|replay)',
  '-t',
  'random programs do|whatever came from outside',
];
const env = { ...process.env, MODEL_RUNS: runs, MODEL_SEED: seed, REPLAY_RUNS: runs, REPLAY_SEED: seed };
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env });

const seconds = Math.round((performance.now() - startedMs) / 1000);
console.log(
  `${runs} programs, seed ${seed}, ${seconds} s: ${status === 0 ? 'runtime, model and replays agree' : 'they differ'}`,
);
process.exitCode = status ?? 1;
