import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { TEMPLATES, type TemplateName, writeProject } from '../packages/create-spindle/src/project.js';
import { addressIn, fieldsOf, manifestsIn, setAddress } from './address.js';
import { anchorsOf } from './docs/anchors.js';
import { packAll } from './tarballs.js';

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
  // The effect of these is on the runtime itself, and on a page.
  const others = ['./dist/own-waits.js', './dist/overlay.js'];
  const ofGlobals = entries.filter((entry) => listed.has(entry) && !others.includes(entry));
  expect(entries.filter((_entry, i) => found.includes(files[i] ?? ''))).toEqual(ofGlobals);
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

/** All that a page loads with an entry. What runs on a server only, such as `node:crypto` or `@colyseus/core`, cannot be found, which throws. */
async function modulesOf(entry: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: fileURLToPath(new URL('../packages', import.meta.url)),
    bundle: true,
    platform: 'browser',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
    // Also what is imported for its effects, which a bundler drops here.
    ignoreAnnotations: true,
    // That of the repository leads to sources.
    tsconfigRaw: {},
  });
  return Object.keys(metafile.inputs).sort();
}

const CLIENTS = {
  'rooms/dist/client.js': [],
  'rooms/dist/ws-client.js': [
    'rooms/dist/sockets/connection.js',
    'rooms/dist/sockets/socket.js',
    'rooms/dist/sockets/wire.js',
    'rooms/dist/client-message.js',
  ],
  'colyseus/dist/client.js': ['colyseus/dist/private.js', 'colyseus/dist/wire.js'],
};
const OF_ALL = ['client', 'closed', 'messages'].map((name) => `rooms/dist/${name}.js`);

test.each(Object.entries(CLIENTS))('a client has no code of a server: %s', async (entry, own) => {
  expect(await modulesOf(entry)).toEqual([...new Set([entry, ...own, ...OF_ALL])].sort());
});

test.each(['rooms/dist/ws.js', 'colyseus/dist/index.js'])('code of a server is no client: %s', async (entry) => {
  await expect(modulesOf(entry)).rejects.toThrow(/Could not resolve "(?:node:crypto|@colyseus\/core)"/);
});

/** A new game asks for one version of all. While it begins with 0, its second number says what may break. */
test('a release gives all packages the same version, and each asks for it in its peers', () => {
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
  expect([...new Set(ours)]).toEqual([`^${manifests[0].version}`]);
  const names = new Set(manifests.map(({ name }) => name));
  const waiting = readdirSync(new URL('../.changeset', import.meta.url)).filter((file) =>
    /^(?!README).*\.md$/.test(file),
  );
  const named = waiting.map((file) => [
    file,
    textOf(`.changeset/${file}`).match(/(?<=^['"]?)[@a-z][^'"\n]*(?=['"]?: (?:patch|minor)$)/gm),
  ]);
  expect(named.filter(([, all]) => all === null || (all as string[]).some((name) => !names.has(name)))).toEqual([]);
});

const root = path.join(import.meta.dirname, '..');

const textOf = (file: string, folder = root): string => readFileSync(path.join(folder, file), 'utf8');

test('the peers of the engines begin with the oldest versions that are run, and docs/engines.md tells the versions', () => {
  const [oldest, newest] = ['engines-oldest', 'engines'].map((name) => JSON.parse(textOf(`e2e/${name}/package.json`)));
  const { peerDependencies: peers } = JSON.parse(textOf('packages/engines/package.json'));
  const rows = [...textOf('docs/engines.md').matchAll(/^\| ([\w.]+) +\| ([\d.]+) +\| ([\d.]+) +\|$/gm)];
  const names: Record<string, string> = { PixiJS: 'pixi.js', 'three.js': 'three' };
  const told = rows.map(([, engine = '', ...versions]) => [names[engine] ?? engine.toLowerCase(), versions]);
  const engines = Object.keys(peers).filter((name) => name !== '@spindle/runtime');
  const run = engines.map((name) => [name, [oldest.dependencies[name], newest.dependencies[name]]]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(run));
  const begins = engines.map((name) => [name, peers[name].split(' ')[0]]);
  expect(begins).toEqual(engines.map((name) => [name, `>=${oldest.dependencies[name]}`]));
});

