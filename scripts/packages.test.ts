import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const runtime = new URL('../packages/runtime/', import.meta.url);

interface Manifest {
  sideEffects: false | string[];
  exports: Record<string, string | { default: string }>;
}
const manifest = JSON.parse(readFileSync(new URL('package.json', runtime), 'utf8')) as Manifest;

/** The files that a game can import, as package.json writes them. */
const entries = Object.values(manifest.exports).flatMap((entry) => (typeof entry === 'string' ? [] : entry.default));
const listed = new Set(manifest.sideEffects === false ? [] : manifest.sideEffects);

/** Imports each file in a worker of its own, and gives those that change a global or a built-in object. */
const FIND_EFFECTS = `
  const { Worker } = require('node:worker_threads');
  const inRealm = \`
    const { parentPort, workerData } = require('node:worker_threads');
    const names = Object.getOwnPropertyNames(globalThis);
    const builtins = names.map((name) => globalThis[name]).filter((value) => typeof value === 'function');
    const holders = [globalThis, ...builtins, ...builtins.map(({ prototype }) => prototype).filter(Boolean)];
    const look = () => holders.flatMap((holder) => {
      const all = Object.getOwnPropertyDescriptors(holder);
      return Reflect.ownKeys(all).flatMap((key) => [key, all[key].value, all[key].get]);
    });
    const before = look();
    import(workerData).then(() => {
      const after = look();
      parentPort.postMessage(after.length !== before.length || after.some((value, i) => !Object.is(value, before[i])));
    });
  \`;
  const hasEffects = (file) => new Promise((resolve, reject) => {
    const realm = new Worker(inRealm, { eval: true, workerData: file });
    realm.once('message', resolve).once('error', reject);
  });
  Promise.all(process.argv.slice(1).map(async (file) => ((await hasEffects(file)) ? [file] : [])))
    .then((found) => { console.log(JSON.stringify(found.flat())); process.exit(); });
`;

test('package.json of the runtime lists each entry whose import has side effects, and no other', () => {
  const files = entries.map((entry) => new URL(entry, runtime).href);
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', FIND_EFFECTS, ...files], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const found = JSON.parse(stdout) as string[];
  expect(entries.filter((_entry, i) => found.includes(files[i] ?? ''))).toEqual(
    entries.filter((entry) => listed.has(entry)),
  );
});

test.each(entries)('a bundler drops an unused import, unless it is listed: %s', async (entry) => {
  const { outputFiles, warnings } = await build({
    stdin: { contents: `import ${JSON.stringify(entry)};`, resolveDir: fileURLToPath(runtime) },
    bundle: true,
    format: 'esm',
    write: false,
    minify: true,
    logLevel: 'silent',
  });
  // esbuild warns of an import that it drops.
  expect(warnings.map(({ id }) => id)).toEqual(listed.has(entry) ? [] : ['ignored-bare-import']);
  expect(outputFiles[0]?.text !== '').toBe(listed.has(entry));
});

/** A new game asks for one version of all, and an exact peer would make each release a major one. */
test('a release gives all packages the same version', () => {
  const read = (name: string): any => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
  const { fixed } = read('.changeset/config.json') as { fixed: string[][] };
  const isFixed = (name: string): boolean =>
    fixed[0]!.some((one) => one === name || (one === '@spindle/*' && name.startsWith('@spindle/')));
  const manifests = readdirSync(new URL('../packages', import.meta.url)).map((name) =>
    read(`packages/${name}/package.json`),
  );
  expect(manifests.map(({ name }) => name).filter((name: string) => !isFixed(name))).toEqual([]);
  const peers = manifests.flatMap(({ peerDependencies = {} }) => Object.entries<string>(peerDependencies));
  const ours = peers.filter(([name]) => isFixed(name)).map(([, range]) => range);
  expect(ours.length).toBeGreaterThan(2);
  expect(ours.filter((range) => !range.startsWith('>='))).toEqual([]);
});
