/**
 * The long run of random programs, plain, compiled and stressed: `npm run nightly -- programs`. It runs in processes without jest, in which each
 * program would take longer.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { transform } from 'esbuild';
import { bundleSources } from './bundle-sources.js';
import { mangling } from './internal-names.js';
import { inBoth, judge, neverRun } from './rules/unused.js';

const root = path.join(import.meta.dirname, '..');
// The process id in the name keeps simultaneous runs apart.
const outfile = path.join(root, `node_modules/.cache/programs/nightly-${process.pid}.mjs`);
const coverageOf = (seed) => `${outfile}.${seed}.json`;

/** So many programs have to use each rule of `lower`. */
const ENOUGH = 10_000;

/**
 * Divides the programs among processes with different seeds. Gives true if no program differs, and each rule of `lower` was used if they are enough.
 * `short` gives internal properties the names that they have in production.
 */
export async function checkPrograms({ runs, seed, short = false, countsRules = runs >= ENOUGH && !short }) {
  mkdirSync(path.dirname(outfile), { recursive: true });
  await bundleSources('conformance/programs/nightly.ts', outfile, {
    sourcemap: countsRules,
    plugins: short ? [shortNames] : [],
  });
  const processes = Math.min(os.availableParallelism(), Math.ceil(runs / 1000));
  const each = Math.ceil(runs / processes);
  const seeds = Array.from({ length: processes }, (_, i) => seed + i * each);
  const statuses = await Promise.all(seeds.map((one) => run(each, one, countsRules)));
  const areUsed = !countsRules || areRulesUsed(seeds);
  for (const file of [outfile, ...(countsRules ? [`${outfile}.map`, ...seeds.map(coverageOf)] : [])]) rmSync(file);
  return areUsed && statuses.every((status) => status === 0);
}

/** Names the rules of `lower` that no program has used. */
function areRulesUsed(seeds) {
  const never = seeds.map((seed) => neverRun(JSON.parse(readFileSync(coverageOf(seed), 'utf8')))).reduce(inBoth);
  const { unused, found } = judge(outfile, never);
  for (const one of unused) console.log(`no program has used this rule of lower: ${one}`);
  for (const one of found) console.log(`this is not out of reach any more, see scripts/rules/out-of-reach.js: ${one}`);
  return unused.length === 0;
}

/** In the runtime, and in what looks into it. */
const shortNames = {
  name: 'short internal names',
  setup({ onLoad }) {
    const names = mangling(path.join(root, 'packages/runtime/dist'));
    onLoad({ filter: /\/(packages\/runtime\/src|conformance\/shared)\/.*\.[jt]s$/ }, async ({ path: file }) => ({
      contents: (await transform(await readFile(file, 'utf8'), { loader: 'ts', target: 'es2022', ...names })).code,
    }));
  },
};

function run(runs, seed, countsRules) {
  const env = { ...process.env, PROGRAM_RUNS: String(runs), PROGRAM_SEED: String(seed) };
  if (countsRules) env.PROGRAM_COVERAGE = coverageOf(seed);
  const child = spawn(process.execPath, [outfile], { stdio: 'inherit', env });
  return new Promise((resolve) => child.on('exit', resolve));
}
