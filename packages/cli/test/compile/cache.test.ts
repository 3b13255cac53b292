import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCache } from '../../src/compile/cache.js';
import type { Settings } from '../../src/compile/compile.js';
import { Project } from '../project.js';

const walk = '// @compile\nexport function walk(glitch) {\n  while (glitch.moves()) glitch.step();\n}\n';
const folder = 'node_modules/.cache/spindle';

let project = new Project({});
const start = (files: Record<string, string>): Project =>
  (project = new Project({ 'node_modules/.package-lock.json': '{}', ...files }));
afterEach(() => project.remove());

const precompile = (...args: string[]) => project.spindle(['precompile', '*.{js,ts}', ...args]);
const entries = (): string[] => project.list(folder).filter((name) => name.endsWith('.json'));

/** An entry is two lines: the hash of its key and of the other line, and what the file became. */
function rewrite(name: string, to: (compiled: object) => unknown, { hashes = true } = {}): void {
  const [hash, text] = project.read(`${folder}/${name}`).split('\n');
  const changed = JSON.stringify(to(JSON.parse(text!)));
  const key = name.replace('/', '').replace('.json', '');
  const own = hashes ? createHash('sha256').update(key).update(changed).digest('hex') : hash;
  project.write(`${folder}/${name}`, `${own}\n${changed}`);
}

/** Replaces the code in every entry, so that one that is used shows in the output. */
function plant(): void {
  for (const name of entries()) rewrite(name, (compiled) => ({ ...compiled, output: { code: 'out of the cache' } }));
}

async function cachedAfter(change: () => void, ...args: string[]): Promise<boolean> {
  await precompile();
  plant();
  change();
  expect((await precompile(...args)).code).toBe(0);
  return project.read('dist/walk.js') === 'out of the cache';
}

test('a file that was compiled before is read from the cache', async () => {
  start({ 'walk.js': walk });
  expect(await cachedAfter(() => rmSync(path.join(project.folder, 'dist'), { recursive: true }))).toBe(true);
  expect(entries()).toHaveLength(1);
});

test.each<[string, (compiled: object) => unknown]>([
  ['without an output', () => ({ findings: [] })],
  ['with an output that is none', (compiled) => ({ ...compiled, output: {} })],
  ['with other code', (compiled) => ({ ...compiled, output: { code: 'out of the cache' } })],
  ['with null', () => null],
  ['with findings that are none', (compiled) => ({ ...compiled, findings: [null] })],
])('an entry that somebody has changed is as none: %s', async (_name, to) => {
  start({ 'walk.js': walk });
  await precompile();
  const right = project.read('dist/walk.js');
  rmSync(path.join(project.folder, 'dist'), { recursive: true });
  for (const name of entries()) rewrite(name, to, { hashes: false });
  expect(await precompile()).toMatchObject({ code: 0 });
  expect(project.read('dist/walk.js')).toBe(right);
});

test('an entry under the name of another one is as none', async () => {
  start({ 'walk.js': walk });
  await precompile();
  const [first] = entries();
  plant();
  project.write('walk.js', `${walk}// More.\n`);
  const text = project.read(`${folder}/${first}`);
  await precompile();
  const other = entries().find((name) => name !== first);
  project.write(`${folder}/${other}`, text);
  await precompile();
  expect(project.read('dist/walk.js')).toMatch(/More\./);
});

test.each([
  ['its content', () => project.write('walk.js', `${walk}\n`), []],
  ['the options', () => project.write('spindle.config.json', '{ "target": "frames" }'), []],
  ['--runtime-global', () => {}, ['--runtime-global', 'CK']],
  ['--source-maps', () => {}, ['--source-maps']],
  ['the type of the package', () => project.write('package.json', '{ "type": "module" }'), []],
  ['--no-cache', () => {}, ['--no-cache']],
])('it is compiled again because of %s', async (_why, change: () => void, args: string[]) => {
  start({ 'walk.js': walk });
  expect(await cachedAfter(change, ...args)).toBe(false);
});

