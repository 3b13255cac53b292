/**
 * The built runtime as a package of a few files, for the programs that tests start in processes of their own: to load its hundreds of modules took most of them longer than all else.
 */
import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { cachedFolder } from './cached-folder.js';

const root = path.join(import.meta.dirname, '..');
const runtime = path.join(root, 'packages/runtime');

/** Gives the folder of the package. It is below a `node_modules`, so that nothing compiles it. */
export function bundleRuntime() {
  return cachedFolder({
    cache: path.join(root, 'node_modules/.cache/runtime'),
    of: '{package.json,dist/**/*.js}',
    cwd: runtime,
    ignore: 'dist/production/**',
    fill: bundle,
  });
}

function bundle(folder) {
  const manifest = path.join(runtime, 'package.json');
  copyFileSync(manifest, path.join(folder, 'package.json'));
  const { exports } = JSON.parse(readFileSync(manifest, 'utf8'));
  buildSync({
    entryPoints: Object.values(exports).flatMap((entry) => entry.default ?? []),
    absWorkingDir: runtime,
    outdir: path.join(folder, 'dist'),
    outbase: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'node20',
    keepNames: true,
    logLevel: 'error',
  });
}
