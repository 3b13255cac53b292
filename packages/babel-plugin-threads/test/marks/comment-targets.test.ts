import { compile, errorOf } from '../compile.js';

describe('a mark at the end of a line', () => {
  /** The names of the compiled functions. Each function of the source calls another one. */
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