test('each tool and version in the tables of docs/tools.md is one that is run', () => {
  const manifests = ['compat/bundlers/', 'compat/eslint/', ''].map((folder) =>
    JSON.parse(textOf(`${folder}package.json`)),
  );
  const installed = manifests.flatMap(({ dependencies = {}, devDependencies = {} }) =>
    Object.entries<string>({ ...dependencies, ...devDependencies }).map(([name, version]) =>
      version.startsWith('npm:') ? version.slice('npm:'.length) : `${name}@${version}`,
    ),
  );
  const packed = ['packed/projects', 'packed/runners', 'packed/node24', 'packed/pages', 'starters/next']
    .map((name) => textOf(`compat/${name}.js`))
    .join('\n');
  const inProjects = [...packed.matchAll(/'([@\w/-]+@\d[\d.]*)'/g)].map(([, tool = '']) => tool);
  // These are functions of the version.
  const ofVersions = [...packed.matchAll(/\b(vite|vitest|metro|created)\('([\d.]+)'/g)].map(
    ([, name = '', version]) => `${name.replace('created', 'next')}@${version}`,
  );
  const run = [...installed, ...inProjects, ...ofVersions];
  const packages: Record<string, string> = { Rspack: '@rspack/core', Farm: '@farmfe/core', Bun: '@oven/bun-linux-x64' };
  const tables = textOf('docs/tools.md').match(/^\| tool .*\n(?:\|.*\n)+/gm) ?? [];
  const cells = [...tables.join('').matchAll(/^\| (?!tool |-)(.+?) +\|/gm)].map(([, cell = '']) => cell);
  const told = cells.flatMap((cell) => {
    const [, tool = ''] = /^`?([@\w/-]+)/.exec(cell) ?? [];
    const name = packages[tool] ?? tool.toLowerCase();
    const versions = cell.match(/(?<= )\d[\d.]*/g) ?? [''];
    return versions.map((version) => `${name}@${version}`);
  });
  expect(told).toEqual(expect.arrayContaining(['vite@7', 'vitest@5', 'metro@0.87', 'jest@', 'oxlint@1.89']));
  const isRun = (one: string): boolean =>
    run.some((other) => other === one || other.startsWith(one.replace(/\d$/, '$&.')));
  expect(told.filter((one) => !isRun(one))).toEqual([]);
});

/** Is it a version that `^1.2.3` or `~1.2.3` admits? */
function admits(range: string, version: string): boolean {
  const [major, minor = 0, patch = 0] = range.slice(1).split('.').map(Number);
  const [otherMajor, otherMinor = 0, otherPatch = 0] = version.split('.').map(Number);
  if (major !== otherMajor || (range.startsWith('~') && minor !== otherMinor)) return false;
  return otherMinor > minor || (otherMinor === minor && otherPatch >= patch);
}

test('a new game asks for versions of engines and tools that are run', () => {
  const manifests = ['.', 'e2e/engines', 'compat/bundlers', 'compat/eslint', 'compat/rooms', 'games/guards'].map(
    (folder) => JSON.parse(textOf(`${folder}/package.json`)),
  );
  const run: Record<string, string> = Object.assign(
    {},
    ...manifests.map(({ dependencies, devDependencies }) => ({ ...dependencies, ...devDependencies })),
  );
  const temporary = mkdtempSync(path.join(tmpdir(), 'spindle-new-game-'));
  const withPackages = Object.keys(TEMPLATES).filter((name) => !TEMPLATES[name as TemplateName].isPage);
  const asked = withPackages.flatMap((template) => {
    const folder = path.join(temporary, template);
    writeProject({ folder, template: template as TemplateName });
    const { dependencies, devDependencies } = JSON.parse(textOf('package.json', folder));
    return Object.entries<string>({ ...dependencies, ...devDependencies });
  });
  rmSync(temporary, { recursive: true });
  // No lane but that of the packed games has these.
  const isElsewhere = (name: string): boolean =>
    name.startsWith('@spindle/') || name === 'typescript-eslint' || name === '@types/ws';
  const others = asked.filter(([name]) => !isElsewhere(name));
  expect(others.length).toBeGreaterThan(25);
  expect(others.filter(([name, range]) => !admits(range, run[name] ?? ''))).toEqual([]);
});

/** What stands in the tarball of each package; and for each of these names the file of the repository that it is. */
const tarballs = listTarballs();

function listTarballs(): { folder: string; files: Map<string, string> }[] {
  return packAll().map(({ name, files }) => {
    const folder = `packages/${name.replace('@spindle/', '')}`;
    const found = new Map(files.map((file) => [file, `${folder}/${file}`]));
    // The command takes the page of the errors along.
    if (folder === 'packages/cli') found.set('errors.md', 'docs/errors.md');
    return { folder, files: found };
  });
}

test('what an older resolver finds beside package.json, it finds the types of', () => {
  for (const { folder, files } of tarballs) {
    const { exports, typesVersions } = JSON.parse(textOf(`${folder}/package.json`));
    const names = Object.keys(exports ?? {}).filter((name) => files.has(`${name.slice(2)}.js`));
    const paths = typesVersions?.['*']['*'] as string[] | undefined;
    const found = names.map((name) => [name, `./${paths?.[0]?.replace('*', name.slice(2))}`]);
    expect(found).toEqual(names.map((name) => [name, exports[name].types]));
  }
});

test('each package.json has the address of the one of the root', () => {
  const address = addressIn(root);
  for (const { file, folder } of manifestsIn(root))
    expect([file, JSON.parse(textOf(file))]).toEqual([file, expect.objectContaining(fieldsOf(address, folder))]);
});

test('each package publishes a changelog, which begins with its version; so does the lock file', () => {
  const lock = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, { version: string }> };
  for (const { folder, files } of tarballs) {
    const { version } = JSON.parse(textOf(`${folder}/package.json`)) as { version: string };
    const [, newest] = /^## (.*)$/m.exec(textOf(files.get('CHANGELOG.md') ?? 'package.json')) ?? [];
    expect([folder, newest, lock.packages[folder]?.version]).toEqual([folder, version, version]);
  }
});

test('a link in a tarball is absolute, or leads to a file in it', () => {
  const lost = tarballs.flatMap(({ files }) =>
    [...files].flatMap(([name, file]) => {
      if (!name.endsWith('.md')) return [];
      const links = [...textOf(file).matchAll(/\]\((?!https:)([^)]*)\)/g)].map(([, link = '']) => link);
      return links.filter((link) => !leadsTo(link, name, files)).map((link) => `${file}: ${link}`);
    }),
  );
  expect(lost).toEqual([]);
});

function leadsTo(link: string, from: string, files: Map<string, string>): boolean {
  const [name = '', anchor] = link.split('#');
  const file = files.get(name === '' ? from : path.posix.join(path.posix.dirname(from), name));
  return file !== undefined && (anchor === undefined || anchorsOf(textOf(file)).includes(anchor));
}

test('a link to our own address leads to a file and a heading that are here', () => {
  const start = `${addressIn(root)}/`;
  const links = tarballs.flatMap(({ files }) =>
    [...files.values()]
      .filter((file) => /\.(?:md|[cm]?js|ts)$/.test(file))
      .flatMap((file) => textOf(file).split(start).slice(1))
      // The heading of an error is put in when it happens (`#${code}`).
      .map((rest) => /^[^\s)`'",]*[^\s)`'",.]/.exec(rest.replace(/#\$\{.*/, ''))?.[0] ?? ''),
  );
  expect(links.length).toBeGreaterThan(15);
  expect([...new Set(links)].filter((link) => !isHere(link))).toEqual([]);
});

function isHere(link: string): boolean {
  const [, file = '', anchor] = /^blob\/main\/([^#]+)(?:#(.+))?$/.exec(link) ?? [];
  if (file === '' || !existsSync(path.join(root, file))) return false;
  return anchor === undefined || anchorsOf(textOf(file)).includes(anchor);
}

test('one command writes another address everywhere', () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'spindle-address-'));
  const isCopied = (file: string): boolean => !/[\\/](?:node_modules|dist|test|type-tests)$/.test(file);
  for (const name of ['package.json', 'README.md', 'CONTRIBUTING.md', 'docs', 'packages'])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true, filter: isCopied });
  const old = addressIn(root);
  const address = 'https://code.example/games/spindle-scripts';
  const changed = setAddress(copy, address);
  expect(changed).toEqual(expect.arrayContaining(manifestsIn(root).map(({ file }) => file)));
  expect(changed).toEqual(expect.arrayContaining(['packages/runtime/README.md', 'docs/errors.md']));
  expect(addressIn(copy)).toBe(address);
  for (const file of changed) expect([file, textOf(file, copy).includes(`${old}/`)]).toEqual([file, false]);
  for (const { file, folder } of manifestsIn(copy))
    expect([file, JSON.parse(textOf(file, copy))]).toEqual([
      file,
      { ...JSON.parse(textOf(file)), ...fieldsOf(address, folder) },
    ]);
  expect(setAddress(copy, old)).toEqual(changed);
  for (const file of changed) expect([file, textOf(file, copy)]).toEqual([file, textOf(file)]);
  expect(() => setAddress(copy, 'spindle-scripts/spindle')).toThrow(TypeError);
  rmSync(copy, { recursive: true });
});

