/** The long run of saves of random programs, each in a fresh process: `npm run nightly -- saves`. */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundleSources } from './bundle-sources.js';

const folder = path.join(import.meta.dirname, '../node_modules/.cache/saves');

/** Divides the pauses among processes with different seeds, each of which starts fresh ones. Gives true if nothing is wrong. */
export async function checkSaves({ pauses, seed }) {
  mkdirSync(folder, { recursive: true });
  // The process id in the names keeps simultaneous runs apart.
  const [harness, child] = ['nightly', 'child'].map((name) => path.join(folder, `${name}-${process.pid}.mjs`));
  await bundleSources('conformance/saves/nightly.ts', harness, { keepNames: true });
  await bundleSources('conformance/saves/child.ts', child, { keepNames: true });
  const processes = Math.min(os.availableParallelism(), Math.ceil(pauses / 1000));
  const each = Math.ceil(pauses / processes);
  const seeds = Array.from({ length: processes }, (_, at) => seed + at * each);
  const statuses = await Promise.all(seeds.map((one) => run(harness, child, each, one)));
  for (const file of [harness, child]) rmSync(file);
  return statuses.every((status) => status === 0);
}

function run(harness, child, pauses, seed) {
  const env = { ...process.env, SAVE_PAUSES: String(pauses), SAVE_SEED: String(seed) };
  const started = spawn(process.execPath, [harness, child], { stdio: 'inherit', env });
  return new Promise((resolve) => started.on('exit', resolve));
}
