import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as babel from '@babel/core';
import threads from 'babel-plugin-threads';
import * as runtime from '@spindle/runtime';
import * as scenes from '@spindle/runtime/scenes';
import { FEATURES } from './features.js';
import { fill, pages } from './fill.js';
import { SAVED_ROWS } from './saved-rows.js';
import { MUTATIONS } from '../mutations/runtime.js';
import { PLUGIN_MUTATIONS } from '../mutations/plugin.js';
import { packages } from '../structure-table.js';
import { VOCABULARY } from '../../packages/babel-plugin-threads/src/vocabulary.js';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const codesIn = (text: string): string[] => [...new Set<string>(text.match(/SPN\d{3}/g))].sort();

const errorFiles = [
  'packages/babel-plugin-threads/src/messages/errors.ts',
  'packages/babel-plugin-threads/src/messages/warnings.ts',
  'packages/runtime/src/messages/errors.ts',
  'packages/runtime/src/saves/errors.ts',
  'packages/runtime/src/messages/more-arguments.ts',
  'packages/runtime/src/messages/warning-texts.ts',
  'packages/cli/src/errors.ts',
];

test('docs/errors.md names every code of the three packages, and no other', () => {
  const sources = errorFiles.map(read);
  expect(codesIn(read('docs/errors.md'))).toEqual(codesIn(sources.join('\n')));
});

test.each([
  ['scripts/mutations/runtime.js', 'packages/runtime/src', MUTATIONS],
  ['scripts/mutations/plugin.js', 'packages/babel-plugin-threads/src', PLUGIN_MUTATIONS],
])('each mutation of %s fits its file once', (_list, folder, mutations) => {
  const times = (file: string, piece: string): number => read(`${folder}/${file}`).split(piece).length - 1;
  const list = mutations as { rule: string; file: string; find: string }[];
  expect(list.filter(({ file, find }) => times(file, find) !== 1).map(({ rule }) => rule)).toEqual([]);
});

test('no code has two messages', () => {
  const sources = errorFiles.map(read);
  const all: string[] = sources.join('\n').match(/'SPN\d{3}'/g) ?? [];
  expect(all.filter((code, i) => all.indexOf(code) !== i)).toEqual([]);
});

test('the runtime exports every word that the plugin imports for scripts', () => {
  expect([...VOCABULARY].filter((word) => !(word in runtime || word in scenes))).toEqual([]);
});

test('the README of the runtime names every word of scripts and every member of Executor', () => {
  const text = read('packages/runtime/README.md');
  const members = Object.getOwnPropertyNames(runtime.Executor.prototype).filter((name) => name !== 'constructor');
  const named = (word: string): boolean => new RegExp(`\`[^\`]*\\b${word}\\b`).test(text);
  expect([...VOCABULARY, ...members].filter((word) => !named(word))).toEqual([]);
});

test('the examples of the pages are those of the fixtures (`npm run docs` fills them)', () => {
  for (const { name, text, filled } of pages()) expect([name, text]).toEqual([name, filled]);
});

