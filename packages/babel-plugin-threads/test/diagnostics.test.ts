import * as babel from '@babel/core';
import plugin, { type Diagnostic, type SpindleMetadata } from '../src/index.js';
import { compile, type CompileOptions, compileResult, errorOf } from './compile.js';

/** The codes of what is warned of, with the line: `SPN601:3`. */
function warned(source: string, options: CompileOptions = {}): string[] {
  const found: string[] = [];
  compile(source, { onDiagnostic: ({ code, line }) => void found.push(`${code}:${line}`), ...options });
  return found;
}

const inside = (statements: string): string[] =>
  warned(`let shared, obj;\n// @compile\no = { m(own) { ${statements} } };`).map((one) => one.replace(/:3$/, ''));

describe('a value that is read before a wait', () => {
  test.each([
    'this.hp -= this.hit();',
    'obj.hp += f();',
    'obj[f()] += f();',
    'this.#hp += f();',
    'shared **= f();',
    'outer += 1 + f(2);',
    'obj.a ||= f();',
    'obj.a &&= f();',
    'obj.a ??= f();',
    'obj.a += (obj.b = f());',
    'obj.a += (() => 1)() + f();',
    'obj.a += waitSignal("x");',
    'let x = 0; h = () => { x = 1; }; x += f();',
    'let x = 0; h = () => { x += f(); };',
    'obj.a += `${f()}`;',
    'obj.a += tag`x`;',
    'if (obj.a += f()) return;',
    'obj.text += this.slice(1);',
    'shared = shared + f();',
    'this.hp = this.hp - this.hit();',
    'this.hp = Math.max(0, this.hp - f());',
    'obj.list = obj.list.concat(f());',
    'obj.a = obj.a || f();',
    'obj.a = obj.a ? f() : 1;',
    'obj[own.key] = [obj[own.key], f()];',
    'obj.a = (obj.a) + (1, f());',
    'obj.a = `${obj.a} ${f()}`;',
  ])('%s', (source) => {
    const text = source.includes('#') ? `class A { #hp; m() { ${source} } }` : source;
    expect(inside(text)).toEqual(['SPN601']);
  });

  test.each([
    'obj.a += Math.max(1, 2);',
    'obj.a = f() + obj.a;',
    'obj.a = obj.b + f();',
    'obj.a = obj.a = f();',
    'obj.a = f(obj.a);',
    'obj.a = own ? obj.a : f();',
    'obj.a = (() => obj.a) + f();',
    'obj[f()] = obj[f()] + f();',
    'let x = 0; x = x + f();',
    'own.node = own.node.next();',
    'this.a = this.a + waitSignal("x");',
    '({ a: obj.a } = obj.a + f());',
    'obj.a += 1; f();',
    'obj[f()] += 1;',
    'own += f();',
    'let x = 0; x += f();',
    'let x = 0; [1, 2].forEach((y) => { x += f(y); });',
    'const list = [0]; list[0] += f();',
    'this.a += waitSignal("x");',
    'this.a += this.waitSignal("x");',
    'obj.a += (() => f())(...own) > 0 ? 1 : 2, 0;'.replace('f()', '1'),
    'obj.h = () => f();',
    'obj.text += own.slice(1).trim();',
  ])('%s is none', (source) => expect(inside(source)).toEqual([]));

  test('one warning for one assignment', () => expect(inside('obj.a += f() + f();')).toEqual(['SPN601']));

  test.each([
    ['a method', 'heal() { this.hp++; }', true],
    ['a method that empties another', 'end(other) { other.hp = 0; }', true],
    ['a method with a pattern', 'swap(other) { [{ a: this.hp = 1 }, ...other.x] = [other]; }', true],
    ['a loop that writes it', 'all(list) { for (this.hp of list); }', true],
    ['a method that deletes it', 'end() { delete this.hp; }', true],
    ['a method that looks it up', 'look(list) { list[this.hp] = 1; }', false],
    ['the constructor', 'constructor() { this.hp = 1; }', false],
    ['a field', 'hp = 1;', false],
    ['a method that reads', 'get dead() { return this.hp <= 0; }', false],
  ])('`this.hp -= waitSignal(…)` beside %s', (_what, member, isWarned) => {
    const source = `// @compile\nclass A { suffer() { while (true) this.hp -= waitSignal("hit"); } ${member} }`;
    expect(warned(source)).toEqual(isWarned ? ['SPN601:2'] : []);
  });
});

