import { readFileSync } from 'node:fs';
import { VOCABULARY } from '../../babel-plugin-threads/src/vocabulary.js';
import spindle, { globals } from '@spindle/eslint-plugin';
import { RULE_TABLE } from '../src/rule-table.js';
import { cases } from './cases.js';
import { fixtures } from './fixtures.js';

const { recommended } = spindle.configs;
const text = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

test('the globals are the words of scripts, as the plugin for Babel and the types of the runtime know them', () => {
  expect(new Set(Object.keys(globals))).toEqual(VOCABULARY);
  const declared = [...text('../../runtime/src/globals.ts').matchAll(/^ {2}var (\w+):/gm)].map(([, word]) => word);
  expect(new Set(declared)).toEqual(VOCABULARY);
  expect(recommended.languageOptions.globals).toEqual(globals);
});

test('each code has one rule, each rule without a code a pair of texts, and each with codes a pair or a fixture', () => {
  const all = RULE_TABLE.flatMap(({ codes }) => codes);
  expect(new Set(all).size).toBe(all.length);
  const inFixtures = new Set(fixtures.flatMap(({ warnings }) => warnings.map((one) => one.split(' ')[1])));
  const inCases = new Set(cases.map(({ rule }) => rule));
  const isShown = ({ name, codes }: (typeof RULE_TABLE)[number]): boolean =>
    inCases.has(name) || codes.some((code) => inFixtures.has(code));
  expect(RULE_TABLE.filter((row) => !isShown(row))).toEqual([]);
});

test('the recommended configuration has all rules that are recommended; only what does not compile is an error', () => {
  expect(recommended.plugins.spindle).toBe(spindle);
  const names = Object.keys(spindle.rules).filter((name) => spindle.rules[name]!.meta.docs.recommended);
  expect(Object.keys(recommended.rules)).toEqual(names.map((name) => `spindle/${name}`));
  expect(Object.keys(spindle.rules).filter((name) => !names.includes(name))).toEqual([
    'no-order-between-waits',
    'no-shared-variable',
  ]);
  const errors = Object.entries(recommended.rules).filter(([, severity]) => severity === 'error');
  expect(errors).toEqual([['spindle/compile', 'error']]);
});
