/** What the plugin does in bundlers that do not stand in the tests here: compat/bundlers tries the bundlers themselves. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import type { TransformResult, UnpluginContextMeta } from 'unplugin';
import type { SpindleOptions } from '@spindle/unplugin/vite';
import { spindlePreset } from '@spindle/unplugin/babel';
import { patternOf, withRuntime } from '../src/ignore-list.js';
import { factory } from '../src/plugin.js';

interface Hooks {
  readonly handler: (this: object, code: string, id: string) => TransformResult;
  readonly vite: { config(config: object): object; configResolved(config: object): void };
}

interface Told {
  readonly message: string;
  readonly frame?: string;
  readonly loc?: object;
}

const told: Told[] = [];
const context = {
  warn: (one: Told) => void told.push(one),
  error: (one: Told): never => {
    throw Object.assign(new Error(one.message), one);
  },
};
beforeEach(() => void (told.length = 0));

function hooksIn(framework: string, options: SpindleOptions = {}): Hooks {
  const { transform, vite } = factory(options, { framework, versions: {} } as UnpluginContextMeta);
  return { ...(transform as Hooks), vite: vite as Hooks['vite'] };
}

const served = (options?: SpindleOptions): Hooks => {
  const hooks = hooksIn('vite', options);
  hooks.vite.configResolved({ command: 'serve' });
  return hooks;
};

const codeOf = (result: TransformResult): string => (result as { code: string }).code;
const script = '// @compile\nexport function f(x: number) { wait(x); }\n';

test('the script of a component is read by its query, and named by its file', () => {
  const { handler } = hooksIn('rollup');
  const id = '/game/Hero.vue?vue&type=script&setup=true&lang.ts';
  const { code, map } = handler.call(context, script, id) as { code: string; map: { sources: string[] } };
  expect(code).toContain('yield wait(x)');
  expect(map.sources).toEqual(['/game/Hero.vue']);
  handler.call(context, 'export function f(x: number) { wait(x); }', id);
  expect(told[0]).toMatchObject({
    loc: { file: '/game/Hero.vue', line: 1 },
    frame: expect.stringContaining('wait(x)'),
  });
});

describe('a component', () => {
  const compiled = (id: string, code: string, options?: SpindleOptions) =>
    hooksIn('vite', options).handler.call(context, code, id) as { code: string; map: { mappings: string } };

  test('keeps all around its scripts, and the map leads from a line in a script to its line in the file', () => {
    const code = `<template>\n  <p>{{ n }}</p>\n</template>\n<script setup lang="ts" generic="T extends Record<string, 1>">\n${script.replace('export ', '')}</script>\n`;
    const { code: made, map } = compiled('/game/Hero.vue', code);
    expect(made).toMatch(/^<template>\n {2}<p>\{\{ n \}\}<\/p>\n<\/template>\n<script setup [^]*\n<\/script>\n$/);
    const lines = made.split('\n');
    const line = lines.findIndex((text) => text.includes('yield wait(x)'));
    const position = { line: line + 1, column: lines[line]!.indexOf('wait') };
    expect(originalPositionFor(new TraceMap(map as never), position)).toMatchObject({ line: 6, column: 24 });
  });

  test.each(['generators', 'frames'] as const)('of Svelte has runes, and no other name with a dollar: %s', (target) => {
    const code = `<script>\n// @compile\nclass Hero extends Executor {\n  hp = $state(3);\n  hit() {\n    wait(1);\n    this.hp -= $power;\n  }\n}\n</script>\n`;
    const { code: made } = compiled('/game/Hero.svelte', code, { target });
    expect(made).toContain('hp = $state(3);');
    const declared = made.replaceAll(/import \{.*/g, '').match(/(?<![\w$])\$\w*/g);
    expect(new Set(declared)).toEqual(new Set(['$state', '$power']));
    expect(made).toMatch(/import \{[^}]*\$methods as _\$methods/);
  });

  test('of Svelte has marks in one script only', () => {
    const code = '<script module>\n// @compile\nfunction a() { wait(1); }\n</script>\n';
    expect(() => compiled('/game/Hero.svelte', code + code.replace(' module', ''))).toThrow(
      /Only one script of a Svelte component/,
    );
  });
});

