/**
 * The long run of random programs, plain, compiled and stressed: `npm run nightly -- programs`. It runs in processes without jest, in which each
 * program would take longer.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build, transform } from 'esbuild';
import { mangling } from './internal-names.js';

const root = path.join(import.meta.dirname, '..');
// The process id in the name keeps simultaneous runs apart.
const outfile = path.join(root, `node_modules/.cache/programs/nightly-${process.pid}.mjs`);
const runtime = path.join(root, 'packages/runtime/src');

/**
 * Divides the programs among processes with different seeds. Gives true if no program differs. `short` gives internal
 * properties the names that they have in production.
 */
export async function checkPrograms({ runs, seed, short = false }) {
  mkdirSync(path.dirname(outfile), { recursive: true });
  await build({
    entryPoints: [path.join(root, 'conformance/programs/nightly.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'bundle',
    external: ['@babel/core', 'fast-check'],
    alias: {
      '@spindle/runtime': path.join(runtime, 'index.ts'),
      '@spindle/runtime/abi': path.join(runtime, 'abi.ts'),
      '@spindle/runtime/own-waits': path.join(runtime, 'own-waits.ts'),
      '@spindle/runtime/natives': path.join(runtime, 'natives.ts'),
      'babel-plugin-threads': path.join(root, 'packages/babel-plugin-threads/src/index.ts'),
    },
    plugins: short ? [sourcesForBuilt, shortNames] : [sourcesForBuilt],
    logLevel: 'error',
  });
  const processes = Math.min(os.availableParallelism(), Math.ceil(runs / 1000));
  const each = Math.ceil(runs / processes);
  const all = Array.from({ length: processes }, (_, i) => run(each, seed + i * each));
  const statuses = await Promise.all(all);
  rmSync(outfile);
  return statuses.every((status) => status === 0);
}

/** Replaces imports of the built plugin by imports of its sources, as a mutation changes only the sources. */
const sourcesForBuilt = {
  name: 'sources for what is built',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/babel-plugin-threads\/dist\// }, ({ path: file, resolveDir }) => ({
      path: path.resolve(resolveDir, file.replace('/dist/', '/src/').replace(/\.js$/, '.ts')),
    })),
};

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

function run(runs, seed) {
  const env = { ...process.env, PROGRAM_RUNS: String(runs), PROGRAM_SEED: String(seed) };
  const child = spawn(process.execPath, [outfile], { stdio: 'inherit', env });
  return new Promise((resolve) => child.on('exit', resolve));
}
