/**
 * Writes which version of each other the packages ask for, and the version of the editor's extension: a part of `npm run changelogs`.
 *
 * While the version begins with 0, its second number says what may break, so a package asks for that of its peers (`^0.3.0`). Changesets takes
 * a version out of such a range for a major one and would make it 1.0.0; so `open` lets them ask for any while it counts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { manifestsIn } from './address.js';

const root = path.join(import.meta.dirname, '..');
const packages = manifestsIn(root).filter(({ folder }) => folder !== undefined);
const own = new Set(packages.map(({ file }) => read(file).name));
const { version } = read('packages/runtime/package.json');
const range = process.argv[2] === 'open' ? '*' : `^${version}`;

for (const { file } of packages)
  change(file, (manifest) => {
    for (const name of Object.keys(manifest.peerDependencies ?? {}))
      if (own.has(name)) manifest.peerDependencies[name] = range;
    return manifest;
  });
change('editors/vscode/package.json', (manifest) => ({ ...manifest, version }));

function read(file) {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
}

function change(file, edit) {
  writeFileSync(path.join(root, file), `${JSON.stringify(edit(read(file)), null, 2)}\n`);
}
