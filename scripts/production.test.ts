/** The build with the condition `production`, as a bundler makes it. `npm run build` has to have run. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from '@babel/core';
import * as esbuild from 'esbuild';
import { globSync } from 'tinyglobby';
import plugin from '../packages/babel-plugin-threads/src/index.js';
import type * as abi from '../packages/runtime/src/abi.js';
import type * as runtime from '../packages/runtime/src/index.js';
import type * as stacks from '../packages/runtime/src/stacks.js';
import type * as testing from '../packages/runtime/src/testing.js';

type Runtime = typeof runtime & typeof abi & Pick<typeof testing, 'runToEnd'>;
const root = path.join(import.meta.dirname, '..');
const PRODUCTION = path.join(root, 'packages/runtime/dist/production');

const ALL =
  "export * from '@spindle/runtime'; export * from '@spindle/runtime/abi'; export { runToEnd } from '@spindle/runtime/testing';";

function bundle(conditions: string[], contents: string = ALL): string {
  const [{ text }] = esbuild.buildSync({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    conditions,
    format: 'iife',
    globalName: 'made',
    write: false,
  }).outputFiles as [esbuild.OutputFile];
  return text;
}

// oxlint-disable-next-line typescript/no-implied-eval -- the bundle of this repository
const load = (text: string): Runtime => new Function(`${text}\nreturn made;`)() as Runtime;

const bundled = bundle(['production']);
const production = load(bundled);

/** Compiles a script that ends with `return { … };`. */
function play(rt: Runtime, script: string, more: object = {}): unknown {
  const at = script.lastIndexOf('return {');
  const options = { runtime: { global: '$rt' }, diagnostics: 'off', ...more };
  const { code } = transformSync(script.slice(0, at), {
    filename: 'scene.js',
    cwd: root,
    sourceType: 'script',
    configFile: false,
    babelrc: false,
    plugins: [[plugin, options]],
  }) as { code: string };
  // oxlint-disable-next-line typescript/no-implied-eval -- the script above
  return new Function('$rt', `${code}\n${script.slice(at)}`)(rt);
}

