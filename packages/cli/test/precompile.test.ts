import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startsProcesses } from '../../../fixtures/lanes.js';
import { main } from '../src/main.js';
import { Project } from './project.js';

const walk = '// @compile\nexport function walk(glitch) {\n  while (glitch.moves()) glitch.step();\n}\n';

const bin = fileURLToPath(new URL('../bin/spindle.js', import.meta.url));

let project = new Project({});
const start = (files: Record<string, string>): Project => (project = new Project(files));
afterEach(() => project.remove());

test('compiles what the globs match and keeps the folders below their common base', async () => {
  start({ 'scripts/walk.js': walk, 'scripts/bots/guard.mjs': walk, 'scripts/notes.txt': '' });
  const { code, text } = await project.spindle(['precompile', 'scripts/**/*.{js,mjs}', '--out-dir', 'out']);
  expect({ code, text }).toEqual({ code: 0, text: '2 files compiled into out.\n' });
  expect(project.list('out')).toEqual(['bots/guard.mjs', 'walk.js']);
  expect(project.read('out/walk.js')).toContain('// @compiled\n');
  expect(project.read('out/walk.js')).toContain('yield glitch.moves()');
});

test('--source-maps takes no value, also before the globs', async () => {
  start({ 'walk.js': walk });
  const { code } = await project.spindle(['precompile', '--source-maps', 'walk.js']);
  expect({ code, files: project.list('dist') }).toEqual({ code: 0, files: ['walk.js', 'walk.js.map'] });
});

test('several globs share the folder that is common to all', async () => {
  start({ 'game/a/one.js': walk, 'game/b/two.js': walk });
  await project.spindle(['precompile', 'game/a/*.js', 'game/b/two.js']);
  expect(project.list('dist')).toEqual(['a/one.js', 'b/two.js']);
});

test('a glob with an exclamation mark leaves files out', async () => {
  start({ 'scripts/walk.js': walk, 'scripts/walk.test.js': walk });
  await project.spindle(['precompile', 'scripts/*.js', '!**/*.test.js']);
  expect(project.list('dist')).toEqual(['walk.js']);
});

test('what is left out stays out when the shell has expanded the globs', async () => {
  start({ 'scripts/walk.js': walk, 'scripts/walk.test.js': walk, 'scripts/types.d.ts': '' });
  const expanded = project.list('scripts').map((name) => `scripts/${name}`);
  await project.spindle(['precompile', ...expanded, '!**/*.test.js']);
  expect(project.list('dist')).toEqual(['walk.js']);
});

test('an output folder inside the base is no input of the next run', async () => {
  start({ 'walk.js': walk });
  await project.spindle(['precompile', '**/*.js', '-o', 'dist']);
  const { text } = await project.spindle(['precompile', '**/*.js', '--out-dir', 'dist']);
  expect(text).toBe('1 file compiled into dist, 1 unchanged.\n');
});

test('TypeScript becomes JavaScript, and its imports name the compiled files', async () => {
  start({
    'scripts/walk.ts': `import { far } from './far.ts';\n${walk.replace('(glitch)', '(glitch: Glitch): void')}export { far };`,
    'scripts/far.ts': 'export const far: number = 9;\nclass Spot { x?: number; }',
    'scripts/types.d.ts': 'interface Glitch { moves(): boolean; step(): void }',
  });
  await project.spindle(['precompile', 'scripts/**/*.ts']);
  expect(project.list('dist')).toEqual(['far.js', 'walk.js']);
  expect(project.read('dist/walk.js')).toContain('from "./far.js"');
  expect(project.read('dist/walk.js')).not.toContain('Glitch');
  expect(project.read('dist/far.js')).toBe('export const far = 9;\nclass Spot {\n  x;\n}\n');
});