/** Installs all that we have, but the command and the compiler as copies, which can become another version. */
function install(): void {
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  const modules = path.join(project.folder, 'node_modules');
  const copies = ['@spindle/cli', '@spindle/compiler'];
  for (const name of copies)
    cpSync(path.join(root, 'packages', name.replace('@spindle/', '')), path.join(modules, name), {
      recursive: true,
      filter: (file) => !/[\\/](?:src|test|type-tests)$/.test(file),
    });
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (!/^(?:\.|@spindle$)/.test(name) && !copies.includes(name))
      symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
}

test.each(['@spindle/compiler/dist/bundle/compiler.js', '@spindle/cli/dist/main.js'])(
  'another version of the compiler does not take it: %s',
  (file) => {
    start({ 'walk.js': walk });
    install();
    const bin = path.join(project.folder, 'node_modules/@spindle/cli/bin/spindle.js');
    const output = (): string => {
      const { status, stderr } = spawnSync(process.execPath, [bin, 'precompile', '*.js'], {
        cwd: project.folder,
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([0, expect.stringMatching(/^1 file compiled into dist/)]);
      return project.read('dist/walk.js');
    };
    const compiled = output();
    plant();
    expect(output()).toBe('out of the cache');
    appendFileSync(path.join(project.folder, 'node_modules', file), '\n// Another version.\n');
    expect(output()).toBe(compiled);
  },
  30_000,
);

test('the order of the options does not matter', async () => {
  start({ 'walk.js': walk, 'spindle.config.json': '{ "target": "frames", "plain": ["a", "b"] }' });
  expect(
    await cachedAfter(() => project.write('spindle.config.json', '{ "plain": ["a", "b"], "target": "frames" }')),
  ).toBe(true);
});

test('a file with errors is compiled each time, one with warnings keeps them', async () => {
  start({ 'dice.js': '// @compile\nexport const roll = () => Math.random();\n' });
  const { text } = await precompile('--no-cache');
  await precompile();
  expect(text).toContain('dice.js:2:27: warning: ');
  expect((await precompile()).text).toBe(text.replace('dist,', 'dist, 1 unchanged,'));
  project.write('dice.js', 'let = ; // @compile');
  const failed = await precompile();
  expect((await precompile()).text).toBe(failed.text);
  expect(entries()).toHaveLength(1);
});

test('an entry that cannot be read is as none', async () => {
  start({ 'walk.js': walk });
  await precompile();
  for (const name of entries()) project.write(`${folder}/${name}`, '{ "output": ');
  expect((await precompile()).text).toBe('1 file compiled into dist, 1 unchanged.\n');
});

test('a cache that cannot be written is no error', async () => {
  start({ 'walk.js': walk, [folder]: 'a file' });
  expect(await precompile()).toMatchObject({ code: 0, text: '1 file compiled into dist.\n' });
});

test('without a node_modules there is none', async () => {
  start({ 'walk.js': walk });
  rmSync(path.join(project.folder, 'node_modules'), { recursive: true });
  await precompile();
  expect(project.list()).toEqual(['dist/walk.js', 'walk.js']);
});

test('what no run has used for a month is removed, looking once a day', async () => {
  start({ 'walk.js': walk });
  const day = 24 * 60 * 60;
  await precompile();
  const settings: Settings = {
    config: { options: {}, file: undefined },
    runtimeGlobal: undefined,
    sourceMaps: false,
    cwd: project.folder,
  };
  const source = (name: string) => ({
    input: path.join(project.folder, name),
    output: path.join(project.folder, 'dist', name),
    bytes: Buffer.from(''),
    sourceType: 'module' as const,
  });
  const now = 1_800_000_000;
  const at = (days: number) => openCache(settings, (now + days * day) * 1000)!;
  const file = (name: string): string => {
    const key = at(0).keyOf(source(name));
    return path.join(project.folder, folder, key.slice(0, 2), `${key.slice(2)}.json`);
  };
  for (const name of ['used.js', 'unused.js']) {
    at(0).put(at(0).keyOf(source(name)), { output: 'copy', findings: [] });
    utimesSync(file(name), now, now);
  }
  at(0).prune();
  expect(at(20).get(at(20).keyOf(source('used.js')))).toEqual({ output: 'copy', findings: [] });
  expect(statSync(file('used.js')).mtimeMs).toBe((now + 20 * day) * 1000);
  at(31).prune();
  expect([statSync(file('unused.js'), { throwIfNoEntry: false }), statSync(file('used.js')).isFile()]).toEqual([
    undefined,
    true,
  ]);
});
