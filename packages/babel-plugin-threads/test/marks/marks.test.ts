import { brief, compile, errorOf, reprint } from '../compile.js';

/** Every form a function can take, with the place of its mark as MARK. */
const forms: Record<string, string> = {
  'function declaration': 'MARK function f() { g(); }',
  'exported declaration': 'MARK export function f() { g(); }',
  'default export of a declaration': 'MARK export default function f() { g(); }',
  'default export without a name': 'MARK export default function () { g(); }',
  'default export of an arrow': 'MARK export default () => { g(); };',
  'const with a function expression': 'MARK const f = function () { g(); };',
  'const with an arrow': 'MARK const f = () => g();',
  'exported const': 'MARK export const f = () => { g(); };',
  'let with two functions': 'MARK let f = () => { g(); }, h = function () { g(); };',
  'assignment of a function': 'MARK glitch.walk = function () { g(); };',
  'assignment of an arrow': 'MARK glitch.walk = () => { g(); };',
  'chained assignment': 'MARK glitch.walk = glitch.run = function () { g(); };',
  'argument of a call': 'MARK on("press", function () { g(); });',
  'arrow as argument': 'MARK on("press", () => { g(); });',
  'argument of new': 'MARK new Script(() => { g(); });',
  'object method': 'const o = {\nMARK walk() { g(); } };',
  'object property with a function': 'const o = {\nMARK walk: function () { g(); } };',
  'object property with an arrow': 'const o = {\nMARK walk: () => { g(); } };',
  'class method': 'class A {\nMARK walk() { g(); } }',
  'static method': 'class A {\nMARK static walk() { g(); } }',
  'private method': 'class A {\nMARK #walk() { g(); } }',
  'computed method': 'class A {\nMARK [k]() { g(); } }',
  'field with an arrow': 'class A {\nMARK walk = () => { g(); }; }',
  'field with a function': 'class A {\nMARK walk = function () { g(); }; }',
  'whole class':
    'MARK class A { walk() { g(); } run = () => { g(); }; get x() { return g(); } constructor() { g(); } }',
  'exported class': 'MARK export class A { walk() { g(); } }',
  'class expression': 'MARK const A = class { walk() { g(); } };',
  'object literal': 'MARK const o = { walk() { g(); }, run: () => { g(); }, get x() { return g(); } };',
  'object literal assigned': 'MARK glitch.actions = { walk() { g(); } };',
  'returned function': 'function make() {\nMARK return function () { g(); }; }',
  'function called on the spot': 'MARK (function () { g(); })();',
  'function in parentheses': 'MARK const f = (function () { g(); });',
};
const inline: Record<string, string> = {
  'function expression in const': 'const f = MARK function () { g(); };',
  'arrow in const': 'const f = MARK () => { g(); };',
  'assigned function': 'glitch.walk = MARK function () { g(); };',
  argument: 'on("press", MARK () => { g(); });',
  'second argument on a line of its own': 'on("press",\nMARK function () { g(); });',
  property: 'const o = { walk: MARK function () { g(); } };',
  'after export default': 'export default MARK () => { g(); };',
  'before a name': 'function MARK f() { g(); }',
};
const marks: Record<string, (form: string) => string> = {
  'a line above': (form) => form.replace('MARK', '// @compile\n'),
  'a line above, with more words': (form) => form.replace('MARK', '// @compile walks north\n'),
  'a block above': (form) => form.replace('MARK', '/* @compile */\n'),
  'a doc comment above': (form) => form.replace('MARK', '/**\n * Walks.\n * @compile\n */\n'),
  'the same line': (form) => form.replace('MARK', '/* @compile */'),
  'the end of its last line': (form) => `${form.replace('MARK', '')} // @compile`,
};
/** An unmarked function before it: so the mark is not the first comment, and one that stays as it is can be seen. */
const before = 'untouched(() => { g(); });\n';