describe('a free wait in a loop with calls on `this`', () => {
  test.each([
    'while (true) { this.walk(); wait(10); }',
    'for (;;) { if (own) wait(); else super.walk(); }',
    'do waitFrames(3); while (this.more());',
    'for (const x of own) { wait(5); this.say(x); }',
    'while (own) { this.a(); while (obj) wait(); }',
  ])('%s', (source) => expect(inside(source)).toEqual(['SPN602']));

  test.each([
    'while (true) { this.walk(); this.wait(10); }',
    'while (true) { this.walk(); waitFor(this.alert); waitSignal("x"); every(5); }',
    'while (true) { obj.walk(); wait(10); }',
    'this.walk(); wait(10);',
    'while (true) { this.walk(); start(() => wait(10)); }',
    'while (true) { const f = () => this.walk(); wait(10); }',
    'while (true) { wait(10); this.hp--; }',
  ])('%s is none', (source) => expect(inside(source)).toEqual([]));
});

describe('what is not the same on every run', () => {
  test.each([
    'Math.random();',
    'f(Math.random);',
    'Math["random"]();',
    'Math?.random();',
    'Date.now();',
    'new Date();',
    'new Date;',
    'Date();',
    'performance.now();',
    'crypto.randomUUID();',
  ])('%s', (source) => expect(inside(source)).toEqual(['SPN603']));

  test.each([
    'new Date(0);',
    'Math.max(1);',
    'own.Math.random();',
    'Date.parse("x");',
    'const Math = own; Math.random();',
  ])('%s is none', (source) => expect(inside(source)).toEqual([]));

  test('code that is not compiled may do as it likes', () => {
    const source =
      'Math.random();\n// @compile\nfunction f() {}\nfunction h() { Date.now(); }\nasync function k() { new Date(); }';
    expect(warned(source)).toEqual([]);
    expect(warned(`"use compile";\n${source.replace('// @compile', '')}`)).toEqual(['SPN603:5']);
  });

  test('a Math of the options is another one', () => {
    expect(warned('// @compile\nf = () => Math.random();', { globals: { Math: 'CK.math' } })).toEqual([]);
  });
});

