import { compile, messagesOf, warned } from '../compile.js';

describe('the first comment of a file', () => {
  test('is the mark of the function directly below', () => {
    const code = compile('// @compile\nconst f = () => g();\nconst h = () => g();');
    expect(code).toContain('const h = () => g();');
    expect(code).toContain('// @compiled\nconst f');
  });

  test.each([
    ['an import', 'import x from "x";\n'],
    ['a directive', '"use strict";\n'],
    ['a statement without functions', 'const N = 1;\n'],
    ['a blank line', '\n'],
    ['another comment and a blank line', '// More.\n\n'],
  ])('is the mark of the file above %s', (_what, between) => {
    const code = compile(`// @compile\n${between}const f = () => g();\nconst h = () => g();`);
    expect(code.match(/yield g\(\)/g)).toHaveLength(2);
  });

  test.each([
    ['a line', '// Copyright 2026.\n'],
    ['a block', '/*!\n * Copyright 2026.\n */\n\n'],
    ['a hashbang and two comments', '#!/usr/bin/env node\n// Copyright 2026.\n\n// More.\n'],
  ])('is the mark of the file also below a licence: %s', (_what, licence) => {
    const code = compile(`${licence}// @compile\nimport x from "x";\nconst f = () => g();\nconst h = () => g();`);
    expect(code.match(/yield g\(\)/g)).toHaveLength(2);
    const withoutBlankLines = (text: string): string => text.replace(/\n+/g, '\n');
    expect(withoutBlankLines(code)).toContain(withoutBlankLines(`${licence}// @compiled\nimport { $arrow }`));
  });

  test('is the mark of the function directly below it also below a licence', () => {
    const code = compile('// Copyright 2026.\n\n// @compile\nconst f = () => g();\nconst h = () => g();');
    expect(code.match(/yield g\(\)/g)).toHaveLength(1);
  });

  test('is the mark of the function below a comment that goes on', () => {
    const code = compile('// @compile\n// Walks north.\nconst f = () => g();\nconst h = () => g();');
    expect(code.match(/yield g\(\)/g)).toHaveLength(1);
  });

  test('may stand below a hashbang', () => {
    expect(compile('#!/usr/bin/env node\n// @compile\n\nconst f = () => g();')).toContain('yield g()');
  });
});

const two = 'function f() { return g(); }\nfunction h() { return g(); }';
const wholeFile = (code: string): boolean => code.match(/yield g\(\)/g)?.length === 2;

describe('the first comment of a file, straight above a function', () => {
  test.each([
    '/* @compile the whole file */',
    '// @compile the whole file',
    '// @compile: all',
    '// @compile — everything',
    '// @compile всё',
    '/** @compile the whole file */',
    '/**\n * @fileoverview Scripts.\n * @compile\n */',
    '/*\n * @compile\n * All scripts of the guard.\n */',
    '/* @compile the whole file\n   @allow SPN603 */',
    '#!/usr/bin/env node\n/* @compile the whole file */',
    '// @ts-check\n/* @compile the whole file */',
    '/* Copyright 2026. */\n/* @compile the whole file */',
    '/* eslint-disable */\n// @compile the whole file\n/** Gives g. */',
  ])('marks the file if it says more than the mark: %s', (comment) => {
    const code = compile(`${comment}\n${two}`);
    expect(wholeFile(code)).toBe(true);
    expect(compile(code)).toContain('@compiled');
    expect(warned(`${comment}\n${two}`)).not.toContain('SPN621:1');
  });

  test.each([
    '// @compile',
    '/* @compile */',
    '/** @compile */',
    '// @compile.',
    '// @compile --',
    '// @ts-check\n// @compile',
    '/* Copyright 2026. */\n\n// @compile',
    '#!/usr/bin/env node\n// @compile',
    '// @compile\n/** Gives g. */',
    '// @compile\n// eslint-disable-next-line',
  ])('marks that function if it is the mark alone, and says so: %s', (comment) => {
    expect(wholeFile(compile(`${comment}\n${two}`))).toBe(false);
    expect(warned(`${comment}\n${two}`)).toEqual([expect.stringMatching(/^SPN621:/)]);
  });

  test.each([
    '// @compile @instant',
    '// @compile @fast, as it only computes',
    '// @compile @allow SPN603 as it is for show',
    '// @compile @fats',
    '/**\n * Gives g.\n * @compile\n */',
    '/**\n * @compile\n * @returns {number} the g\n */',
  ])('marks that function if it is for code: %s', (comment) => {
    expect(wholeFile(compile(`${comment}\n${two}`, { diagnostics: 'off' }))).toBe(false);
  });

  test('on the line of a function marks that function, whatever it says', () => {
    const source = `/* @compile the whole file */ ${two}`;
    expect(wholeFile(compile(source))).toBe(false);
    expect(warned(source)).toEqual([]);
  });

  test('below other code it marks what it stands above', () => {
    expect(wholeFile(compile(`hero.stand();\n// @compile the whole file\n${two}`))).toBe(false);
  });

  test.each([
    ['another mark', `// @compile\n${two}\n// @compile\nfunction k() { g(); }`],
    ['a directive in a function', `// @compile\n${two}\nfunction k() { "use compile"; g(); }`],
    ['a marked file', `// @compile the whole file\n// @compile\n${two}`],
    ['one function', '// @compile\nfunction f() { g(); }'],
    [
      'other functions that could not wait',
      '// @compile\nfunction f() { g(); }\nfunction h(a) { return Math.abs(a); }',
    ],
    ['functions that cannot be compiled', '// @compile\nfunction f() { g(); }\nasync function h() { await g(); }'],
    ['what is only handed over', '// @compile\nfunction f() { g(); }\non("click", () => f());'],
    ['a class', '// @compile\nclass A { f() { g(); } }\nfunction h() { g(); }'],
    ['an allowance', `// @compile @allow SPN621\n${two}`],
    ['an allowance above', `// @allow SPN621\n// @compile\n${two}`],
  ])('nothing is said with %s', (_what, source) => expect(warned(source)).toEqual([]));

  test('the message names what is left plain', () => {
    const more = 'const k = () => g();\nclass A { m() { while (this.on) this.x++; } }';
    expect(messagesOf(`// @compile\non(() => { g(); });\n${two}\n${more}`)).toEqual([
      'This mark is for the function below alone, and nothing marks `f` and 3 more. Write `// @compile the whole file` to mark all, or `/* @compile */` on the line of the function below if only that is meant. [SPN621]',
    ]);
  });
});
