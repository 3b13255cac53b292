/**
 * The tarballs that npm would publish. They are packed once for what the packages hold, as npm takes seconds for them. What npm would run before it packs would
 * write into the folders of the packages, which other tests read meanwhile.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';

const root = path.join(import.meta.dirname, '..');
const cache = path.join(root, 'node_modules/.cache/tarballs');

/**
 * Gives for each package its name, the path of its tarball, and the names of the files in it.
 * @returns {{ name: string, tarball: string, files: string[] }[]}
 */
export function packAll() {
  const folder = path.join(cache, hashFiles());
  if (!existsSync(folder)) pack(folder);
  const packed = JSON.parse(readFileSync(path.join(folder, 'packed.json'), 'utf8'));
  return packed.map(({ name, filename, files }) => ({
    name,
    tarball: path.join(folder, filename),
    files: files.map((file) => file.path),
  }));
}

/** Unpacks the tarball of a package into a folder. */
export function unpack(name, target) {
  const { tarball } = packAll().find((one) => one.name === name);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
}

/** Another process may do the same meanwhile; whoever is first keeps its own. */
function pack(folder) {
  mkdirSync(cache, { recursive: true });
  const older = readdirSync(cache).filter((name) => !name.startsWith('unfinished-'));
  const unfinished = mkdtempSync(path.join(cache, 'unfinished-'));
  const args = ['pack', '--json', '--workspaces', '--ignore-scripts', `--pack-destination=${unfinished}`];
  const said = execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  writeFileSync(path.join(unfinished, 'packed.json'), said);
  if (existsSync(folder)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, folder);
  for (const name of older) rmSync(path.join(cache, name), { recursive: true, force: true });
}

/** What the packages hold: each file with its size, and when it was written. */
function hashFiles() {
  const hash = createHash('sha256');
  for (const file of globSync('packages/*/**', { cwd: root, ignore: '**/{node_modules,test}/**' }).sort()) {
    const { size, mtimeMs } = statSync(path.join(root, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}
