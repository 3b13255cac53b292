import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WatchFilter, WatchHost } from '../../src/precompile/watch.js';
import { Project } from '../project.js';

const walk = '// @compile\nexport function walk(glitch) {\n  while (glitch.moves()) glitch.step();\n}\n';
const bin = fileURLToPath(new URL('../../bin/spindle.js', import.meta.url));

let project = new Project({});
const start = (files: Record<string, string>): Project => (project = new Project(files));
afterEach(() => project.remove());

/** A command that watches, whose file system tells changes when the test says so. */
class Session implements WatchHost {
  readonly #ended = new AbortController();
  readonly until = this.#ended.signal;
  readonly watched: { folder: string; filter: WatchFilter; onChange: (file: string) => void }[] = [];
  readonly ended: Promise<{ code: number; text: string }>;
  #unread = '';
  #onText: (() => void) | undefined;

  constructor(...args: string[]) {
    const stderr = {
      write: (part: string) => {
        this.#unread += part;
        this.#onText?.();
      },
    };
    this.ended = project.spindle(['precompile', ...args, '--watch'], {}, { stderr, stdout: stderr, watching: this });
  }

  async watch(folder: string, filter: WatchFilter, onChange: (file: string) => void) {
    this.watched.push({ folder: path.relative(project.folder, folder), filter, onChange });
    return { close: async () => {} };
  }

  settle = async (): Promise<void> => {};