test('a program is compiled by its mark, and with the option without one: then bundlers look at each text', () => {
  const filterOf = (options: SpindleOptions): object =>
    (factory(options, { framework: 'vite', versions: {} } as UnpluginContextMeta).transform as { filter: object })
      .filter;
  const program = 'wait(1);\nif (done) return;\n';
  for (const [code, options] of [
    [`// @script\n${program}`, {}],
    [program, { script: true }],
  ] as const)
    expect(codeOf(served(options).handler.call(context, code, '/robot.js'))).toMatch(
      /export default program;[^]*bindings: \{ program \}/,
    );
  expect(told).toEqual([]);
  expect([Object.keys(filterOf({})), Object.keys(filterOf({ script: true }))]).toEqual([['id', 'code'], ['id']]);
  const { code } = filterOf({ words: { wait: 'warte' } }) as { code: RegExp[] };
  expect(code.some((text) => text.test('warte(1);'))).toBe(true);
});

test('a mark that another tool has dropped is told as dropped, where the file has it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'spindle-dropped-'));
  const [dropped, forgotten] = ['dropped.ts', 'forgotten.ts'].map((name) => path.join(folder, name)) as [
    string,
    string,
  ];
  writeFileSync(dropped, `// The hero.\n${script}`);
  writeFileSync(forgotten, 'export function f(x: number) { wait(x); }\n');
  const { handler } = hooksIn('rollup');
  const made = 'function f(x){wait(x)}export{f};';
  for (const file of [dropped, forgotten]) handler.call(context, made, file);
  rmSync(folder, { recursive: true });
  expect(told).toMatchObject([
    { message: expect.stringMatching(/dropped it before .* "use compile"/), loc: { file: dropped, line: 3 } },
    { message: expect.stringContaining('nothing in this file is marked'), loc: { file: forgotten, line: 1 } },
  ]);
});

test('all errors of a file are in the one that Vite shows, the frame of the first beside it', () => {
  const code = '// @compile\nasync function f() {}\n// @compile\nfunction* g() {}';
  let thrown: Partial<Told> = {};
  try {
    served().handler.call(context, code, '/game/a.js');
  } catch (error) {
    thrown = error as Told;
  }
  expect(thrown.message).toMatch(
    /^A compiled thread cannot be async[^]*\[SPN101\]\n\n\/game\/a\.js:4:1: [^]*\[SPN102\]\n[^]*> 4 \|/,
  );
  expect(thrown.frame).toContain('> 2 | async function f() {}');
});

test('Farm gets one text, and its warnings go to the console', () => {
  const { handler } = hooksIn('farm');
  const { warn } = console;
  const printed: string[] = [];
  console.warn = (text: string) => void printed.push(text);
  handler.call(context, 'export function f() { wait(1); }', '/game/a.js');
  console.warn = warn;
  expect(printed[0]).toMatch(/^\/game\/a\.js:1:23: .*\[SPN423\]\n/);
  expect(() => handler.call(context, '// @compile\nfunction* g() {}', '/game/a.js')).toThrow('> 2 | function* g() {}');
});

