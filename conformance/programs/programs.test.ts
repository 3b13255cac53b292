import { readdirSync, readFileSync } from 'node:fs';
import * as abi from '@spindle/runtime/abi';
import fc from 'fast-check';
import { isHelper, VOCABULARY } from '../../packages/babel-plugin-threads/src/vocabulary.js';
import { checkPrograms, type Checked } from './check.js';
import { HELPERS, makeNames, PROPERTIES, STEMS } from './context.js';
import { variantOf } from './files.js';
import { compileProgram } from './output.js';
import { writeProgram } from './program.js';
import { checkPairs } from './scripts.js';
import { programTrees } from './tree.js';

let checked: Checked;

// One seed for each lane, so that the programs are the same for each change. The nightly run takes new seeds and 50,000 programs.
const seed = process.env['BABEL'] === '8' ? 20271121 : 20261141;

test('8 random programs do compiled, and stressed, what they do plain', async () => {
  checked = await checkPrograms({ runs: 8, seed });
  expect(checked.failures.join('\n\n')).toBe('');
}, 1_800_000);

test('most of them wait, call and come to their end', () => {
  const { programs, waiting, askedToWait, ended, skipped, lines, statements } = checked.count.totals;
  expect(programs).toBe(8);
  expect(skipped / programs).toBeLessThan(0.02);
  expect(ended / programs).toBeGreaterThan(0.6);
  expect(waiting / askedToWait).toBeGreaterThan(0.55);
  expect(lines / programs).toBeGreaterThan(9);
  expect(statements / programs).toBeGreaterThan(20);
});

test('both targets stand in one file, and in the files of one program', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const source = [
    '// @compile',
    'function main() { f(); }',
    ...names.map((name) => `// @compile\nfunction ${name}() { p(1); log(2); }`),
  ].join('\n');
  for (const target of ['mixed', 'files'] as const) {
    const { code, fault } = compileProgram(source, { frameWait: 'none', target, mix: 5 });
    expect(fault).toBeUndefined();
    expect(code.match(/function\* ?\$?[a-f]\(/g)?.length).toBeGreaterThan(1);
    expect(code.match(/\(\$f\d?, \$v/g)?.length).toBeGreaterThan(1);
  }
});

test('pairs of scripts in one page load and do compiled what they do plain', () => {
  expect(checkPairs({ runs: 20, seed }) ?? '').toBe('');
});

test('no method has the name of a property that programs read', () => {
  const methods = Array.from({ length: 1000 }, (_, traits) => makeNames(traits).next('m'));
  expect(PROPERTIES.filter((name) => methods.includes(name))).toEqual([]);
});

test('a program that runs as one script is compiled as a whole in its other runs, too', () => {
  const trees = fc
    .sample(programTrees, { numRuns: 100, seed })
    .filter(({ traits }) => variantOf(traits) === 'one script');
  expect(trees.length).toBeGreaterThan(5);
  for (const tree of trees) expect(writeProgram(tree)).toMatch(/^(?:'use strict';\n)?'use compile';\n/);
});

test('random programs are named as all that the plugin gives', () => {
  const folder = new URL('../../packages/babel-plugin-threads/src/', import.meta.url);
  const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
  const found = (text: string, name: RegExp): string[] => [...text.matchAll(name)].map(([, one = '']) => one);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const stems = files.flatMap((name) => found(read(name), /'\$([a-z]\w*)'/gi));
  const helpers = Object.keys(abi).flatMap((name) => (isHelper(name) ? name.replace('$', '').replace(/\d$/, '') : []));
  expect([stems.length > 15, helpers.length > 10]).toEqual([true, true]);
  const names = `${STEMS} ${HELPERS}`;
  const known = new Set([...`${names} ${names.replaceAll(/\d\b/g, '')}`.split(' '), ...VOCABULARY]);
  expect([...stems, ...helpers].filter((stem) => !known.has(stem))).toEqual([]);
});