/** Entries that a resolver without `exports` does not find, and why none has to. */
const ONLY_BY_EXPORTS: Record<string, string> = {
  'packages/unplugin': 'configurations of bundlers import it in Node, which reads `exports`; no game bundles it',
  'packages/cli': 'tools import it in Node',
  'packages/babel-plugin-threads': 'the command imports it in Node',
};

test.each(tarballs)('a resolver that does not read `exports` finds the entries of $folder', ({ folder, files }) => {
  const { main, types, exports } = JSON.parse(textOf(`${folder}/package.json`)) as {
    main?: string;
    types?: string;
    exports: Record<string, string | { types: string; default: string }>;
  };
  const found = Object.entries(exports).map(([entry, target]) => {
    if (typeof target === 'string') return [entry, entry === target && files.has(entry.slice(2))];
    if (entry === '.') return [entry, main === target.default && types === target.types];
    const stub = files.get(`${entry.slice(2)}.js`);
    return [entry, stub !== undefined && textOf(stub).endsWith(`\nexport * from '${target.default}';\n`)];
  });
  const lost = found.filter(([, isFound]) => !isFound).map(([entry]) => entry);
  const all = Object.keys(exports).filter((entry) => entry !== './package.json' && entry !== '.');
  expect(lost).toEqual(folder in ONLY_BY_EXPORTS ? all : []);
});
