import { readFileSync } from 'node:fs';
import { findUncompiledWait, MARK_FILTER, mayConcern, WAIT_FILTER, waitFilterOf } from '@spindle/compiler';
import { findFixtures } from '../../../fixtures/folders.js';

const RUNTIME = `from '@spindle/runtime';`;

test.each([
  ['a free name', 'function nap() {\n  wait(100);\n}', '`wait` waits', 2],
  ['TypeScript', 'const nap = (x: number): void => {\n  waitFor<Door>(x);\n};', '`waitFor` waits', 2],
  ['an import', `import { wait } ${RUNTIME}\nfunction nap() { wait(100); }`, '`wait` waits', 2],
  ['under another name', `import { wait as nap } ${RUNTIME}\nfunction f() { nap(1); }`, '`nap` waits', 2],
  ['of all', `import * as S ${RUNTIME}\nconst f = () => { S.race(); };`, '`S.race` waits', 2],
  ['its value is used', `import { waitFor } ${RUNTIME}\nfunction f() { const x = waitFor(y); return x; }`, 'waits', 2],
  ['a free name that starts a thread', 'function f() {\n  withClock(world, g);\n}', '`withClock` waits', 2],
  ['at the top', `import { wait } ${RUNTIME}\nwait(1);`, '`wait` waits', 2],
])('it is found: %s', (_, code, message, line) => {
  const found = findUncompiledWait(code, { filename: 'a.ts' })!;
  expect(found).toMatchObject({ code: 'SPN423', severity: 'warning', file: 'a.ts', line });
  expect(found.message).toContain(message);
  const word = code.split('\n')[line - 1]!.slice(found.column, found.endColumn);
  expect([found.endLine, found.message.split('`')[1]]).toEqual([line, word]);
  expect(found.frame).toContain(`> ${line} | `);
});

test.each([
  ['a function of the file', 'function wait() {}\nwait(1);'],
  ['a parameter', 'const nap = (wait) => wait(100);'],
  ['an import of something else', 'import { wait } from "./time.js"; function f() { wait(1); }'],
  ['a method', 'list.every((one) => one); this.wait(1); class A { #race() { this.#race (1); } wait() {} }'],
  ['a comment', '// wait(100)'],
  ['no JavaScript', 'wait(100);\nlet = ;'],
  ['a word that does not wait', 'signal("x");'],
  [
    'a word that starts a thread',
    `import { withClock } ${RUNTIME}\nonKey(() => { withClock(world, () => hero.dash()); });`,
  ],
  ['a generator', `import { wait } ${RUNTIME}\nfunction* f() { yield wait(1); }`],
  ['the pause is returned', `import { start, wait, all } ${RUNTIME}\nstart(() => (x ? wait(1) : (all(a, b) as any)));`],
  ['returned by a statement', `import { wait } ${RUNTIME}\nfunction f() { return x && wait(1); }`],
  ['returned behind a comma', `import { wait } ${RUNTIME}\nconst f = () => (log(1), wait(1));`],
])('it is not found: %s', (_, code) => {
  expect(findUncompiledWait(code, { filename: 'a.ts' })).toBeNull();
});

test('what the options say holds', () => {
  const code = 'function nap() { wait(1); }';
  expect(findUncompiledWait(code, { globals: { wait: true } })).toBeNull();
  expect(findUncompiledWait(code, { constants: { wait: 'sleep' } })).toBeNull();
  expect(findUncompiledWait(code, { diagnostics: 'off' })).toBeNull();
  expect(findUncompiledWait(code, { diagnostics: 'error' })).toMatchObject({ severity: 'error' });
  const other = 'import { wait } from "./engine.js"; function f() { wait(1); }';
  expect(findUncompiledWait(other)).toBeNull();
  expect(findUncompiledWait(other, { runtime: { module: './engine.js' } })).toMatchObject({ line: 1 });
  const own = 'if (a) warte$(1);';
  expect(findUncompiledWait(own)).toBeNull();
  expect(findUncompiledWait(own, { words: { wait: 'warte$' } })).toMatchObject({
    message: expect.stringContaining('`warte$`'),
  });
});

describe('the filters for the text', () => {
  const sources = findFixtures().map(({ inputFile }) => readFileSync(inputFile, 'utf8'));

  test('one finds all that may concern the compiler', () => {
    const slips = [
      '// @complie',
      '/** @Compile */',
      '// compile',
      '/* compile */',
      '// @ compile',
      '"use complie"',
      "'use compile'",
    ];
    const words = [
      '* @interupt',
      ' * @nowiat',
      '// @dorp',
      '/*@latets*/',
      '"use compiled"',
      '// @compiled',
      '/*\n compile\n*/',
    ];
    const found = [...sources, ...slips, ...words].filter((text) => mayConcern(text));
    expect(found.length).toBeGreaterThan(300);
    expect(found.filter((text) => !MARK_FILTER.test(text))).toEqual([]);
  });

  test('and none has lookaround, which some engines do not know', () => {
    for (const { source } of [MARK_FILTER, WAIT_FILTER, waitFilterOf({ words: { wait: 'warte$' } })])
      expect(source).not.toMatch(/\(\?[=!<]/);
  });

  test('a usual module passes neither', () => {
    const code =
      '"use strict";\nimport { a } from "./a.js";\nexport const f = (list) => list.every((x) => a(x)).wait(1); // e@mail.org';
    expect([mayConcern(code), WAIT_FILTER.test(code)]).toEqual([false, false]);
  });
});
