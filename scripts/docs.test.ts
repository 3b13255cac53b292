import { readFileSync } from 'node:fs';
import * as runtime from '@spindle/runtime';
import { fill, pages } from './fill-docs.js';
import { VOCABULARY } from '../packages/babel-plugin-threads/src/vocabulary.js';

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const codesIn = (text: string): string[] => [...new Set<string>(text.match(/SPN\d{3}/g))].sort();

test('docs/errors.md names every code of the three packages, and no other', () => {
  const sources = ['babel-plugin-threads', 'runtime', 'cli'].map((name) => read(`packages/${name}/src/errors.ts`));
  expect(codesIn(read('docs/errors.md'))).toEqual(codesIn(sources.join('\n')));
});

test('no code has two messages', () => {
  const sources = ['babel-plugin-threads', 'runtime', 'cli'].map((name) => read(`packages/${name}/src/errors.ts`));
  const all: string[] = sources.join('\n').match(/'SPN\d{3}'/g) ?? [];
  expect(all.filter((code, i) => all.indexOf(code) !== i)).toEqual([]);
});

test('the runtime exports every word that the plugin imports for scripts', () => {
  expect([...VOCABULARY].filter((word) => !(word in runtime))).toEqual([]);
});

test('the runtime exports every helper of the emitted code', () => {
  const helpers = ['$thread', 'thread', 'beside', 'isPause', 'outside', 'handler', 'overBudget', 'clock', 'waitUntil'];
  expect(helpers.filter((word) => !(word in runtime))).toEqual([]);
});

test('the examples of the pages are those of the fixtures (`npm run docs` fills them)', () => {
  for (const { name, text, filled } of pages()) expect([name, text]).toEqual([name, filled]);
});

test('a page that names a fixture which is not there is an error', () => {
  expect(() => fill('<!-- fixture no/such: input -->\n<!-- end -->', '/nowhere')).toThrow('has no input');
});

test('the README of the plugin names every option, and no other', () => {
  const table = read('packages/babel-plugin-threads/README.md').split('## Options')[1]?.split('##')[0] ?? '';
  const named = [...table.matchAll(/^\| `([\w.]+)`/gm)].map(([, name = '']) => name.split('.')[0]);
  const known = /const KNOWN = \[(.*?)\]/s.exec(read('packages/babel-plugin-threads/src/options.ts'))?.[1] ?? '';
  expect(new Set(named)).toEqual(new Set([...known.matchAll(/'(\w+)'/g)].map(([, name]) => name)));
});
