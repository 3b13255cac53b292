/** A folder that is made once for what files hold: packing and bundling take seconds, and many tests want the result. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';

/**
 * Gives the folder below `cache` for the files as they are now, by their sizes and when they were written. `fill` writes what is in it; folders of before go.
 * @param {{ cache: string, of: string, cwd: string, ignore: string, fill: (folder: string) => void }} options `of`, `ignore`: patterns of files below `cwd`
 */
export function cachedFolder({ cache, of, cwd, ignore, fill }) {
  const folder = path.join(cache, hashOf(cwd, globSync(of, { cwd, ignore }).sort()));
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const older = readdirSync(cache).filter((name) => !name.startsWith('unfinished-'));
  const unfinished = mkdtempSync(path.join(cache, 'unfinished-'));
  fill(unfinished);
  // Another process may have done the same meanwhile: whoever is first keeps its own.
  if (existsSync(folder)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, folder);
  for (const name of older)
    if (name !== path.basename(folder)) rmSync(path.join(cache, name), { recursive: true, force: true });
  return folder;
}

function hashOf(cwd, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(path.join(cwd, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}