describe('a mark attaches to what it stands above', () => {
  const grid = Object.entries(marks).flatMap(([where, place]) =>
    Object.entries(forms).map(([what, form]) => [where, what, place(form)] as const),
  );
  test.each(grid)('%s: %s', (_where, _what, source) => {
    const code = compile(before + source);
    expect(code).toContain('yield g()');
    expect(code).toContain('@compiled');
    expect(code).toContain('untouched(() => {\n  g();\n});');
    expect(compile(code)).toBe(reprint(code));
  });

  test.each(Object.entries(inline))('inline: %s', (_what, form) => {
    const code = compile(before + form.replace('MARK', '/* @compile */'));
    expect(code).toContain('yield g()');
    expect(code).toContain('/* @compiled */');
  });

  test.each([
    ['below a licence', '// a licence\n\n"use compile";', '// a licence\n// @compiled\nimport {'],
    ['above another', '"use compile";\n"use strict";', '// @compiled\n"use strict";\n\nimport {'],
    [
      'below another',
      '"use strict";\n"use compile"; // all of it',
      '"use strict";\n\n// @compiled\n// all of it\nimport {',
    ],
    ['without a statement', '"use compile";', '// @compiled\nimport {'],
  ])('a directive of the file becomes a comment, as bundlers warn of it: %s', (_what, above, wanted) => {
    const code = compile(`${above}\nexport function f() { g(); }`);
    expect(code.slice(0, wanted.length)).toBe(wanted);
    expect(code).not.toContain('use compile');
    expect(compile(code)).toBe(reprint(code));
  });

  test.each(Object.entries(forms))('as a directive of the file: %s', (_what, form) => {
    const code = compile(`"use compile";\n${form.replace('MARK', '')}`);
    expect(code).toMatch(/^\/\/ @compiled\nimport \{/);
    expect(code).toContain('yield g()');
    expect(compile(code)).toBe(reprint(code));
  });

  test.each(Object.entries(forms))('as the first comment of the file: %s', (_what, form) => {
    const code = compile(`// @compile all of it\n\n${form.replace('MARK', '')}`);
    expect(code).toMatch(/^\/\/ @compiled all of it\n+import \{/);
    expect(code).toContain('yield g()');
    expect(compile(code)).toBe(reprint(code));
  });

  test.each(Object.entries(forms).filter(([, form]) => !/=> g\(\)|class|object/i.test(form)))(
    'as a directive of the function: %s',
    (_what, form) => {
      const code = compile(before + form.replace('MARK', '').replace(/\{ g\(\);/g, '{ "use compile"; g();'));
      expect(code).toContain('yield g()');
      expect(code).toContain('"use compiled"');
      expect(code).toContain('untouched(() => {\n  g();\n});');
    },
  );
});

describe('what a mark covers', () => {
  test('every function nested in the marked one', () => {
    expect(brief(`${before}// @compile\nfunction f() { return () => g(); }`)).toContain('yield g()');
  });

  test('nothing on the next line, if it stands at the end of a line', () => {
    const code = compile(`${before}const f = () => g(); // @compile\nconst h = () => g();`);
    expect(code).toContain('const f = $thread.arrow(');
    expect(code).toContain('const h = () => g();');
  });

  test('not a function that is marked @native, nor what is in it', () => {
    const code = compile(
      `${before}// @compile\nfunction f() { g();\n// @native\nconst h = () => { g(() => g()); };\nh(); }`,
    );
    expect(code).toContain('const h = () => {\n    g(() => g());\n  };');
  });

  test('a function marked in a native one', () => {
    const code = compile(
      `${before}// @compile\nfunction f() {\n// @native\nconst h = () => {\n// @compile\nconst k = () => g(); }; }`,
    );
    expect(code).toContain('yield g()');
  });

  test('getters, setters, constructors, async functions and generators of a marked class stay plain', () => {
    const members = 'constructor() { g(); } get a() { return g(); } set a(v) { g(); } async b() { g(); } *c() { g(); }';
    const code = brief(`${before}// @compile\nclass A { ${members} static { g(); } x = g(); }`);
    expect(code).not.toContain('yield g()');
  });

  test('what is nested in a plain member is compiled as usual', () => {
    const code = brief(
      `${before}// @compile\nclass A { constructor() { this.f = () => g(); } get a() { return function () { g(); }; } }`,
    );
    expect(code.match(/yield g\(\)/g)).toHaveLength(2);
  });

  test('an arrow before super() stays as it is', () => {
    const code = brief(
      `${before}// @compile\nclass A extends B { constructor() { const f = () => g(); super(f); this.h = () => g(); } }`,
    );
    expect(code).toContain('const f = () => g(); super(f);');
    expect(code.match(/yield g\(\)/g)).toHaveLength(1);
  });

  test('the implementation, if it stands above an overload', () => {
    const source = `${before}// @compile\nfunction f(a: string): void;\nfunction f(a: number): void;\nfunction f(a: any): void { g(a); }`;
    expect(compile(source, { typescript: true })).toContain('yield g(a)');
  });

  test('a method that the language calls stays plain in a marked class', () => {
    const code = brief(
      `${before}// @compile\nclass A { toString() { return g(); } [Symbol.iterator]() { return g(); } }`,
    );
    expect(code).not.toContain('yield');
  });
});

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
    expect(withoutBlankLines(code)).toContain(withoutBlankLines(`${licence}// @compiled\nimport { $thread }`));
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

describe('a file without a mark', () => {
  test.each([
    'wait(5); const f = () => g();',
    '// not @compile\nf();',
    '// @compiled\nf = () => g();',
    '// @fast\nwait();',
    '/**\n * @native\n */\nfunction f() {}',
  ])('stays as it is: %s', (source) => expect(compile(source)).toBe(reprint(source)));

  test('gets no import', () => expect(compile('wait(5);')).toBe('wait(5);'));
});

describe('a mark that can do nothing is an error', () => {
  const cases: [string, string, string][] = [
    ['an async function', '// @compile\nasync function f() {}', 'SPN101'],
    ['an async arrow', 'x;\n// @compile\nconst f = async () => {};', 'SPN101'],
    ['a directive in an async function', 'async function f() { "use compile"; }', 'SPN101'],
    ['a generator', '// @compile\nfunction* f() {}', 'SPN102'],
    ['a generator method', 'class A {\n// @compile\n*f() {} }', 'SPN102'],
    ['a getter', 'const o = {\n// @compile\nget x() { return 1; } };', 'SPN103'],
    ['a setter', 'class A {\n// @compile\nset x(v) {} }', 'SPN104'],
    ['a constructor', 'class A {\n// @compile\nconstructor() {} }', 'SPN105'],
    ['a field without a function', 'class A {\n// @compile\nx = 1; }', 'SPN106'],
    ['a field without a value', 'class A {\n// @compile\n#x; }', 'SPN106'],
    ['a statement without a function', 'x;\n// @compile\nconst a = 1;', 'SPN107'],
    ['the end of a file', 'x;\n// @compile', 'SPN107'],
    ['the end of a block', 'function f() {\n// @compile\n}', 'SPN107'],
    ['a parameter', 'x;\nfunction f(/* @compile */ a) {}', 'SPN107'],
    ['a bracket', 'x; f(/* @compile */);\nconst a = () => {};', 'SPN107'],
    ['a loop', 'x;\n// @compile\nwhile (f()) {}', 'SPN107'],
    ['@fast above a call', '// @compile\n\n// @fast\nf();', 'SPN107'],
    ['@nowait above a function', '// @compile\n\n// @nowait\nfunction f() {}', 'SPN107'],
    ['@native above nothing', '// @compile\n\n// @native\nx;', 'SPN107'],
    ['toString', 'class A {\n// @compile\ntoString() { return ""; } }', 'SPN108'],
    ['@instant above an async method', '"use compile"; class A {\n// @instant\nasync f() {} }', 'SPN101'],
    ['@fast above a getter', '// @compile\nclass A {\n// @fast\nget x() { return 1; } }', 'SPN103'],
    ['a method of a symbol', 'const o = {\n// @compile\n[Symbol.iterator]() {} };', 'SPN108'],
  ];
  test.each(cases)('%s', (_what, source, code) => {
    const message = errorOf(source);
    expect(message).toContain(`[${code}]`);
    expect(message).toMatch(/^.*input\.js: [A-Z`]/);
    expect(message).toMatch(/\n> \d+ \|/);
  });

  test('says what it is and what to do', () => {
    expect(errorOf('// @compile\nasync function f() {}')).toContain(
      'A compiled thread cannot be async. Drop async and await: a call that waits already waits.',
    );
  });
});

describe('a mark at the end of a line', () => {
  /** The functions that were compiled, each of which calls another one. */
  const compiled = (source: string): string[] =>
    [...compile(`untouched(() => { g(); });\n${source}`).matchAll(/yield (?:this\.)?(\w+)\(\)/g)].map(
      ([, name]) => name!,
    );

  test.each([
    ['the statement that ends there', 'f = () => a(); // @compile\nh = () => b();', ['a']],
    ['all that the statement holds', 'on(() => a(), () => b()); // @compile', ['a', 'b']],
    ['a statement without a semicolon', 'const f = () => a() // @compile\nconst h = () => b()', ['a']],
    ['a statement of several lines', 'on("x", () => {\na();\n}); // @compile\nh = () => b();', ['a']],
    ['the function whose brace ends there', 'function f() {\na();\n} // @compile\nfunction h() { b(); }', ['a']],
    ['the outer one of two functions', 'const f = (x) => () => a(); // @compile', ['a']],
    ['the whole of a function of one line', 'function f() { a(); h(() => b()); } // @compile', ['a', 'b']],
    ['the statement in an `if`', 'if (x) f = () => a(); // @compile', ['a']],
    ['the statement in a block that ends there', 'if (x) { f = () => a(); } // @compile', []],
    ['the member of an object', 'const o = {\nf: () => a(), // @compile\nh: () => b(),\n};', ['a']],
    ['a method', 'class A {\nf() { a(); } // @compile\nh() { b(); }\n}', ['a']],
    ['a field', 'class A {\nf = () => a(); // @compile\nh = () => b();\n}', ['a']],
    ['a class', 'class A {\nf() { a(); }\n} // @compile\nclass B { h() { b(); } }', ['a']],
    ['an object', 'const o = {\nf() { a(); },\nh: () => b(),\n}; // @compile', ['a', 'b']],
    ['an argument', 'on(\n() => a(), // @compile\n() => b(),\n);', ['a']],
    ['one of two variables', 'const f = () => a(), // @compile\nh = () => b();', ['a']],
    ['an element', 'const list = [\n() => a(), // @compile\n() => b()];', ['a']],
  ])('belongs to %s', (_what, source, expected) => {
    if (expected.length === 0) expect(errorOf(source)).toContain('[SPN107]');
    else expect(compiled(source)).toEqual(expected);
  });

  test('of a loop belongs to the loop that ends there', () => {
    const source = '"use compile";\nfunction f() {\nwhile (a()) b(); // @nowait\nwhile (c()) d();\n}';
    expect(compile(source).match(/waitUntil\(/g)).toHaveLength(1);
    const nested = '"use compile";\nfunction f() {\nfor (const x of y) while (a()) b(); // @wait\n}';
    expect(compile(nested).match(/waitUntil\(/g)).toHaveLength(1);
  });

  test.each([
    ['a field without a function', '// @compile\nclass D { x = 0; // @instant\nfire() { this.x++; } }', 'instant'],
    ['a member without a function', 'const o = {\nx: 0, // @compile\nf() { g(); } };', 'compile'],
    ['a brace that opens a function', 'function f() { // @compile\ng(); }', 'compile'],
    ['a brace that opens a class', 'class A { // @compile\nf() { g(); } }', 'compile'],
    ['a brace that opens a loop', '"use compile";\nfunction f() { while (g()) { // @nowait\nh(); } }', 'nowait'],
    ['an assignment whose function comes below', 'const f = // @compile\n() => g();', 'compile'],
    ['a statement without a function', 'const a = 1; // @compile\nconst f = () => g();', 'compile'],
    ['a loop', '"use compile";\nfunction f() {\nwhile (g()) h(); // @native\n}', 'native'],
    ['a call, @wait', '"use compile";\nfunction f() {\ng(); // @wait\n}', 'wait'],
  ])('behind %s is an error', (_what, source, word) => {
    const message = errorOf(source);
    expect(message).toContain(`Nothing that \`@${word}\` could mark ends on this line.`);
    expect(message).toContain('[SPN107]');
  });
});

describe('a word that only says how', () => {
  const words = ['instant', 'fast', 'native'];
  const functions = ['function f() { g(); }', 'f = () => g();', 'class A { f() { g(); } }', 'o = { f() { g(); } };'];
  const alone = words.flatMap((word) => functions.map((fn) => [word, fn] as const));

  test.each(alone)('@%s alone above %s is an error', (word, fn) => {
    for (const file of ['', '// @compile\nfunction other() { wait(); }\n\n']) {
      const message = errorOf(`${file}// @${word}\n${fn}`);
      expect(message).toContain(`\`@${word}\` does nothing here`);
      expect(message).toContain('[SPN110]');
      expect(message).toMatch(/\n> \d+ \|/);
    }
  });

  test.each(['nowait', 'wait', 'fast'])('@%s above a loop that nothing covers is an error', (word) => {
    const loop = `function f() {\n// @${word}\nwhile (g()) h();\n}`;
    expect(errorOf(loop)).toContain('[SPN110]');
    expect(errorOf(`// @compile\nfunction other() {}\n${loop}`)).toContain('[SPN110]');
    expect(errorOf(`// @compile\nclass A { f() {}\n// @native\nh() {\n// @${word}\nwhile (g()) h();\n} }`)).toContain(
      '[SPN110]',
    );
  });

  test('inside a native function @instant is an error, @native is none', () => {
    const inside = (word: string): string =>
      `// @compile\nfunction f() {\n// @native\nfunction h() {\n// @${word}\nfunction k() {} } }`;
    expect(errorOf(inside('instant'))).toContain('[SPN110]');
    expect(compile(inside('native'))).toContain('function k() {}');
  });

  test.each([
    ['in a marked file', '"use compile";\n// @instant\nfunction f() { g(); }'],
    ['beside the mark', '// @compile\n// @instant\nfunction f() { g(); }'],
    ['on a class', '// @compile\n// @fast\nclass A { f() { g(); } }'],
    ['on a method of a marked class', '// @compile\nclass A {\n// @native\nf() { g(); } }'],
    ['on a class whose methods are marked', '// @instant\nclass A {\n// @compile\nf() { g(); } }'],
    [
      'in a function that was marked inside a native one',
      '// @compile\nclass A {\n// @native\nm() {\n// @compile\nfunction f() {\n// @nowait\nwhile (x()) g(); } } }',
    ],
    ['at the top of a marked file', '"use compile";\n// @nowait\nwhile (x()) g();'],
  ])('is right %s', (_where, source) => expect(compile(source)).toContain('g('));

  test.each([
    ['compile', 'native', 'function f() {}'],
    ['instant', 'native', 'function f() {}'],
    ['nowait', 'wait', 'while (g()) h();'],
  ])('@%s and @%s on one thing are an error', (one, other, code) => {
    expect(errorOf(`"use compile";\nfunction around() {\n// @${one}\n// @${other}\n${code}\n}`)).toContain('[SPN111]');
  });

  test("in output it is no author's any more", () => {
    const source = '// @compile\nclass A {\n// @instant\nf() { g(); }\nh() { while (x()) g(); // @nowait\n}\n}';
    const output = compile(source);
    expect(compile(output)).toBe(reprint(output));
    const more = `${output}\n// @compile\nfunction later() { wait(); }`;
    expect(compile(more)).toContain('$later');
  });
});

describe('several marks in one comment', () => {
  test.each([
    '// @compile @instant\nfunction f() { ui.show(); }',
    '// @instant @compile\nfunction f() { ui.show(); }',
    '// @compile, @instant: at once\nfunction f() { ui.show(); }',
    '/**\n * Shows it.\n * @compile\n * @instant\n */\nfunction f() { ui.show(); }',
  ])('%j', (source) => {
    const code = compile(before + source);
    expect(code).toContain(' instant ');
    expect(code).toMatch(/@compiled,? @instant|@instant @compiled|@compiled\n \* @instant/);
    expect(compile(code)).toBe(reprint(code));
  });

  test('a word in the text behind is none', () => {
    expect(compile(`${before}// @compile and not @instant\nfunction f() { g(); }`)).not.toContain(' instant ');
  });
});
