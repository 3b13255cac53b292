/**
 * The tarballs that npm would publish. They are packed once for what the packages hold, as npm takes seconds for them. What npm would run before it packs would
 * write into the folders of the packages, which other tests read meanwhile.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cachedFolder } from './cached-folder.js';

const root = path.join(import.meta.dirname, '..');

/**
 * Gives for each package its name, the path of its tarball, and the names of the files in it.
 * @returns {{ name: string, tarball: string, files: string[] }[]}
 */
export function packAll() {
  const folder = cachedFolder({
    cache: path.join(root, 'node_modules/.cache/tarballs'),
    of: 'packages/*/**',
    cwd: root,
    ignore: '**/{node_modules,test}/**',
    fill: pack,
  });
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

function pack(folder) {
  const args = ['pack', '--json', '--workspaces', '--ignore-scripts', `--pack-destination=${folder}`];
  const said = execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  writeFileSync(path.join(folder, 'packed.json'), said);
}
