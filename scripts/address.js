/**
 * The address of this repository. It is decided in the root package.json (`homepage`); the other fields there, those of the published
 * packages, and the links in what they publish follow.
 *
 *   node scripts/address.js https://github.com/someone/spindle    writes another one everywhere
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The address of the repository in `root`: `https://github.com/someone/spindle`. */
export const addressIn = (root) => read(path.join(root, 'package.json')).homepage.replace(/#readme$/, '');

/** What a package.json says of the address. A package also says its `folder`. */
export const fieldsOf = (address, folder) => ({
  homepage: `${address}#readme`,
  bugs: `${address}/issues`,
  repository: { type: 'git', url: `git+${address}.git`, ...(folder === undefined ? {} : { directory: folder }) },
});

/** The package.json files that have these fields, each with its folder; that of the root has none. */
export const manifestsIn = (root) => [
  { file: 'package.json', folder: undefined },
  ...readdirSync(path.join(root, 'packages'))
    .sort()
    .map((name) => ({ file: `packages/${name}/package.json`, folder: `packages/${name}` })),
];

/** Writes another address into the fields of each package.json, and into each text that names the old one. Gives the changed files. */
export function setAddress(root, address) {
  const old = addressIn(root);
  if (!/^https:\/\/[\w.-]+(?:\/[\w.-]+)+$/.test(address) || address.endsWith('.git'))
    throw new TypeError(`"${address}" is no address such as https://github.com/someone/spindle, without .git.`);
  const changed = new Set();
  const write = (file, change) => {
    const before = readFileSync(path.join(root, file), 'utf8');
    const after = change(before);
    if (after !== before) changed.add(file);
    writeFileSync(path.join(root, file), after);
  };
  for (const file of textsIn(root)) write(file, (text) => replaceAddress(text, old, address));
  for (const { file, folder } of manifestsIn(root))
    write(file, (text) => `${JSON.stringify({ ...JSON.parse(text), ...fieldsOf(address, folder) }, null, 2)}\n`);
  return [...changed].sort((one, other) => (one < other ? -1 : 1));
}

/** The old address ends where it is written: `…/spindle` is no part of `…/spindle-games`. */
const replaceAddress = (text, old, address) =>
  text.split(old).reduce((done, rest) => `${done}${/^[\w-]/.test(rest) ? old : address}${rest}`);

const textsIn = (root) =>
  globSync('**/*.{cjs,cts,html,js,json,jsx,md,mjs,mts,svg,ts,tsx}', {
    cwd: root,
    dot: true,
    ignore: ['**/{node_modules,dist,build,.git}/**', '**/package-lock.json', 'fixtures', 'conformance'],
  });

if (process.argv[1] === import.meta.filename) {
  const root = path.join(import.meta.dirname, '..');
  const [address] = process.argv.slice(2);
  if (address === undefined) console.log(addressIn(root));
  else console.log(setAddress(root, address).join('\n'));
}
