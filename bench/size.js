/** The size of the runtime's first entry, as `npx size-limit` prints it. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const KB = 1000;

export function sizeRow() {
  const { stdout } = spawnSync(process.execPath, [path.join(root, 'node_modules/size-limit/bin.js'), '--json'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [{ size }] = JSON.parse(stdout);
  return {
    id: 'size',
    title: 'all of the core, minified and gzipped',
    unit: 'kB',
    targets: { spindle: 26 },
    results: [{ name: 'spindle', value: size / KB }],
  };
}