function thrownBy(fn: () => unknown): Error & { code?: string; values?: object } {
  try {
    fn();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

test('an error has its class, its code, the names that it got, and where it is explained', () => {
  const error = thrownBy(() => production.wait(16));
  expect(error).toBeInstanceOf(production.NotInThreadError);
  expect(error.code).toBe('SPN504');
  const { homepage } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { homepage: string };
  const page = `${homepage.replace('#readme', '')}/blob/main/docs/errors.md`;
  expect(error.values).toEqual({ word: 'wait' });
  expect(error.message).toBe(`SPN504 {"word":"wait"}: see ${page}#spn504`);
  expect(readFileSync(path.join(root, 'docs/errors.md'), 'utf8')).toContain('<a id="spn504"></a>');
});

test('a wrong argument is told without what it should have been', () => {
  const script = `
    // @compile
    function nap() { try { wait('soon'); } catch (error) { return error; } }
    return { nap };`;
  const nap = (rt: Runtime): Error => (play(rt, script) as { nap(): Error }).nap();
  expect(nap(production)).toMatchObject({ name: 'TypeError', message: 'wait: "soon" (string)' });
  expect(nap(load(bundle([]))).message).toBe('wait expected milliseconds ≥ 0, got "soon" (string).');
});

test('two files with one name in saves are an error', () => {
  production.$saves('shop.js', {});
  expect(thrownBy(() => production.$saves('shop.js', {})).code).toBe('SPN538');
});

test('without the condition an error has its sentences', () => {
  expect(thrownBy(() => load(bundle([])).wait(16)).message).toMatch(
    /^`wait` was called outside any thread\. Usual causes/,
  );
});

test('scripts run as in development: owners queue, waits end, and all entries have one state', () => {
  const script = `
    const log = [];
    // @compile
    class Guard extends $rt.Executor {
      walk(steps) { for (let i = 0; i < steps; i++) this.wait(100); log.push('there ' + clock.now); }
      greet() { log.push('hello ' + clock.now); }
    }
    return { guard: new Guard(), log };`;
  const { guard, log } = play(production, script) as {
    guard: { walk(n: number): unknown; greet(): unknown };
    log: string[];
  };
  guard.walk(3);
  guard.greet();
  production.runToEnd(production.scheduler, { frameMs: 50 });
  expect(log).toEqual(['there 300', 'hello 300']);
});

test.each(['generators', 'frames'])(
  'a page for children has the lines of its programs, and of a loop that never ends: %s',
  (target) => {
    const app = load(
      bundle(
        ['production'],
        "export * from '@spindle/runtime'; export * from '@spindle/runtime/abi'; export { framesOf } from '@spindle/runtime/stacks';",
      ),
    ) as Runtime & Pick<typeof stacks, 'framesOf'>;
    const script = `
// @compile
function program() {
  turn(1); wait(16);
  for (let i = 0; i < 10; i--) {}
}
// @compile
function turn(n) { if (n > 1) wait(16); wait(16); }
return { program };`;
    const { program } = play(app, script, { target, positions: true }) as { program: () => unknown };
    const errors: unknown[] = [];
    const room = new app.Scheduler({ maxStepsPerTurn: 1000, onError: (error) => void errors.push(error) });
    const thread = room.spawn(program);
    const lines: string[] = [];
    for (let frame = 0; frame < 3; frame++) {
      room.pulse(16);
      lines.push(
        app
          .framesOf(thread)
          .map(({ file, line, column }) => `${file} ${line}:${column}`)
          .join(' < '),
      );
    }
    expect(lines).toEqual(['scene.js 8:41 < scene.js 4:3', 'scene.js 4:12', '']);
    expect(errors).toMatchObject([{ code: 'SPN508', lines: [5], call: 'program()' }]);
  },
);

test('a deadlock is found', () => {
  const script = `
    let other;
    // @compile
    function first() { wait(16); waitFor(other); }
    // @compile
    function second(one) { waitFor(one); }
    return { begin() { const one = $rt.start(() => first()); other = $rt.start(() => second(one)); return one; } };`;
  const one = (play(production, script) as { begin(): runtime.Thread }).begin();
  const room = production.scheduler;
  const told: unknown[] = [];
  const before = room.onError;
  room.onError = (error) => told.push((error as { code?: string }).code);
  room.pulse(16);
  room.pulse(16);
  room.onError = before;
  expect(one.ended).toBe(true);
  expect(told).toContain('SPN511');
});

test.each([
  ['throws without its entry', '', 'SPN534'],
  ['is there with its entry', "import '@spindle/runtime/own-waits';", 'there'],
])('in an app that imports no such word, this.race %s', (_what, more, expected) => {
  const app = load(
    bundle(
      ['production'],
      `export { Executor, scheduler } from '@spindle/runtime'; export { $thread, $methods } from '@spindle/runtime/abi'; ${more}`,
    ),
  );
  const hero = new app.Executor() as unknown as { race(...calls: unknown[]): unknown };
  const come = (app.$thread as unknown as (body: unknown, meta: string) => () => runtime.Thread)(function* () {
    try {
      return (yield hero.race(() => 'there')) as unknown;
    } catch (error) {
      return (error as { code?: string }).code;
    }
  }, 'come(0)');
  expect(come()).toBe(expected);
});

test('a minimal app has all that its scripts need, also where they get Promises and errors', async () => {
  const app = load(
    bundle(
      ['production'],
      "export { Executor, scheduler, Scheduler, wait, clock } from '@spindle/runtime'; export { $thread, $methods, waitUntil, countIteration, nextFrame, beside } from '@spindle/runtime/abi';",
    ),
  );
  const thread = app.$thread as unknown as <A extends unknown[]>(
    body: (...args: A) => Generator,
    meta: string,
  ) => (...args: A) => runtime.Thread;
  const log: unknown[] = [];
  const room = new app.Scheduler({ onError: (error) => log.push((error as Error).message) });
  const hero = new app.Executor();
  const walk = thread(function* () {
    yield hero.wait(100);
    log.push(`walked ${app.clock.now}`, yield Promise.resolve('a Promise'));
    yield app.waitUntil(() => app.clock.now > 300 && 'later');
    log.push(`waited ${app.clock.now}`);
  }, 'walk(0)');
  const fall = thread(function* () {
    yield walk();
    throw new Error('down');
  }, 'fall(0)');
  room.enter(() => void fall());
  room.signal('nobody listens', 1, { sticky: true });
  room.clearSignal('nobody listens');
  for (let i = 0; i < 30; i++) {
    room.pulse(16);
    await Promise.resolve();
  }
  expect(log).toEqual(['walked 112', 'a Promise', 'waited 304', 'down']);
  expect(thrownBy(() => production.waitSignal('nobody listens')).code).toBe('SPN504');
});

test('nothing warns', () => {
  const { warn } = console;
  const told: unknown[] = [];
  console.warn = (...values) => told.push(values);
  const room = new production.Scheduler();
  for (let i = 0; i < 100; i++) room.pulse(0.5);
  console.warn = warn;
  expect(told).toEqual([]);
});

test('a production build of a game that is driven shows no error on the page', () => {
  const game = "import '@spindle/runtime/overlay'; import { drive } from '@spindle/runtime/host'; drive();";
  const shows = (conditions: string[]): boolean => bundle(conditions, game).includes('spindle-errors');
  expect([shows(['production']), shows([])]).toEqual([false, true]);
});

test('the files of a production build have no texts of warnings, and maps to the sources', () => {
  const files = globSync('**/*.js', { cwd: PRODUCTION, absolute: true });
  expect(files.length).toBeGreaterThan(80);
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/from ".*\/development\.js|^import "/m);
    const { sources } = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as { sources: string[] };
    expect(sources.filter((source) => !existsSync(path.resolve(path.dirname(file), source)))).toEqual([]);
  }
  expect(readFileSync(path.join(PRODUCTION, 'messages/development.js'), 'utf8')).toContain('const DEV = !1');
  expect(bundled.match(/SPN7\d\d/g)).toBeNull();
});

test('what a game bundles has no regular expression with a property of Unicode, which the Babel of Next cannot compile', () => {
  const folders = ['runtime', 'engines', 'inspector'].map((name) => path.join(root, `packages/${name}/dist`));
  const files = folders.flatMap((cwd) => globSync('**/*.js', { cwd, absolute: true }));
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => /\\p\{/i.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('the files of a production build have no texts of what is wrong with a damaged save', () => {
  const textsIn = (folder: string): string[] =>
    globSync('**/*.js', { cwd: path.join(folder, 'saves'), absolute: true }).flatMap(
      (file) => readFileSync(file, 'utf8').match(/damaged\((?!['"`]{2})['"`][^$)]*\)/g) ?? [],
    );
  expect(textsIn(path.join(PRODUCTION, '..')).length).toBeGreaterThan(50);
  expect(textsIn(PRODUCTION)).toEqual([]);
});