  /** The text that was printed since the last call, up to the next summary. */
  async said(end = /\.\n$/): Promise<string> {
    while (!end.test(this.#unread)) await new Promise<void>((wake) => (this.#onText = wake));
    const text = this.#unread;
    this.#unread = '';
    return text;
  }

  tell(...names: string[]): void {
    for (const name of names) {
      const file = path.join(project.folder, name);
      for (const { folder, filter, onChange } of this.watched)
        if (file.startsWith(path.join(project.folder, folder)) && !filter.isIgnored(file)) onChange(file);
    }
  }

  async end(): Promise<void> {
    this.#ended.abort();
    await this.ended;
  }
}

async function begin(...args: string[]): Promise<Session> {
  const session = new Session(...args);
  await session.said(/Watching for changes\.\n$/);
  return session;
}

test('a file that comes, changes or goes is compiled, or its outputs removed', async () => {
  start({ 'src/a.js': walk, 'src/b/c.js': walk });
  const session = await begin('src/**/*.js', '--source-maps');
  expect(session.watched.map(({ folder, filter }) => [folder, filter.recursive])).toEqual([
    ['src', true],
    ['', false],
  ]);
  project.write('src/new.js', walk);
  session.tell('src/new.js');
  expect(await session.said()).toBe('3 files compiled into dist, 2 unchanged.\n');
  project.write('src/a.js', walk.replace('step', 'jump'));
  session.tell('src/a.js');
  expect(await session.said()).toBe('3 files compiled into dist, 2 unchanged.\n');
  expect(project.read('dist/a.js')).toContain('glitch.jump()');
  rmSync(path.join(project.folder, 'src/b/c.js'));
  session.tell('src/b/c.js');
  expect(await session.said()).toBe('2 files compiled into dist, 2 unchanged, 2 removed.\n');
  expect(project.list('dist')).toEqual(['a.js', 'a.js.map', 'new.js', 'new.js.map']);
  await session.end();
});

test('an output that somebody has changed is not removed with its source', async () => {
  start({ 'src/a.js': walk, 'src/b.js': walk });
  const session = await begin('src/*.js');
  project.write('dist/b.js', 'mine');
  rmSync(path.join(project.folder, 'src/b.js'));
  session.tell('src/b.js');
  expect(await session.said()).toBe('1 file compiled into dist, 1 unchanged.\n');
  expect(project.read('dist/b.js')).toBe('mine');
  await session.end();
});

test('changes of one save are one build, one while it builds is another', async () => {
  start({ 'src/a.js': walk, 'src/b.js': walk });
  const session = await begin('src/*.js');
  project.write('src/a.js', walk.replace('step', 'jump'));
  project.write('src/b.js', walk.replace('step', 'jump'));
  session.tell('src/a.js', 'src/b.js', 'src/a.js');
  expect(await session.said()).toBe('2 files compiled into dist.\n');
  session.settle = async () => {
    session.settle = async () => {};
    // The build that follows has not read the file yet when it changes, so that it needs no further one; the next
    // change comes while it builds.
    project.write('src/a.js', walk.replace('step', 'hop'));
    setImmediate(() => {
      project.write('src/b.js', walk.replace('step', 'hop'));
      session.tell('src/b.js');
    });
  };
  session.tell('src/a.js');
  await session.said();
  await session.said();
  expect(project.read('dist/a.js')).toContain('glitch.hop()');
  expect(project.read('dist/b.js')).toContain('glitch.hop()');
  await session.end();
});

test('an error leaves the outputs, and is told until it is mended', async () => {
  start({ 'src/a.js': walk, 'src/b.js': walk });
  const session = await begin('src/*.js');
  project.write('src/a.js', 'x = ; // @compile');
  session.tell('src/a.js');
  expect(await session.said(/written\.\n$/)).toMatch(/^src\/a\.js:1:5: .*\n1 error\. Nothing was written\.\n$/s);
  project.write('src/b.js', walk.replace('step', 'jump'));
  session.tell('src/b.js');
  expect(await session.said(/written\.\n$/)).toMatch(/^src\/a\.js:1:5: /);
  expect(project.read('dist/b.js')).toContain('glitch.step()');
  project.write('src/a.js', walk);
  session.tell('src/a.js');
  expect(await session.said()).toBe('2 files compiled into dist, 1 unchanged.\n');
  expect(project.read('dist/b.js')).toContain('glitch.jump()');
  await session.end();
});

test('the options are read again when they change, and everything is compiled with them', async () => {
  start({ 'src/a.js': walk, 'src/b.js': walk });
  const session = await begin('src/*.js');
  project.write('spindle.config.json', '{ "runtime": { "module": "./runtime.js" } }');
  session.tell('spindle.config.json');
  expect(await session.said()).toBe('2 files compiled into dist.\n');
  expect(project.read('dist/a.js')).toContain('from "./runtime.js"');
  for (const module of ['./a.js', './b.js']) {
    project.write('spindle.config.js', `export default { runtime: { module: '${module}' } };`);
    session.tell('spindle.config.js');
    expect(await session.said()).toContain('2 files compiled into dist, 1 warning.\n');
    expect(project.read('dist/a.js')).toContain(`from "${module}"`);
  }
  project.write('spindle.config.js', 'export default { plian: [] };');
  session.tell('spindle.config.js');
  expect(await session.said(/written\.\n$/)).toContain('The option `plian` is not known.');
  await session.end();
});

test('a file of --config in another folder is watched too, the usual ones then not', async () => {
  start({ 'src/a.js': walk, 'etc/my.json': '{}' });
  const session = await begin('src/*.js', '--config', 'etc/my.json');
  expect(session.watched.map(({ folder }) => folder)).toEqual(['src', '', 'etc']);
  project.write('etc/my.json', '{ "runtime": { "module": "./runtime.js" } }');
  session.tell('spindle.config.json', 'etc/other.json', 'etc/my.json');
  expect(await session.said()).toBe('1 file compiled into dist.\n');
  await session.end();
});

test('what no glob matches is no change, nor is what the command writes', async () => {
  start({ 'a.ts': walk });
  const session = await begin('*.{js,ts}', '--out-dir', '.');
  session.tell('notes.txt', 'node_modules/x.js', '.spindle-1-abc/0', 'a.js');
  project.write('a.ts', walk.replace('step', 'jump'));
  session.tell('a.ts');
  // The output is a source of the next build by its name, so the two would become one file.
  expect(await session.said(/written\.\n$/)).toContain('`a.js` is a source, and the output would overwrite it.');
  await session.end();
});

test('it ends while it builds', async () => {
  start({ 'src/a.js': walk });
  const session = new Session('src/*.js');
  await session.end();
  expect(await session.ended).toMatchObject({ code: 0 });
  expect(project.list('dist')).toEqual(['a.js']);
});

test('a glob that matches nothing yet is an error, until something comes', async () => {
  start({ 'src/notes.txt': '' });
  const session = new Session('src/scripts/*.js');
  expect(await session.said(/changes\.\n$/)).toContain('matches no file in');
  expect(session.watched[0]?.folder).toBe('src');
  project.write('src/scripts/a.js', walk);
  session.tell('src/scripts/a.js');
  expect(await session.said()).toBe('1 file compiled into dist.\n');
  await session.end();
});

test('the command itself sees the changes of a real file system', async () => {
  start({ 'src/a.js': walk });
  const child = spawn(process.execPath, [bin, 'precompile', 'src/**/*.js', '--watch', '--json'], {
    cwd: project.folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise((done) => child.once('close', (code) => done(code)));
  const lines = readLines(child.stdout);
  /** Reads on to a build that did this: one save may be seen as two changes. */
  const seen = async (wanted: object): Promise<void> => {
    for await (const line of lines) {
      const outcome = JSON.parse(line) as object;
      if (Object.entries(wanted).every(([key, value]) => String(outcome[key as never]) === String(value))) return;
    }
    throw new Error('the command has ended');
  };
  await seen({ ok: true, written: ['dist/a.js'] });
  project.write('src/deep/b.js', walk);
  await seen({ ok: true, written: ['dist/deep/b.js'], unchanged: 1 });
  project.write('src/a.js', walk.replace('step', 'jump'));
  do await seen({ ok: true, written: ['dist/a.js'] });
  while (!project.read('dist/a.js').includes('glitch.jump()'));
  rmSync(path.join(project.folder, 'src/deep/b.js'));
  await seen({ ok: true, removed: ['dist/deep/b.js'] });
  project.write('spindle.config.json', '{ "runtime": { "module": "./r.js" } }');
  await seen({ ok: true, written: ['dist/a.js'] });
  child.kill('SIGINT');
  expect(await closed).toBe(0);
}, 60_000);

/** `for await` ends an iterator of a generator, so this one is no generator's. */
function readLines(stream: AsyncIterable<Buffer | string>): AsyncIterable<string> {
  const lines = linesOf(stream);
  return { [Symbol.asyncIterator]: () => ({ next: () => lines.next() }) };
}

async function* linesOf(stream: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  let text = '';
  for await (const part of stream) {
    text += String(part);
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      yield text.slice(0, end);
      text = text.slice(end + 1);
    }
  }
}
