import { compile, type CompileOptions, diagnosticsOf, reprint, warned } from '../compile.js';

describe('a mark that is misspelt', () => {
  test.each([
    ['// @comple\nf();', '@compile'],
    ['// @Compile\nf();', '@compile'],
    ['/** @compil */\nf();', '@compile'],
    ['/**\n * Walks.\n * @compiel\n */\nf();', '@compile'],
    ['// @compile\nf = () => {\n// @nowiat\nfor (;;);\n};', '@nowait'],
    ['// @alow SPN601\nf();', '@allow'],
    ['"use comple";\nf();', 'use compile'],
  ])('%j', (source, mark) => {
    expect(
      diagnosticsOf(source).map(({ code, message }) => [code, message.includes(`Did you mean \`${mark}\`?`)]),
    ).toEqual([['SPN605', true]]);
  });

  test.each([
    '// @instance\nf();',
    '/** @constant */\nf();',
    '// @last one\nf();',
    '// @ts-ignore\nf();',
    '// mail me @compil\nf();',
    '// @Fast() is off\nf();',
    '"use strict";\nf();',
    '"use client";\nf();',
    '// @compiled\nf();',
    '// @allow SPN605\n// @comple\nf();',
    '/* @comple */ f(); // @allow SPN605',
  ])('%j is none', (source) => expect(warned(source)).toEqual([]));
});

describe('what is meant to be a mark', () => {
  const hints = (source: string, options?: CompileOptions): string[] =>
    diagnosticsOf(source, options).map(({ code, line, message }) =>
      `${code}:${line} ${message}`
        .replace(/^(\S+) .*(?:Did|did) you mean `([^`]*)`\?.*$/, '$1 $2')
        .replace(/ `"use compile"` has no effect.*/, ''),
    );

  test.each([
    ['a word above a function', 'f();\n// compile\nfunction g() {}', 'SPN605:2 @compile'],
    ['above an exported function', 'f();\n// compile\nexport function g() {}', 'SPN605:2 @compile'],
    ['above a constant', 'f();\n/* compile */\nconst g = () => 1;', 'SPN605:2 @compile'],
    ['above a method', 'class A {\n// compile\nm() {} }', 'SPN605:2 @compile'],
    ['above a field', 'class A {\n// compile\nm = () => 1; }', 'SPN605:2 @compile'],
    ['above an assigned function', 'f();\n// compile\ng.h = function () {};', 'SPN605:2 @compile'],
    ['first in the file', '// compile\n\nimport x from "x";', 'SPN605:1 @compile'],
    ['below a licence', '// Copyright.\n\n// compile\nf();', 'SPN605:3 @compile'],
    ['with a gap', 'f();\n// @ compile\nfunction g() {}', 'SPN605:2 @compile'],
    ['another one with a gap', '// @compile\nfunction a() {\n// @ nowait\nwhile (g()) f();\n}', 'SPN605:3 @nowait'],
    ['@allow with a gap', '// @compile\nfunction a() {\n// @ allow SPN603\nf();\n}', 'SPN605:3 @allow'],
    ['a directive below an import', 'import x from "x";\n"use compile";', 'SPN611:2'],
    ['a directive below a statement of a function', 'function f() {\ng();\n"use compile";\n}', 'SPN611:3'],
    ['a directive in a block', 'if (x) {\n"use compile";\nf();\n}', 'SPN611:2'],
    ['a misspelt directive of a function', 'function f() {\n"use compil";\n}', 'SPN605:2 use compile'],
    ['"use compiled" by hand', '"use compiled";\nfunction f() { wait(1); g(); }', 'SPN605:1 use compile'],
    ['the same with marks of its own', '"use compiled";\n// @compile\nfunction f() { g(); }\n', 'SPN605:1 use compile'],
    ['the same in a function', 'function f() {\n"use compiled"; wait(1); }', 'SPN605:2 use compile'],
    ['@compiled by hand', 'g();\n// @compiled\nfunction f() { wait(1); }', 'SPN605:2 @compile'],
    ['the same of the file', '// @compiled\n\nfunction f() { wait(1); }', 'SPN605:1 @compile'],
    [
      'with imported words',
      'import { wait } from "@spindle/runtime";\n// @compiled\nfunction f() { wait(1); }',
      'SPN605:2 @compile',
    ],
  ])('%s', (_what, source, expected) => {
    expect(hints(source)).toEqual([expected]);
    expect(hints(source, { diagnostics: 'off' })).toEqual([]);
    const line = Number(/:(\d+)/.exec(expected)![1]);
    const code = /SPN\d+/.exec(expected)![0];
    const lines = source.split('\n');
    lines.splice(line - 1, 0, `/* @allow ${code} */`);
    if (!/first|of the file|below a licence|by hand$/.test(_what)) expect(hints(lines.join('\n'))).toEqual([]);
  });

  test.each([
    ['a comment that says more', 'f();\n// compile the text\nfunction g() {}'],
    ['a word above something else', 'f();\n// compile\nconst config = { a: 1 };'],
    ['a word above a call', 'f();\n// compile\nrun(() => build());'],
    ['a word behind code', 'f(); // compile\nfunction g() {}'],
    ['other words', 'f();\n// native\nfunction g() {}\n// wait\nfunction h() {}'],
    ['a text', 'f("use compile");'],
    ['a text in brackets', 'g();\n("use strict");'],
    ['"use compiled" without words', '"use compiled";\nfunction f() { g(); }'],
    ['"use compiled" with a native function', '"use compiled";\n// @native\nfunction f() { wait(1); }'],
    ['"use compiled" with an async function', '"use compiled";\nasync function f() { wait(1); }'],
    ['"use compiled" with a wait that is given on', '"use compiled";\nconst f = () => wait(1);'],
    ['"use compiled" with a word at the top', '"use compiled";\nwait(1);'],
    ['@compiled above a generator', '// @compiled\nfunction* f() { yield wait(1); }'],
  ])('%s is none', (_what, source) => expect(hints(source)).toEqual([]));

  test.each([
    '"use compile";\nfunction f() { wait(1); }',
    '// @compile\n\nfunction f() { wait(1); }\nasync function g() { await wait(1); }',
    '"use compile"; class A { get x() { return 1; }\n// @native\nm() { wait(1); } k() { wait(); } }',
    'function f() { "use compile"; wait(1); }',
    '// @compile\nfunction f() { "use compile"; wait(1); }',
  ])('output says nothing: %j', (source) => {
    for (const options of [{}, { runtime: { global: 'CK.code' } }, { target: 'frames' as const }]) {
      const output = compile(source, options);
      expect(hints(output, options)).toEqual([]);
      expect(compile(output, options)).toBe(reprint(output));
    }
  });
});
