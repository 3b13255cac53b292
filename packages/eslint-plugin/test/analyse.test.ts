import { transform } from '@spindle/compiler';
import { analyse, type Finding } from '../src/analyse.js';
import { RULE_TABLE } from '../src/rule-table.js';
import { cases } from './cases.js';
import { fixtures } from './fixtures.js';

const ask = (text: string, filename = 'script.js', settings?: object): readonly Finding[] =>
  analyse({ text, filename, settings });
const rulesOf = (...args: Parameters<typeof ask>): string[] => ask(...args).map(({ rule }) => rule);

test.each(cases.map((one) => [`${one.rule} ${one.code ?? ''}`, one] as const))('%s', (_title, one) => {
  const { rule, code, message = code ?? '`// @native`', filename, settings, valid, invalid, place } = one;
  expect(ask(valid, filename, settings)).toEqual([]);
  expect(ask(invalid, filename, settings)).toEqual([{ rule, message: expect.stringContaining(message), ...place }]);
});

test.each(fixtures.map((one) => [one.folder, one] as const))('fixture %s: each warning by its rule', (_folder, one) => {
  const found = ask(one.text, 'script.js', one.settings).flatMap(({ rule, message, line, column }) => {
    const [, code] = /\[(SPN\d+)\]$/.exec(message) ?? [];
    if (code === undefined) return [];
    expect(RULE_TABLE.find(({ codes }) => codes.includes(code))?.name).toBe(rule);
    return [`${line}:${column + 1} ${code}`];
  });
  expect(found).toEqual(one.warnings);
});

test('a file is analysed once for all rules, and again if its text, its name or the settings are others', () => {
  const text = '// @compile\nfunction go() { wait(1); return Math.random(); }';
  const once = ask(text, 'a.js', { plain: ['log'] });
  expect(ask(text, 'a.js', { plain: ['log'] })).toBe(once);
  const others = [
    ask(text, 'b.js', { plain: ['log'] }),
    ask(`${text}\n`, 'b.js', { plain: ['log'] }),
    ask(text, 'b.js'),
  ];
  expect(new Set([once, ...others]).size).toBe(4);
});

test('the errors of a file are all told', () => {
  const text = '// @compile\nasync function a() {}\n// @compile\nfunction* b() {}';
  expect(ask(text).map(({ rule, line }) => [rule, line])).toEqual([
    ['compile', 2],
    ['compile', 4],
  ]);
});

test('what the compiler cannot read has a place', () => {
  expect(ask('// @compile\na = ;')).toMatchObject([{ rule: 'compile', line: 2, column: 4, endLine: 2, endColumn: 4 }]);
});

test('TypeScript is read by the name of the file', () => {
  const text = '// @compile\nexport function go(n: number): void {\n  wait(n as never);\n  Math.random();\n}';
  expect(rulesOf(text, 'a.ts')).toEqual(['no-nondeterministic-call']);
  expect(rulesOf(text, 'a.js')).toEqual(['compile']);
});

test.each(['data.json', 'page.vue', 'README.md', '/a.dir/x.svelte'])('%s is no script', (filename) => {
  expect(ask('// @compile\nlet = ;', filename)).toEqual([]);
});

test.each(['<input>', '/a.dir/script', 'C:\\a.dir\\a.cts', 'a.mjs', 'b.tsx'])('%s is a script', (filename) => {
  expect(rulesOf('// @compile\nasync function a() {}', filename)).toEqual(['compile']);
});

test('the settings are options of the compiler; which diagnostics count is for the linter to say', () => {
  const text = '// @compile\nfunction go() { wait(1); goal(); }';
  expect(rulesOf(text, 'a.js', { strictGlobals: true })).toEqual(['compile']);
  expect(rulesOf(text, 'a.js', { strictGlobals: true, globals: { goal: true } })).toEqual([]);
  expect(rulesOf('nap = () => wait(1);', 'a.js', { globals: { wait: true } })).toEqual([]);
  expect(rulesOf('// @compile\nf = () => Math.random();', 'a.js', { diagnostics: 'off' })).toHaveLength(1);
  expect(rulesOf('// @compile\nf = () => Math.random();', 'a.js', { diagnostics: 'error' })).toEqual([
    'no-nondeterministic-call',
  ]);
  expect(() => ask('', 'a.js', { globlas: {} })).toThrow(/`globlas`.*`globals`/);
});

test('`@allow` silences a diagnostic in the compiler', () => {
  const text = '// @compile\nfunction go() {\n  return Math.random(); // @allow SPN603\n}';
  expect(ask(text)).toEqual([]);
});

test('what the compiler has written is not looked at again', () => {
  const { code } = transform('// @compile\nexport function go() { wait(1); return Math.random(); }')!;
  expect(code).toContain('yield wait(1)');
  expect(ask(code)).toEqual([]);
});

test.each([
  ['an arrow of a field', 'load = async () => {};', 1],
  ['a method whose word is told of', 'async load() { wait(1); }', 0],
  ['a callback in an async method', 'async load() { on(async () => {}); }', 1],
  ['a callback', 'go() { wait(1); on(async () => {}); }', 0],
  ['an async generator', 'async *load() {}', 1],
  ['a getter', 'get near() { return 1; }', 0],
])('async members of a marked class: %s', (_what, member, count) => {
  const found = rulesOf(`// @compile\nclass A {\n  walk() { wait(1); }\n  ${member}\n}`);
  expect(found.filter((rule) => rule === 'no-async-in-marked-class')).toHaveLength(count);
});

test('a marked file or function may have async functions beside its scripts', () => {
  expect(ask('// @compile\n\nimport "a";\nasync function load() {}\nfunction go() { wait(1); }')).toEqual([]);
});
