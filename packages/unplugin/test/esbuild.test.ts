import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TraceMap, originalPositionFor } from '@jridgewell/trace-mapping';
import { build, type BuildFailure, type BuildOptions, type BuildResult } from 'esbuild';
import spindle, { type SpindleOptions } from '@spindle/unplugin/esbuild';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

interface Built {
  readonly code: string;
  readonly map: string;
  readonly warnings: BuildResult['warnings'];
}

/** Bundles `main.ts` of such a project in another folder, with the runtime outside. */
async function bundle(
  files: Record<string, string>,
  { options = {}, more = {} }: { options?: SpindleOptions; more?: BuildOptions } = {},
): Promise<Built> {
  const folder = mkdtempSync(path.join(tmpdir(), 'spindle-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const { outputFiles, warnings } = await build({
    absWorkingDir: folder,
    entryPoints: ['main.ts'],
    outfile: path.join(folder, 'out.js'),
    bundle: true,
    format: 'esm',
    sourcemap: 'linked',
    external: ['@spindle/*'],
    write: false,
    logLevel: 'silent',
    plugins: [spindle(options)],
    ...more,
  });
  const [map, code] = ['.map', '.js'].map((end) => outputFiles!.find((one) => one.path.endsWith(end))!.text);
  return { code: code!, map: map!, warnings };
}

const scene = `interface Box { hp: number }
const box: Box = { hp: 3 };
// @compile
export function opening(n: number): void {
  for (let i = 0; i < n; i++) {
    wait(20);
    console.log('turn', i, box!.hp);
  }
}
`;
const main = `import { opening } from './scene';\nopening(3);\n`;

test('a mark above a function at the top, which esbuild alone would drop; with types and a source map', async () => {
  const { code, map, warnings } = await bundle({ 'main.ts': main, 'scene.ts': scene });
  expect(warnings).toEqual([]);
  expect(code).toContain('yield wait(20)');
  const lines = code.split('\n');
  const line = lines.findIndex((text) => text.includes('yield wait(20)')) + 1;
  const column = lines[line - 1]!.indexOf('wait(20)');
  const traced = new TraceMap(map);
  expect(originalPositionFor(traced, { line, column })).toMatchObject({ source: 'scene.ts', line: 6, column: 4 });
  expect(traced.sourcesContent![traced.sources.indexOf('scene.ts')]).toBe(scene);
});

test('a file that is compiled already passes a second time', async () => {
  const more = { plugins: [spindle(), spindle()] };
  const once = await bundle({ 'main.ts': scene });
  const twice = await bundle({ 'main.ts': once.code.replace(/\/\/# source.*/, '') }, { more });
  expect(twice.warnings).toEqual([]);
  expect(twice.code.match(/\$thread\(/g)).toHaveLength(1);
});

test('all errors of a file, each with its place and code frame', async () => {
  const code = '// @compile\nexport async function f() {}\n// @compile\nexport function* g() {}\n';
  const failure = await bundle({ 'main.ts': code }).catch((error: BuildFailure) => error);
  const { errors } = failure as BuildFailure;
  expect(errors).toHaveLength(2);
  expect(errors[0]).toMatchObject({ location: { file: 'main.ts', line: 2, column: 7 }, pluginName: 'spindle' });
  expect(errors[0]!.text).toMatch(/\[SPN101\]\n.*1 \| \/\/ @compile\n> 2 \| export async function f/s);
});

test('a diagnostic is a warning, or an error where the options say so', async () => {
  const files = { 'main.ts': '// @complie\nexport function f() {}\n' };
  const { warnings, code } = await bundle(files);
  expect(warnings.map(({ text }) => text)).toEqual([expect.stringContaining('[SPN605]\n> 1 | // @complie')]);
  expect(warnings[0]!.location).toMatchObject({ file: 'main.ts', line: 1 });
  expect(code).not.toContain('console.warn');
  await expect(bundle(files, { options: { diagnostics: 'error' } })).rejects.toThrow('[SPN605]');
  expect((await bundle(files, { options: { diagnostics: 'off' } })).warnings).toEqual([]);
});

describe('a file without a mark that calls a word which waits', () => {
  const files = { 'main.ts': '"use strict";\nexport function f() {\n  wait(1);\n}\nf();\n' };

  test('is told', async () => {
    const { warnings } = await bundle(files);
    expect(warnings[0]!.text).toContain('`wait` waits, and nothing in this file is marked');
    expect(warnings[0]!.location).toMatchObject({ file: 'main.ts', line: 3, column: 2 });
  });

  test('in development also in the console of the page, before it fails', async () => {
    const { code } = await bundle(files, { options: { dev: true }, more: { format: 'iife' } });
    const { warn } = console;
    const told: string[] = [];
    console.warn = (text: string) => void told.push(text);
    // oxlint-disable-next-line no-implied-eval -- the bundle is run as a page would run it
    expect(() => new Function(code)()).toThrow('wait is not defined');
    console.warn = warn;
    expect(told).toEqual([
      expect.stringMatching(/^\[spindle\] \/.*main\.ts:3:3: .* \[SPN423\]\n(.*\n)*> 3 \| {3}wait\(1\)/),
    ]);
  });

  test('lines stay what they are', async () => {
    const { code, map } = await bundle(files, { options: { dev: true } });
    const line = code.split('\n').findIndex((text) => text.startsWith('  wait(1)')) + 1;
    expect(originalPositionFor(new TraceMap(map), { line, column: 2 })).toMatchObject({ source: 'main.ts', line: 3 });
  });
});

test('diagnostics of a compiled file stand behind its code in development', async () => {
  const code = '// @compile\nexport function f() { wait(1); Math.random(); }\n';
  const built = await bundle({ 'main.ts': code }, { options: { dev: true } });
  expect(built.warnings).toHaveLength(1);
  expect(built.code).toMatch(/\$thread[\s\S]*console\.warn\("\[spindle\] .*SPN603/);
});

test('files that are not included, and packages, are left alone', async () => {
  const files = { 'main.ts': main, 'scene.ts': scene };
  expect((await bundle(files, { options: { exclude: /scene/ } })).code).not.toContain('yield');
  expect((await bundle(files, { options: { include: '**/other/**' } })).code).not.toContain('yield');
  expect((await bundle(files, { options: { include: '**/scene.*' } })).code).toContain('yield');
});

test('a wrong option is told where the plugin is made', () => {
  expect(() => spindle({ plian: [] } as object)).toThrow('Did you mean `plain`? [SPN301]');
});