test('a file without a mark is copied as it is, so that imports of it keep working', async () => {
  const plain = 'export const far  =  9 // two blanks\n\n\n';
  start({ 'scripts/walk.js': walk, 'scripts/far.js': plain });
  await project.spindle(['precompile', 'scripts/*.js', '--source-maps']);
  expect(project.read('dist/far.js')).toBe(plain);
  expect(project.list('dist')).toEqual(['far.js', 'walk.js', 'walk.js.map']);
});

test('a source map stands beside its file and names the source', async () => {
  start({ 'scripts/bots/walk.js': walk });
  await project.spindle(['precompile', 'scripts/**/*.js', '--source-maps']);
  expect(project.read('dist/bots/walk.js')).toMatch(/\n\/\/# sourceMappingURL=walk\.js\.map\n$/);
  expect(JSON.parse(project.read('dist/bots/walk.js.map'))).toMatchObject({
    version: 3,
    file: 'walk.js',
    sources: ['../../scripts/bots/walk.js'],
    sourcesContent: [walk],
  });
});

test('a .cjs file is a script and requires the runtime', async () => {
  start({ 'walk.cjs': walk.replace('export ', '') });
  await project.spindle(['precompile', 'walk.cjs']);
  expect(project.read('dist/walk.cjs')).toContain('require("@spindle/runtime/abi")');
});

test('an --out-dir of a dot is called this folder', async () => {
  start({ 'scripts/walk.js': walk });
  const { text } = await project.spindle(['precompile', 'scripts/*.js', '--out-dir', '.']);
  expect(text).toBe('1 file compiled into this folder.\n');
  expect(project.list()).toEqual(['scripts/walk.js', 'walk.js']);
});

test('JSX stays, and .tsx becomes .jsx; its imports name the compiled files', async () => {
  start({
    'ui/door.tsx': `import { Lamp } from './lamp.tsx';\n${walk.replace('(glitch)', '(glitch: Glitch): void')}const later = () => import('./lamp.tsx');\nexport const Door = () => <Lamp on />;\n`,
    'ui/lamp.tsx': 'export const Lamp = (p: { on: boolean }) => <i>{p.on}</i>;\n',
    'ui/plain.jsx': 'export const Plain  =  () => <b/>;\n',
    'ui/run.jsx': `${walk}export const Run = () => <b/>;\n`,
  });
  const { code } = await project.spindle(['precompile', 'ui/*']);
  expect(code).toBe(0);
  expect(project.list('dist')).toEqual(['door.jsx', 'lamp.jsx', 'plain.jsx', 'run.jsx']);
  expect(project.read('dist/door.jsx')).toMatch(/from ['"]\.\/lamp\.jsx['"]/);
  expect(project.read('dist/door.jsx')).toMatch(/import\(['"]\.\/lamp\.jsx['"]\)/);
  expect(project.read('dist/door.jsx')).toContain('=> <Lamp on />');
  expect(project.read('dist/door.jsx')).toContain('yield glitch.moves()');
  expect(project.read('dist/lamp.jsx')).toBe('export const Lamp = p => <i>{p.on}</i>;\n');
  expect(project.read('dist/plain.jsx')).toBe('export const Plain  =  () => <b/>;\n');
  expect(project.read('dist/run.jsx')).toContain('=> <b />');
});

describe('options of the plugin', () => {
  test('may begin with a byte order mark', async () => {
    start({ 'walk.js': walk, 'spindle.config.json': '\uFEFF{ "runtime": { "module": "./runtime.js" } }' });
    await project.spindle(['precompile', 'walk.js']);
    expect(project.read('dist/walk.js')).toContain('from "./runtime.js"');
  });

  test('come from spindle.config.json', async () => {
    start({ 'walk.js': walk, 'spindle.config.json': '{ "runtime": { "module": "./runtime.js" } }' });
    await project.spindle(['precompile', 'walk.js']);
    expect(project.read('dist/walk.js')).toContain('from "./runtime.js"');
  });

  test('may have comments, and commas at the end', async () => {
    start({
      'walk.js': walk,
      'spindle.config.json': '{\n  // where it is\n  "runtime": { "module": "./runtime.js" /* here */, },\n}',
    });
    expect((await project.spindle(['precompile', 'walk.js'])).code).toBe(0);
    expect(project.read('dist/walk.js')).toContain('from "./runtime.js"');
  });

  const options = "{ runtime: { module: './runtime.js' } }";

  test.each([
    ['spindle.config.js', `export default ${options};`],
    ['spindle.config.cjs', `module.exports = ${options};`],
    ['spindle.config.ts', `const options: object = ${options};\nexport default options satisfies object;`],
    ['package.json', '{ "spindle": { "runtime": { "module": "./runtime.js" } } }'],
  ])('come from %s', async (name, text) => {
    start({ 'walk.js': walk, [name]: text });
    expect(await project.spindle(['precompile', 'walk.js'])).toMatchObject({
      code: 0,
      text: '1 file compiled into dist.\n',
    });
    expect(project.read('dist/walk.js')).toContain('from "./runtime.js"');
  });

  test('come from one place: the others are said not to be read', async () => {
    start({
      'walk.js': walk,
      'spindle.config.ts': `export default ${options};`,
      'spindle.config.json': '{}',
      'package.json': '{ "spindle": {} }',
    });
    const { text } = await project.spindle(['precompile', 'walk.js']);
    expect(text).toBe(
      `${['spindle.config.json', '"spindle" in package.json']
        .map(
          (name) =>
            `warning: \`${name}\` is not read, as the options come from \`spindle.config.ts\`. Keep one of them. [SPN424]\n`,
        )
        .join('')}1 file compiled into dist, 2 warnings.\n`,
    );
  });

  test('come from the file of --config instead', async () => {
    start({
      'walk.js': walk,
      'spindle.config.json': '{ "nonsense": 1 }',
      'other.json': '{ "frameWait": { "while": false } }',
    });
    expect((await project.spindle(['precompile', 'walk.js', '--config', 'other.json'])).code).toBe(0);
    expect(project.read('dist/walk.js')).not.toContain('waitUntil');
  });

  test('are added to by --runtime-global', async () => {
    start({ 'walk.js': walk, 'spindle.config.json': '{ "frameWait": { "while": false } }' });
    await project.spindle(['precompile', 'walk.js', '--runtime-global', 'CK.code']);
    expect(project.read('dist/walk.js')).toContain('CK.code.$thread(');
    expect(project.read('dist/walk.js')).not.toContain('waitUntil');
  });
});

test.each([
  ['--target', {}, ['--target', 'frames']],
  ['the option `target` in a configuration', { 'spindle.config.json': '{ "target": "frames" }' }, []],
])('%s gives the other form of the output', async (_, files, args) => {
  start({ 'walk.js': walk, ...files });
  expect((await project.spindle(['precompile', 'walk.js', ...args])).code).toBe(0);
  expect(project.read('dist/walk.js')).toContain('$c.waits(');
  expect(project.read('dist/walk.js')).not.toContain('yield');
  expect((await project.spindle(['precompile', 'walk.js', '--target', 'generators'])).code).toBe(0);
  expect(project.read('dist/walk.js')).toContain('yield');
});

test('another --target is refused', async () => {
  start({ 'walk.js': walk });
  expect(await project.spindle(['precompile', 'walk.js', '--target', 'es5'])).toMatchObject({
    code: 1,
    text: expect.stringContaining('`--target` expected `generators` or `frames`, got `es5`'),
  });
});

test('warnings are listed and counted, and the files are written', async () => {
  start({ 'dice.js': '// @compile\nexport const roll = () => Math.random();\n// @nowiat\n', 'walk.js': walk });
  const { code, text } = await project.spindle(['precompile', '*.js']);
  expect(code).toBe(0);
  expect(text).toMatch(/^dice\.js:/);
  expect(text).toContain('dice.js:2:27: warning: `Math.random` is not the same on every run.');
  expect(text).toContain('> 2 | export const roll = () => Math.random();\n');
  expect(text).toContain('dice.js:3:1: warning: `@nowiat` is not a mark. Did you mean `@nowait`?');
  expect(text).toMatch(/\n2 files compiled into dist, 2 warnings\.\n$/);
  expect(project.list('dist')).toEqual(['dice.js', 'walk.js']);
});

test('a run that is repeated replaces its files and leaves nothing else behind', async () => {
  start({ 'walk.js': walk });
  await project.spindle(['precompile', 'walk.js', '--source-maps']);
  await project.spindle(['precompile', 'walk.js', '--source-maps']);
  expect(project.list('dist')).toEqual(['walk.js', 'walk.js.map']);
});

test('outputs that are as they would be are not written again', async () => {
  start({ 'a.js': walk, 'b.js': walk, 'plain.js': '' });
  await project.spindle(['precompile', '*.js']);
  const before = statSync(path.join(project.folder, 'dist/a.js'), { bigint: true });
  project.write('b.js', `${walk}// changed\n`);
  const { text } = await project.spindle(['precompile', '*.js']);
  expect(text).toBe('3 files compiled into dist, 2 unchanged.\n');
  const { mtimeNs, ino } = statSync(path.join(project.folder, 'dist/a.js'), { bigint: true });
  expect([mtimeNs, ino]).toEqual([before.mtimeNs, before.ino]);
});

describe('--check', () => {
  test('writes nothing, and names each output that is missing or stale', async () => {
    start({ 'a.js': walk, 'b.js': walk, 'c.js': 'let c;' });
    const missing = await project.spindle(['precompile', '*.js', '--check']);
    expect(missing).toMatchObject({ code: 1, text: expect.stringMatching(/\n3 errors\. Nothing was written\.\n$/) });
    expect(project.list()).toEqual(['a.js', 'b.js', 'c.js']);
    await project.spindle(['precompile', '*.js']);
    expect(await project.spindle(['precompile', '*.js', '--check'])).toMatchObject({
      code: 0,
      text: '3 files up to date in dist.\n',
    });
    project.write('b.js', `${walk}// changed\n`);
    project.write('dist/c.js', 'let d;');
    const { code, text } = await project.spindle(['precompile', '*.js', '--check']);
    expect(code).toBe(1);
    expect(text).toBe(
      `${['b', 'c'].map((name) => `\`dist/${name}.js\` is not what its source compiles to. Run the command without \`--check\`. [SPN426]\n`).join('')}2 errors. Nothing was written.\n`,
    );
  });

  test('notices outputs of other options: a mixed set', async () => {
    start({ 'a.js': walk });
    await project.spindle(['precompile', 'a.js', '--runtime-global', 'CK']);
    expect((await project.spindle(['precompile', 'a.js', '--check'])).text).toContain('[SPN426]');
  });
});

test('--quiet leaves the warnings and the errors', async () => {
  start({ 'walk.js': walk, 'dice.js': '// @compile\nexport const roll = () => Math.random();\n' });
  expect((await project.spindle(['precompile', 'walk.js', '--quiet'], { isTTY: true })).text).toBe('');
  const { text } = await project.spindle(['precompile', '*.js', '-q']);
  expect(text).toMatch(/^dice\.js:2:27: warning: [^\n]+\[SPN603\]\n.*\n {4}\|[^\n]+\n(?: *\d \|\n)?$/s);
  project.write('walk.js', 'let = ; // @compile');
  const failed = await project.spindle(['precompile', 'walk.js', '-q']);
  expect(failed).toMatchObject({ code: 1, text: expect.not.stringContaining('Nothing was written') });
});

describe('--json', () => {
  test('prints one line of JSON on stdout', async () => {
    start({ 'walk.js': walk, 'dice.js': '// @compile\nexport const roll = () => Math.random();\n' });
    await project.spindle(['precompile', 'walk.js']);
    const { code, text, out } = await project.spindle(['precompile', '*.js', '--json'], { isTTY: true });
    expect([code, text, out.split('\n').length]).toEqual([0, '', 2]);
    expect(JSON.parse(out)).toEqual({
      ok: true,
      files: 2,
      written: ['dist/dice.js'],
      removed: [],
      unchanged: 1,
      errors: [],
      warnings: [
        {
          severity: 'warning',
          code: 'SPN603',
          file: 'dice.js',
          line: 2,
          column: 27,
          message: '`Math.random` is not the same on every run. Use `random()` of the runtime. [SPN603]',
          frame: expect.stringContaining('> 2 | export const roll = () => Math.random();\n'),
        },
      ],
    });
  });

  test('has the errors, those of arguments too', async () => {
    start({ 'walk.js': 'let a;\na = ; // @compile' });
    const { code, out } = await project.spindle(['precompile', 'walk.js', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      written: [],
      errors: [{ severity: 'error', code: 'SPN422', file: 'walk.js', line: 2, column: 5 }],
    });
    const wrong = await project.spindle(['precompile', 'walk.js', '--json', '--colour']);
    expect(JSON.parse(wrong.out)).toMatchObject({ ok: false, errors: [{ code: 'SPN402' }] });
  });
});

test('TypeScript: enums become JavaScript, decorators stay, those of parameters too', async () => {
  const marked = '// @compile\nexport function nap(mood: Mood) {\n  wait(mood);\n}\n';
  start({
    'a.ts': `import type { Door } from './b.js';\nenum Mood { Tired = 20 }\n@dec export class A { constructor(public door: Door) {} }\n${marked}`,
    'b.ts': 'class Door {\n  constructor(@dec name: string) {}\n}\nexport type { Door };\n',
    'c.js': '@dec class C {}\n// @compile\nfunction nap() { wait(1); }\n',
  });
  // Engines do not parse decorators yet.
  expect(await main(['precompile', '*.*', '--source-maps'], { cwd: project.folder, stderr: { write() {} } })).toBe(0);
  const text = project.read('dist/a.js');
  expect(text).toContain('Mood[Mood["Tired"] = 20] = "Tired"');
  expect(text).toMatch(/@dec\s+(?:export )?class A|export @dec\s+class A/);
  expect(text).toContain('yield wait(mood);');
  expect(text).not.toContain('b.js');
  expect(project.read('dist/b.js')).toMatch(/constructor\(@dec\s+name\)/);
  expect(project.read('dist/c.js')).toContain('@dec');
  expect(JSON.parse(project.read('dist/a.js.map'))).toMatchObject({ file: 'a.js', sources: ['../a.ts'] });
});

test('a terminal that does not know its width is as wide as most', async () => {
  start({ 'b.js': walk });
  const { text } = await project.spindle(['precompile', '*.js'], { isTTY: true, columns: 0 });
  expect(text).toContain('1/1 b.js\r');
});

test('on a terminal the progress is one line that is overwritten', async () => {
  start({ 'a-long-name.js': walk, 'b.js': walk });
  const { text } = await project.spindle(['precompile', '*.js'], { isTTY: true, columns: 12 });
  const clear = '\r\u001B[2K';
  expect(text).toBe(`${clear}1/2 a-long-${clear}2/2 b.js${clear}2 files compiled into dist.\n`);
});

if (startsProcesses)
  test('the command itself answers with its exit code', () => {
    start({ 'walk.js': walk, 'bad.js': 'let = ; // @compile' });
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [bin, ...args], { cwd: project.folder, encoding: 'utf8' });
    expect(run('precompile', 'walk.js')).toMatchObject({ status: 0, stdout: '' });
    expect(run('precompile', 'bad.js')).toMatchObject({ status: 1, stdout: '' });
    expect(run('precompile', '--help').stdout).toContain('precompile "scripts/**/*.js" --out-dir dist --source-maps');
    expect(run('--version').stdout).toMatch(/^spindle\/\d/);
  });