test('the README of the plugin shows the output of its examples as it is, without its imports and the table at its end', () => {
  const page = read('packages/babel-plugin-threads/README.md');
  const examples = [...page.matchAll(/```js\n([^`]*\/\/ @compiled\n[^]*?)```/g)].map(([, text = '']) => text);
  expect(examples.length).toBe(2);
  for (const example of examples) {
    const { source, output, options } = columnsOf(example);
    const { code } = babel.transformSync(source, { ...options })!;
    const shown = code!.replaceAll(/^import .*\n/gm, '').replace(/\nfunction \$meta\([^]*/, '');
    expect(withoutEmptyLines(output)).toBe(withoutEmptyLines(shown));
  }
});

/** An example with the source on the left and the output on the right. A comment above it may give the options of the plugin. */
function columnsOf(example: string): { source: string; output: string; options: babel.TransformOptions } {
  const lines = example.split('\n');
  const column = lines.find((line) => line.endsWith('// @compiled'))!.indexOf('// @compiled');
  const isOption = (line: string): boolean => /^\/\/ (options:| )/.test(line);
  const given = lines
    .filter(isOption)
    .join('')
    .replaceAll(/\/\/|options:/g, '');
  const asJson = given.replaceAll("'", '"').replaceAll(/(\w+): /g, '"$1": ');
  const plugin = [threads, given === '' ? {} : JSON.parse(asJson)] as babel.PluginItem;
  const code = lines.filter((line) => !isOption(line));
  return {
    source: code.map((line) => line.slice(0, column).trimEnd()).join('\n'),
    output: code.map((line) => line.slice(column)).join('\n'),
    options: { configFile: false, babelrc: false, filename: 'example.js', plugins: [plugin] },
  };
}

const withoutEmptyLines = (text: string): string => text.replaceAll(/\n+/g, '\n').trim();

test('a page that names a fixture which is not there is an error', () => {
  expect(() => fill('<!-- fixture no/such: input -->\n<!-- end -->', '/nowhere')).toThrow('has no input');
});

const fixtures = path.join(import.meta.dirname, '../../fixtures');

test('an output is shown without its entries and `go` where the page says so', () => {
  const shown = (parts: string): string =>
    fill(`<!-- fixture frames/a-switch: ${parts} -->\n<!-- end -->`, fixtures).replace(/^<!-- .* -->$/m, '');
  const stepsIn = (text: string): string[] => [...text.matchAll(/^function (\$\w+)/gm)].map(([, name = '']) => name);
  expect(stepsIn(shown('output'))).toEqual(['$act', '$go', '$entry0', '$entry1']);
  expect(stepsIn(shown('output-without-entries'))).toEqual(['$act', '$go']);
  expect(stepsIn(shown('output-without-entries-and-go'))).toEqual(['$act']);
  expect(() => shown('output-without-it')).toThrow('`it` cannot be left out');
});

test('the README of the runtime names what a scheduler does for a game, and no other', () => {
  const source =
    read('packages/runtime/src/scheduling/scheduler.ts').split('/** A timer without a thread. */')[0] ?? '';
  const members = [...source.matchAll(/(\*\/\n)  (?:get )?([a-z]\w*)(?:<[^>]*>)?\(/g)].filter(
    ({ index }) => !source.slice(source.lastIndexOf('/**', index), index).includes('@internal'),
  );
  expect(members.length).toBeGreaterThan(12);
  const table = read('packages/runtime/README.md').split('## The scheduler')[1]?.split('\n\n`@spindle')[0] ?? '';
  const cells = table.split('\n').flatMap((line) => (line.startsWith('| `') ? (line.split('|')[1] ?? '') : []));
  const named = cells.flatMap((cell) => [...cell.matchAll(/`(?:new )?(\w+)/g)].map(([, name = '']) => name));
  expect(named.filter((name) => name !== 'Scheduler' && name !== 'clock').sort()).toEqual(
    members.map(([, , name = '']) => name).sort(),
  );
});

test('every feature of the five sources is shown by a fixture, an example or a test that exists', () => {
  const features = Object.values(FEATURES).flat() as [feature: string, shown: string[]][];
  expect(features.length).toBeGreaterThan(60);
  expect(notShown(features)).toEqual([]);
});

test('ARCHITECTURE.md has a section for each package, and says of each other folder what it has', () => {
  const page = read('ARCHITECTURE.md');
  const sections = [...page.matchAll(/^## .* \(`packages\/([\w-]+)`\)$/gm)].map(([, name = '']) => name);
  expect(sections.toSorted()).toEqual(foldersIn('packages').toSorted());
  const named = [...page.split('## Other folders')[1]!.matchAll(/^\| `([\w-]+)` /gm)].map(([, name = '']) => name);
  const folders = foldersIn('.').filter((name) => !['build', 'coverage', 'node_modules', 'packages'].includes(name));
  expect(named.toSorted()).toEqual(folders.toSorted());
});

const foldersIn = (folder: string): string[] =>
  readdirSync(new URL(`../../${folder}`, import.meta.url), { withFileTypes: true })
    .filter((each) => each.isDirectory() && !each.name.startsWith('.'))
    .map(({ name }) => name);

test.each(packages)('ARCHITECTURE.md has a row for each room of $folder, and no other', ({ folder, layers }) => {
  const section = read('ARCHITECTURE.md')
    .split(/^## /m)
    .find((text) => text.split('\n')[0]!.includes(`(\`${folder}\`)`))!;
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`([\w/-]+)`/g)].map(([, room = '']) => room));
  expect(named.toSorted()).toEqual(layers.flat().toSorted());
});

test('docs/saves.md: every row of what can be saved, and of what is refused, is shown by a test that exists', () => {
  const rows = read('docs/saves.md')
    .split('\n')
    .filter((line) => /^\| (?!what|-)/.test(line));
  const known = SAVED_ROWS as [begin: string, tests: string[]][];
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.filter((row) => known.filter(([begin]) => row.startsWith(`| ${begin}`)).length !== 1)).toEqual([]);
  expect(known.filter(([begin]) => !rows.some((row) => row.startsWith(`| ${begin}`)))).toEqual([]);
  expect(notShown(known)).toEqual([]);
});

/** The tests, fixtures and scenes that are named, `file` or `file: title`, and do not exist. */
const notShown = (rows: [what: string, shown: string[]][]): string[] =>
  rows.flatMap(([, shown]) =>
    shown.filter((each) => {
      const [, file = '', title] = /^([^:]+)(?:: (.*))?$/.exec(each) ?? [];
      return !exists(file, title);
    }),
  );

/** Whether there is such a fixture (with a trace, an error or warnings), such a scene, or a test of that title in that file. */
function exists(file: string, title: string | undefined): boolean {
  if (title === undefined) {
    if (file.startsWith('fixtures/'))
      return ['trace.txt', 'error.txt', 'warnings.txt'].some((name) => hasFile(`${file}/${name}`));
    return hasFile(file) && file.startsWith('examples/scenes/');
  }
  const full = /^(fixtures|examples|scripts|conformance|e2e|compat|play)\//.test(file) ? file : `packages/${file}`;
  return hasFile(full) && new RegExp(`(test|describe)(\\.each\\([^]*?\\))?\\(\\s*'${escape(title)}'`).test(read(full));
}

const hasFile = (file: string): boolean => existsSync(new URL(`../../${file}`, import.meta.url));
const escape = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');

test('the README of the plugin names every option, and no other', () => {
  const table = read('packages/babel-plugin-threads/README.md').split('## Options')[1]?.split('##')[0] ?? '';
  const named = [...table.matchAll(/^\| `([\w.]+)`/gm)].map(([, name = '']) => name.split('.')[0]);
  const known =
    /const OPTIONS[^=]*= \{(.*?)\n\};/s.exec(read('packages/babel-plugin-threads/src/options.ts'))?.[1] ?? '';
  expect(new Set(named)).toEqual(new Set([...known.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name)));
});