describe('a wait in a place that cannot pause', () => {
  test.each([
    ['a getter', 'class A { get x() { wait(1); } }'],
    ['a setter', 'o = { set x(v) { waitFor(v); } };'],
    ['a constructor', 'class A { constructor() { if (x) wait(); } }'],
    ['a field', 'class A { x = waitSignal("a"); }'],
    ['a static block', 'class A { static { wait(); } }'],
    ['the constructor of an owner', 'class A extends Executor { constructor() { super(); this.wait(5); } }'],
    ['toString', 'class A { toString() { return wait(); } }'],
    ['a method of a symbol', 'o = { [Symbol.iterator]() { wait(); } };'],
    ['an arrow before super()', 'class A extends B { constructor() { (() => wait())(); super(); } }'],
    ['JSON.parse', 'f = () => JSON.parse(x, () => { wait(); });'],
    ['JSON.stringify', 'f = () => JSON.stringify(x, function () { wait(); });'],
    ['new Promise', 'f = () => new Promise((resolve) => { wait(); resolve(); });'],
    ['a condition', 'f = () => waitUntil(() => wait());'],
    ['a condition of this', 'f = function () { this.waitUntil(() => { wait(); return 1; }); };'],
    ['a filter', 'f = () => waitForEvent(x, "y", { filter: () => wait() });'],
  ])('%s', (_what, source) => expect(warned(`// @compile\n${source}`)).toEqual(['SPN604:2']));

  test.each([
    ['a map of a typed array', 'f = () => { const list = new Uint8Array(3); list.map(() => wait()); };'],
    ['a trap', 'f = () => new Proxy(o, { get() { return wait(); } });'],
    ['an accessor', 'f = () => Object.defineProperty(o, "x", { get: () => wait() });'],
    ['a trap that is an arrow', 'f = () => new Proxy(o, { get: () => wait() });'],
    ['a check', 'f = () => scheduler.check(() => { wait(); return 1; });'],
  ])('%s', (_what, source) => expect(warned(`// @compile\n${source}`)).toEqual(['SPN604:2']));

  test.each([
    ['a condition', 'f = () => waitUntil(() => { for (const a of b) { while (a) c(); } });'],
    ['an instant function', '/* @instant */ f = () => { while (a) c(); };'],
  ])('a loop in %s', (_what, source) => expect(warned(`// @compile\n${source}`)).toEqual(['SPN606:2']));

  test('a function said to run at once', () => {
    expect(warned('"use compile";\n// @instant\nfunction f() { wait(); }')).toEqual(['SPN604:3']);
  });

  test.each([
    'class A { get x() { return signal("a"); } constructor() { void wait(1); start(wait(2)); } }',
    'class A { x = () => wait(); get y() { return () => wait(); } constructor() { this.z = () => wait(); } }',
    'f = () => JSON.parse(wait(1));',
    'f = () => waitUntil(() => x);',
    'f = () => list.map(() => wait());',
    'f = () => JSON.parse(x, other, () => wait());',
    '"use compile"; new Promise(() => wait());',
    'f = () => new Proxy(wait(), { get: (a) => a });',
    '/* @instant */ f = () => { for (const a of b) c(); const d = []; for (let i = 0; i < 3; i++) d[i] = 1; };',
    'class A { get x() { return this.y() + this.waited(); } }',
  ])('%s is none', (source) => expect(warned(`// @compile\n${source}`)).toEqual([]));
});

