import { compile, errorOf, reprint } from '../compile.js';

/** An unmarked function at the start. So the mark is not the first comment, and the test sees that an unmarked function stays unchanged. */
const before = 'untouched(() => { g(); });\n';

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
    ['beside', 'native', 'function f() {}'],
    ['instant', 'beside', 'function f() {}'],
    ['instant', 'interrupt', 'function f() {}'],
    ['beside', 'interrupt', 'function f() {}'],
    ['instant', 'restart', 'function f() {}'],
    ['instant', 'drop', 'function f() {}'],
    ['instant', 'latest', 'function f() {}'],
    ['beside', 'latest', 'function f() {}'],
    ['restart', 'drop', 'function f() {}'],
    ['restart', 'latest', 'function f() {}'],
    ['drop', 'latest', 'function f() {}'],
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

describe('a mark that says how calls are taken', () => {
  const words = ['beside', 'interrupt', 'restart', 'drop', 'latest'];

  test.each(words)('@%s comes to the runtime', (word) => {
    const code = compile(`${before}// @compile @${word}\nhero.f = function () { this.g(); };`);
    expect(code).toContain(`hero.f(0) name= ${word} 3:`);
    expect(compile(code)).toBe(reprint(code));
  });

  test('two of different kinds come in one order', () => {
    const code = compile(`${before}// @restart @beside @compile\nhero.f = function () { this.g(); };`);
    expect(code).toContain('hero.f(0) name= beside restart 3:');
  });

  test.each(words)('@%s stands on no class, object, arrow or static method', (word) => {
    for (const code of ['class A { f() {} }', 'o = { f() {} };', 'o.f = () => this.g();', 'on(() => g());'])
      expect(errorOf(`"use compile";\n// @${word}\n${code}`)).toContain('[SPN112]');
    expect(errorOf(`// @compile\nclass A {\n// @${word}\nstatic f() {} }`)).toContain('[SPN112]');
  });

  test('a getter has none', () => {
    expect(errorOf('// @compile\nclass A {\n// @drop\nget f() { return 1; } }')).toContain('[SPN103]');
  });

  test('a function with one is no question, and no more instant by a mark of its class', () => {
    const method = '// @drop\nf() { return this.hp; }';
    expect(compile(`${before}// @compile\nclass A {\n${method} }`)).toContain('A.f(0) drop');
    expect(compile(`${before}// @compile @instant\nclass A {\n${method}\ng() { this.h(); } }`)).toMatch(
      /A\.f\(0\) drop[\s\S]*A\.g\(0\) instant/,
    );
  });

  test('one that nothing covers is an error', () => {
    expect(errorOf('// @drop\nfunction f() { wait(); }')).toContain('[SPN110]');
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
