/**
 * The built runtime as a package of a few files, for the programs that tests start in processes of their own: to load its hundreds of modules took most of them longer than all else.
 */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { globSync } from 'tinyglobby';

const root = path.join(import.meta.dirname, '..');
const runtime = path.join(root, 'packages/runtime');
const cache = path.join(root, 'node_modules/.cache/runtime');

/** Gives the folder of the package, which is written once for what is built. It is below a `node_modules`, so that nothing compiles it. */
export function bundleRuntime() {
  const folder = path.join(cache, hashOfBuild());
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(path.join(cache, 'unfinished-'));
  const manifest = path.join(runtime, 'package.json');
  copyFileSync(manifest, path.join(unfinished, 'package.json'));
  const { exports } = JSON.parse(readFileSync(manifest, 'utf8'));
  buildSync({
    entryPoints: Object.values(exports).flatMap((entry) => entry.default ?? []),
    absWorkingDir: runtime,
    outdir: path.join(unfinished, 'dist'),
    outbase: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'node20',
    keepNames: true,
    logLevel: 'error',
  });
  for (const name of readdirSync(cache))
    if (!name.startsWith('unfinished-') && name !== path.basename(folder))
      rmSync(path.join(cache, name), { recursive: true, force: true });
  // Another process may have done the same meanwhile.
  if (existsSync(folder)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, folder);
  return folder;
}

/** Each file of the build with its size, and when it was written. */
function hashOfBuild() {
  const hash = createHash('sha256');
  for (const file of globSync('{package.json,dist/**/*.js}', { cwd: runtime, ignore: 'dist/production/**' }).sort()) {
    const { size, mtimeMs } = statSync(path.join(runtime, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}