describe("Vite's dev server", () => {
  test('updates scripts in a page while they run, and not in Node, nor if `dev` is false', () => {
    const page = { ...context, environment: { config: { consumer: 'client' } } };
    const node = { ...context, environment: { config: { consumer: 'server' } } };
    const codes = [page, node].map((where) => codeOf(served().handler.call(where, script, '/game/a.ts')));
    expect(codes.map((code) => code.includes('import.meta.hot.accept()'))).toEqual([true, false]);
    expect(codeOf(served({ dev: false }).handler.call(page, script, '/game/a.ts'))).not.toContain('import.meta.hot');
    const built = hooksIn('vite');
    built.vite.configResolved({ command: 'build' });
    expect(codeOf(built.handler.call(page, script, '/game/a.ts'))).not.toContain('import.meta.hot');
  });

  test('with frames, modules that are updated have what saves need, unless they shall not', () => {
    const page = { ...context, environment: { config: { consumer: 'client' } } };
    const savesIn = (options: SpindleOptions, command = 'serve', more = ''): boolean => {
      const hooks = hooksIn('vite', { target: 'frames', root: '/game', ...options });
      hooks.vite.configResolved({ command });
      return codeOf(hooks.handler.call(page, script + more, '/game/a.ts')).includes('$saves(');
    };
    expect([savesIn({}), savesIn({ saves: false }), savesIn({ dev: false })]).toEqual([true, false, false]);
    expect([savesIn({}, 'build'), savesIn({ saves: true }, 'build')]).toEqual([false, true]);
    expect(savesIn({}, 'serve', '\nlet count = 0;')).toBe(false);
  });

  test('lets uncaught errors of scripts stand on the page, unless an option or the overlay of Vite is off', () => {
    const page = { ...context, environment: { config: { consumer: 'client' } } };
    const node = { ...context, environment: { config: { consumer: 'server' } } };
    const show = '\nimport "@spindle/runtime/overlay";\n';
    const linesIn = (where: object, options: SpindleOptions, server: object, command = 'serve'): string => {
      const hooks = hooksIn('vite', options);
      hooks.vite.configResolved({ command, server });
      const code = codeOf(hooks.handler.call(where, script, '/game/a.ts'));
      return code.includes(show) ? 'shown' : code.includes('$hideErrors();') ? 'hidden' : 'as it is';
    };
    const off = { hmr: { overlay: false } };
    expect([linesIn(page, {}, {}), linesIn(page, {}, { hmr: true }), linesIn(page, { overlay: true }, off)]).toEqual(
      Array.from({ length: 3 }, () => 'shown'),
    );
    expect([linesIn(page, { overlay: false }, {}), linesIn(page, {}, off)]).toEqual(['hidden', 'hidden']);
    expect([
      linesIn(node, {}, {}),
      linesIn(page, {}, {}, 'build'),
      linesIn(page, { runtime: { module: './spindle.js' } }, {}),
      linesIn(page, { runtime: { global: 'Spindle' } }, {}),
    ]).toEqual(Array.from({ length: 4 }, () => 'as it is'));
  });

  test('writes diagnostics to the console of the page, and not to that of Node', () => {
    const node = { ...context, environment: { config: { consumer: 'server' } } };
    const unmarked = '"use client"\n// The hero.\nexport function f() { wait(1); }';
    expect(codeOf(served().handler.call(context, unmarked, '/game/a.js'))).toMatch(
      /^"use client";console\.warn\(".*SPN423.*"\);\n\/\/ The hero\.\nexport/,
    );
    expect(served().handler.call(node, unmarked, '/game/a.js')).toBeUndefined();
    expect(told).toHaveLength(2);
  });
});

test('debuggers step over the runtime, and over what they stepped over before', () => {
  const runtime = '/game/spindle/packages/runtime';
  const lists = [undefined, true, false, (source: string) => source.endsWith('mine.js')].map((given) => {
    const ignores = withRuntime(given, runtime);
    const sources = ['../spindle/packages/runtime/src/wait.ts', '/a/node_modules/b.js', 'mine.js'];
    return sources.map((source) => ignores(source, '/game/dist/x.js.map'));
  });
  expect(lists).toEqual([
    [true, true, false],
    [true, true, false],
    [true, false, false],
    [true, false, true],
  ]);
  expect(patternOf(runtime).test('../packages/runtime/dist/wait.js')).toBe(true);
  expect([patternOf(undefined), patternOf('/a/b+c')].map(({ source }) => source)).toEqual([
    'node_modules',
    'node_modules|a\\/b\\+c\\/',
  ]);
});

test('the preset for the Babel plugin of Rolldown has the filter, and our plugin with its options', () => {
  const { preset, rolldown } = spindlePreset({ target: 'frames' });
  expect(rolldown.filter.code.test(script)).toBe(true);
  expect(preset().plugins).toEqual([[expect.any(Function), { target: 'frames' }]]);
});
