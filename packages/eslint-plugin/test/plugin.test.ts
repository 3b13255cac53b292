import { readFileSync } from 'node:fs';
import { VOCABULARY } from '../../babel-plugin-threads/src/vocabulary.js';
import spindle, { globals } from '@spindle/eslint-plugin';
import { RULE_TABLE } from '../src/rule-table.js';
import { cases } from './cases.js';

const { recommended } = spindle.configs;
const text = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

test('the globals are the words of scripts, as the plugin for Babel and the types of the runtime know them', () => {
  expect(new Set(Object.keys(globals))).toEqual(VOCABULARY);
  const declared = [...text('../../runtime/src/globals.ts').matchAll(/^ {2}var (\w+):/gm)].map(([, word]) => word);
  expect(new Set(declared)).toEqual(VOCABULARY);
  expect(recommended.languageOptions.globals).toEqual(globals);
});

test('each diagnostic has a rule, and each code only one', () => {
  const inTable = RULE_TABLE.flatMap(({ codes }) => codes);
  const diagnostics = [
    ...text('../../../docs/errors.md').matchAll(/^\| (?:<a id="\w+"><\/a>)?(SPN6\d\d|SPN423) /gm),
  ].map(([, code]) => code);
  expect(inTable).toHaveLength(diagnostics.length);
  expect(new Set(inTable)).toEqual(new Set(diagnostics));
});

test('each code and each rule has a pair of texts', () => {
  expect(new Set(cases.map(({ rule }) => rule))).toEqual(new Set(RULE_TABLE.map(({ name }) => name)));
  const codes = RULE_TABLE.flatMap((row) => row.codes);
  expect(cases.flatMap(({ code }) => (code?.startsWith('SPN1') ? [] : (code ?? []))).sort()).toEqual(codes.sort());
});

test('the README has the table of rules', () => {
  const rows = RULE_TABLE.map(({ name, codes, description }) => {
    const told = name === 'compile' ? 'SPN1xx, SPN2xx, SPN422' : codes.join(', ') || '–';
    return [`\`${name}\``, told, description];
  });
  const lines = text('../README.md')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, name]) => name?.startsWith('`') && RULE_TABLE.some((row) => name === `\`${row.name}\``));
  expect(lines.map(([, name, codes, description]) => [name, codes, description])).toEqual(rows);
});

test('the recommended configuration has all rules that are recommended; only what does not compile is an error', () => {
  expect(recommended.plugins.spindle).toBe(spindle);
  const names = Object.keys(spindle.rules).filter((name) => spindle.rules[name]!.meta.docs.recommended);
  expect(Object.keys(recommended.rules)).toEqual(names.map((name) => `spindle/${name}`));
  expect(Object.keys(spindle.rules).filter((name) => !names.includes(name))).toEqual(['no-order-between-waits']);
  const errors = Object.entries(recommended.rules).filter(([, severity]) => severity === 'error');
  expect(errors).toEqual([['spindle/compile', 'error']]);
});

test('the configuration for Oxlint says the same', () => {
  const config = JSON.parse(text('../oxlint.json')) as {
    rules: object;
    overrides: { files: string[]; globals: object }[];
  };
  const { files, globals: words } = config.overrides[0]!;
  expect(config.rules).toEqual(recommended.rules);
  expect(words).toEqual(globals);
  expect(recommended.ignores).toEqual(['**/*', ...files.map((glob) => `!${glob}`)]);
});
