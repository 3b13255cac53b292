/** The sizes of the runtime, as `npx size-limit` measures them. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const KB = 1000;
/** The targets in kB, by the names of .size-limit.json. */
const TARGETS = { 'runtime, all of its first entry': 26, 'runtime, a minimal app': 16 };

export function sizeRow() {
  const { stdout } = spawnSync(process.execPath, [path.join(root, 'node_modules/size-limit/bin.js'), '--json'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const sizes = JSON.parse(stdout);
  const results = Object.keys(TARGETS).map((name) => {
    const found = sizes.find((one) => one.name === name);
    if (found === undefined) throw new Error(`bench: .size-limit.json does not name “${name}”`);
    return { name, value: found.size / KB };
  });
  return { id: 'size', title: 'the core, minified and gzipped', unit: 'kB', targets: TARGETS, results };
}
