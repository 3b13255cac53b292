import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { Project } from './project.js';

const walk = '// @compile\nexport function walk() {\n  wait(16);\n}\n';

let project = new Project({});
const start = (files: Record<string, string>): Project => (project = new Project(files));
afterEach(() => project.remove());

const link = (target: string, name: string): void => {
  mkdirSync(path.dirname(path.join(project.folder, name)), { recursive: true });
  symlinkSync(target, path.join(project.folder, name));
};
const precompile = (...args: string[]) => project.spindle(['precompile', ...args]);

describe('links', () => {
  test('a linked folder in the output folder that leads out of it is not followed', async () => {
    start({ 'src/sub/x.js': walk, 'src/sub/y.js': walk, 'victim/x.js': 'precious' });
    link('../victim', 'dist/sub');
    const { code, text } = await precompile('src/**/*.js');
    expect(code).toBe(1);
    expect(text).toContain(
      '`dist/sub` is a link that leads out of the output folder, to `victim`. Remove it, or give another `--out-dir`. [SPN419]',
    );
    expect(text).toContain('\n1 error. ');
    expect(project.read('victim/x.js')).toBe('precious');
  });

  test('one that leads nowhere is named', async () => {
    start({ 'src/sub/x.js': walk });
    link('nowhere', 'dist/sub');
    expect((await precompile('src/**/*.js')).text).toContain('`dist/sub` is not a folder');
  });

  test('one that stays inside is followed, and two outputs that become one are named', async () => {
    start({ 'src/a/x.js': walk, 'src/b/y.js': walk, 'dist/a/z.js': '' });
    link('a', 'dist/b');
    expect((await precompile('src/**/*.js')).code).toBe(0);
    expect(project.read('dist/a/y.js')).toContain('@compiled');
    project.write('src/b/x.js', walk);
    expect((await precompile('src/**/*.js')).text).toContain(
      '`src/a/x.js` and `src/b/x.js` would both become `dist/b/x.js`.',
    );
  });

  test('a linked file is replaced, and what it leads to stays', async () => {
    start({ 'src/x.js': walk, 'victim.js': 'precious' });
    link('../victim.js', 'dist/x.js');
    expect((await precompile('src/*.js')).code).toBe(0);
    expect(project.read('victim.js')).toBe('precious');
    expect(project.read('dist/x.js')).toContain('@compiled');
  });

  test('a file that is found again behind a link that leads back is compiled once', async () => {
    start({ 'src/a/x.js': walk, 'src/b/y.js': walk });
    link('..', 'src/a/loop');
    link('../b', 'src/a/other');
    link('../a', 'src/b/other');
    await precompile('src/**/*.js');
    expect(project.list('dist')).toEqual(['a/other/y.js', 'a/x.js', 'b/other/x.js', 'b/y.js']);
  });
});

describe('what stands in the place of an output', () => {
  test('a file beside its source that does not say that it was compiled is not overwritten', async () => {
    start({ 'src/x.ts': walk, 'src/x.js': '// by hand\n' });
    const { code, text } = await precompile('src/*.ts', '--out-dir', 'src');
    expect(code).toBe(1);
    expect(text).toContain(
      '`src/x.js` exists already and is not marked as compiled, so it may be yours; `src/x.ts` would overwrite it.',
    );
    expect(project.read('src/x.js')).toBe('// by hand\n');
  });

  test('nor is one in a folder above the sources', async () => {
    start({ 'src/x.js': walk, 'x.js': 'by hand' });
    expect((await precompile('src/*.js', '--out-dir', '.')).text).toContain('`x.js` exists already');
  });

  test('outputs of an earlier run are replaced there, compiled ones and copies', async () => {
    start({ 'src/x.ts': walk, 'src/plain.ts': 'export const x: number = 1;\n' });
    for (const source of [walk, walk.replace('16', '20'), `"use compile";\n${walk}`]) {
      project.write('src/x.ts', source);
      expect((await precompile('src/*.ts', '--out-dir', 'src', '--source-maps')).code).toBe(0);
    }
    expect(project.read('src/x.js')).toContain('wait(16)');
  });

  test('in a folder without sources everything is an output', async () => {
    start({ 'src/x.js': 'export const x = 1;', 'dist/x.js': 'an old copy' });
    expect((await precompile('src/*.js')).code).toBe(0);
    project.write('src/x.js', 'export const x = 2;');
    expect((await precompile('src/*.js')).code).toBe(0);
    expect(project.read('dist/x.js')).toBe('export const x = 2;');
  });
});

describe('leftovers', () => {
  test('of a run that was killed are removed by the next, those of one that lives are not', async () => {
    start({ 'x.js': walk });
    const { pid: dead } = spawnSync(process.execPath, ['-e', '0']);
    for (const name of [`${dead}-aaaaaa`, `${process.pid}-bbbbbb`, `${process.ppid}-cccccc`, 'kept-1-dddddd', 'notes'])
      project.write(`dist/.spindle-${name}/0`, '');
    await precompile('x.js');
    expect(project.list('dist')).toEqual([
      `.spindle-${process.ppid}-cccccc/0`,
      '.spindle-kept-1-dddddd/0',
      '.spindle-notes/0',
      'x.js',
    ]);
  });
});

describe('what is no file', () => {
  test('a pipe is refused, and nobody waits for it', async () => {
    start({ 'src/x.js': walk });
    for (const name of ['src/p.js', 'pipe.json']) spawnSync('mkfifo', [path.join(project.folder, name)]);
    link('p.js', 'src/linked.js');
    expect((await precompile('src/p.js')).text).toContain(
      '`src/p.js` is a pipe and not a file. Leave it out of the globs. [SPN418]',
    );
    expect((await precompile('src/*.js')).text).toContain('`src/linked.js` is a pipe and not a file.');
    expect((await precompile('src/x.js', '--config', 'pipe.json')).text).toContain(
      '`pipe.json` cannot be read: it is a pipe.',
    );
  });

  test('a device is named', async () => {
    start({ 'src/y.txt': '' });
    link('/dev/zero', 'src/zero.js');
    expect((await precompile('src/zero.js')).text).toContain('`src/zero.js` is a device and not a file.');
  });
});
