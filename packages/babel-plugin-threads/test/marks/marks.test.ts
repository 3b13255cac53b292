import { brief, compile, errorOf, reprint } from '../compile.js';

/** Every form of a function, with MARK at the position of its mark. */
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

/** An unmarked function at the start. So the mark is not the first comment, and the test sees that an unmarked function stays unchanged. */
const before = 'untouched(() => { g(); });\n';

describe('a mark attaches to what it stands above', () => {
  const grid = Object.entries(marks).flatMap(([where, putMark]) =>
    Object.entries(forms).map(([what, form]) => [where, what, putMark(form)] as const),
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

  const alone = '// @compile\nfunction f() { g(); }\nfunction h() { g(); }';
  const withText = alone.replace('@compile', '@compile all of it');
  test.each([
    ['below a directive', `'use strict';\n${withText}`, 2],
    ['below an import', `import x from 'y';\n${withText}`, 2],
    ['behind an import', `import x from 'y'; ${withText}`, 2],
    ['between imports', `import x from 'y';\n// @compile all of it\nimport z from 'z';\nfunction f() { g(); }`, 1],
    ['below an import, above a statement', `import x from 'y';\n// @compile all of it\nx();\nfunction f() { g(); }`, 1],
    ['below an import, the mark alone', `import x from 'y';\n${alone}`, 1],
    ['on the line of a function', `import x from 'y';\n${withText.replace(/\/\/(.*)\n/, '/*$1 */ ')}`, 1],
    [
      'as the doc comment of a function',
      `import x from 'y';\n${alone.replace('// @compile', '/** Walks.\n * @compile\n */')}`,
      1,
    ],
    ['below a statement', `import x from 'y';\nx();\n${withText}`, 1],
  ])(
    'a comment that says more than the mark marks the file only below directives and imports: %s',
    (_where, source, count) => {
      const code = compile(source);
      expect(code.split('yield g()')).toHaveLength(count + 1);
      expect(compile(code)).toBe(reprint(code));
    },
  );

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
    expect(code).toContain('const f = $arrow(');
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