describe('what `eval` does not see', () => {
  /** The words that are named. */
  function unseen(source: string): string[] {
    const found: string[] = [];
    const onDiagnostic = ({ code, message }: Diagnostic): void =>
      void (
        code === 'SPN607' && found.push(...[...message.split(' of ')[0]!.matchAll(/`([^`]*)`/g)].map(([, one]) => one!))
      );
    compile(`// @compile\n${source}`, { onDiagnostic, sourceType: 'script' });
    return found.slice(1);
  }

  test.each([
    ['an arrow', 'function f() { g(() => eval("arguments[0]")); }', ['arguments']],
    ['an arrow in an arrow', 'function f() { g(() => () => eval(`arguments`)); }', ['arguments']],
    ['a function that `new` can call', 'function f() { g(); return eval("new . target"); }', ['new.target']],
    ['a function expression', 'f = function () { return eval("new.target"); };', ['new.target']],
    ['an arrow of a constructor', 'class A { constructor() { this.f = () => eval("new.target"); } }', ['new.target']],
    ['an arrow of a method', 'o = { m() { g(() => eval("super.m()")); } };', ['super']],
    ['an arrow of a field', 'class A { f = () => eval("super.m()"); }', ['super']],
    [
      'an arrow of a getter',
      'class A { get f() { return () => eval("super.m(arguments)"); } }',
      ['arguments', 'super'],
    ],
    ['an arrow at the top', 'const f = () => eval("arguments");', ['arguments']],
    ['a text that is not known', 'function f(text) { g(() => eval(text)); }', ['arguments', 'new.target']],
    ['a text of pieces', 'o = { m(text) { g(() => eval(`${text}`)); } };', ['arguments', 'super']],
    ['a text in a function', 'function f(text) { eval(text); }', ['new.target']],
  ])('%s', (_what, source, expected) => expect(unseen(source)).toEqual(expected));

  test.each([
    ['a text that asks for none of it', 'function f() { g(() => eval("1 + argumentsOf(x)")); }'],
    ['a function with arguments of its own', 'function f() { return eval("arguments[0]"); }'],
    ['a method, which `new` cannot call', 'o = { m(text) { return eval(text) + eval("super.m(new.target)"); } };'],
    ['an arrow at the top with a text that is not known', 'const f = (text) => eval(text);'],
    ['indirect', 'function f() { g(() => (0, eval)("arguments")); }'],
    ['another function of that name', 'function f(eval) { g(() => eval("arguments")); }'],
    ['no text', 'function f() { g(() => eval(1)); eval(); }'],
    ['a function that is not compiled', 'o = { get x() { return eval("new.target"); } };'],
  ])('%s is none', (_what, source) => expect(unseen(source)).toEqual([]));
});

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
    const found: Diagnostic[] = [];
    compile(source, { onDiagnostic: (one) => void found.push(one) });
    expect(found.map(({ code, message }) => [code, message.includes(`Did you mean \`${mark}\`?`)])).toEqual([
      ['SPN605', true],
    ]);
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

describe('@allow', () => {
  const method = (lines: string): string[] => warned(`// @compile\no = { m() {\n${lines}\n} };`);

  test.each([
    ['above the statement', '// @allow SPN603\nMath.random();'],
    ['at the end of the line', 'Math.random(); // @allow SPN603'],
    ['at the end of a statement of several lines', 'f(\nMath.random(),\n); // @allow SPN603'],
    ['above a block', '// @allow SPN603\nif (x) {\nf();\nMath.random();\n}'],
    ['with a reason', '// @allow SPN603: it is only seen\nMath.random();'],
    ['of several', '// @allow SPN601, SPN603\nthis.a += f(Math.random());'],
    ['above several lines of comments', '// @allow SPN603\n// It is only seen.\nMath.random();'],
  ])('%s', (_where, lines) => expect(method(lines)).toEqual([]));

  test('above a class or a function it is good for all in it', () => {
    expect(
      warned('// @compile\n// @allow SPN604 SPN603\nclass A { get x() { wait(); } m() {\nMath.random(); } }'),
    ).toEqual([]);
  });

  test.each([
    ['another code', '// @allow SPN601\nMath.random();', ['SPN608:3', 'SPN603:4']],
    ['the next statement', '// @allow SPN603\nMath.random();\nMath.random();', ['SPN603:5']],
    ['the line below', 'f(); // @allow SPN603\nMath.random();', ['SPN608:3', 'SPN603:4']],
  ])('does not reach %s', (_what, lines, expected) => expect(method(lines)).toEqual(expected));

  test.each([
    ['no code', '// @allow\nf();'],
    ['a code that is none', '// @allow SPN603 SPN101\nf();'],
    ['a code in words', '// @allow random\nf();'],
  ])('with %s is an error', (_what, lines) => {
    expect(errorOf(`// @compile\no = { m() {\n${lines}\n} };`)).toContain('[SPN109]');
  });

  test.each([
    ['nothing at all', '// @allow SPN603\nf();', ['SPN608:3']],
    ['one of two codes', '// @allow SPN601, SPN603\nMath.random();', ['SPN608:3']],
    ['both', 'f(); // @allow SPN602 SPN607', ['SPN608:3', 'SPN608:3']],
    ['a misspelt mark that is not there', '// @allow SPN605\nf();', ['SPN608:3']],
    ['what is silenced further out', '// @allow SPN603\nif (x) {\n// @allow SPN601\nMath.random();\n}', ['SPN608:5']],
  ])('that silences %s is told', (_what, lines, expected) => expect(method(lines)).toEqual(expected));

  test.each([
    ['a misspelt mark', '// @allow SPN605\n// @comple\nf();'],
    ['what another one silences too', '// @allow SPN603\nif (x) {\n// @allow SPN603\nMath.random();\n}'],
  ])('that silences %s is none', (_what, lines) => expect(method(lines)).toEqual([]));

  test('in a file without a mark, in output, or with the option "off" is not judged', () => {
    const unused = '// @allow SPN603\nf();';
    expect(warned(unused)).toEqual([]);
    expect(warned(`// @compiled\nfunction f() {\n${unused}\n}\n// @compile\nfunction g() {}`)).toEqual([]);
    expect(warned(`"use compile";\n${unused}`, { diagnostics: 'off' })).toEqual([]);
  });

  test('above nothing is an error', () => {
    expect(errorOf('// @compile\no = { m() {\n// @allow SPN603\n} };')).toContain('[SPN107]');
  });
});

describe('the option `diagnostics`', () => {
  const source = '// @compile\nf = () => Math.random();\nh = () => Date.now();\n// @comple\nx;';
  const both = '"use compile";\nf = () => Math.random();\nh = () => Date.now();\n// @comple\nx;';

  test('"error" throws all of a file at once', () => {
    const message = errorOf(both, { diagnostics: 'error' });
    expect(message.match(/\[SPN\d+\]/g)).toEqual(['[SPN605]', '[SPN603]', '[SPN603]']);
    expect(message.match(/^> \d/gm)).toEqual(['> 4', '> 2', '> 3']);
    expect(message).toMatch(/^.*input\.js: `@comple`/);
  });

  test('"off" says nothing, and the output is the same in all three', () => {
    expect(warned(source, { diagnostics: 'off' })).toEqual([]);
    expect(compile(source, { diagnostics: 'off' })).toBe(compile(source));
    expect(compile('// @compile\nf();\n\nx = () => 1;', { diagnostics: 'error' })).toBe(
      compile('// @compile\nf();\n\nx = () => 1;'),
    );
  });

  test('a name that is not known stays an error, and the warnings come beside it', () => {
    const found: string[] = [];
    const options: CompileOptions = { strictGlobals: true, onDiagnostic: ({ code }) => void found.push(code) };
    const text = '// @compile\nf = () => { nothing; Math.random(); };';
    expect(errorOf(text, options)).toContain('[SPN216]');
    expect(found).toEqual(['SPN603']);
    expect(errorOf(text, { ...options, diagnostics: 'off' })).toContain('[SPN216]');
  });

  test('they stand in the metadata, with all that a tool needs', () => {
    const { metadata } = compileResult(source);
    const { spindle } = metadata as unknown as { spindle: SpindleMetadata };
    expect(
      spindle.diagnostics.map(({ frame, file, ...rest }) => [rest, frame.split('\n')[0], file?.endsWith('input.js')]),
    ).toEqual([
      [
        {
          code: 'SPN605',
          severity: 'warning',
          line: 4,
          column: 0,
          message: expect.stringContaining('`@comple` is no mark.'),
        },
        expect.stringContaining('f = () => Math.random()'),
        true,
      ],
      [
        { code: 'SPN603', severity: 'warning', line: 2, column: 10, message: expect.stringContaining('[SPN603]') },
        '  1 | // @compile',
        true,
      ],
    ]);
  });

  test('code that another plugin has put in is told of without a place', () => {
    const found: Diagnostic[] = [];
    const putIn = ({ template }: typeof babel): babel.PluginObj => ({
      visitor: {
        Program: (program) => {
          const [first] = program.node.body;
          const { body } = (first as babel.types.FunctionDeclaration).body;
          body.push(template.statement('a.b += f(Math.random());')());
        },
      },
    });
    babel.transformSync('// @compile\nfunction go() {}', {
      babelrc: false,
      configFile: false,
      plugins: [putIn, [plugin, { onDiagnostic: (one: Diagnostic) => void found.push(one) }]],
    });
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^`Math\.random` is not the same/),
      expect.stringMatching(/^`a\.b` is read before `f` may wait/),
    ]);
  });

  test('without `onDiagnostic` they go to console.warn, with their place first', () => {
    const { warn } = console;
    const told: string[] = [];
    console.warn = (text: string) => void told.push(text);
    try {
      babel.transformSync('// @compile\nf = () => Math.random();', {
        babelrc: false,
        configFile: false,
        cwd: '/game',
        filename: '/game/scripts/dice.js',
        highlightCode: false,
        plugins: [plugin],
      });
      expect(told).toEqual([
        expect.stringMatching(
          /^scripts\/dice\.js:2:11: `Math\.random` is not the same on every run\..*\n {2}1 \|.*\n> 2 \|/s,
        ),
      ]);
    } finally {
      console.warn = warn;
    }
  });
});
