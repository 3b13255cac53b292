import { body, brief, compile } from '../compile.js';

describe('wrappers', () => {
  const at = (source: string): string =>
    brief(`x;\n// @compile\n${source}`)
      .replace(/^x; ?/, '')
      .replace(/ ?x; ?/, ' ')
      .trim();
  test.each([
    ['y = function (a) { g(a); };', 'y = $thread(function* (a) { yield g(a); });'],
    ['y = (a) => g(a);', 'y = $thread.arrow(function* (a) { return yield g(a); });'],
    [
      'y = function () { return () => g(); };',
      'y = $thread.plain(function () { return $thread.arrow(function* () { return yield g(); }, this); });',
    ],
    ['y = { walk(d) { g(d); } };', 'y = { walk: $thread.method(function* (d) { yield g(d); }) };'],
    ['y = function me() { g(); };', 'y = $thread(function* me() { yield g(); });'],
    ['y = function me() { g(me()); };', 'y = $thread.named(me => function* () { yield g(yield me()); });'],
    ['y = function me() { me(); };', 'y = (me => me = $thread.plain(function () { me(); }))();'],
    ['y = () => 1;', 'y = $thread.plain(() => 1);'],
    ['y = function () { return 1; };', 'y = $thread.plain(function () { return 1; });'],
    ['y = function () { g(); return () => 1; };', 'y = $thread(function* () { yield g(); return () => 1; });'],
    ['function f() { g(); }', 'var f = $thread($f); function* $f() { yield g(); }'],
    [
      'export function f(a) { g(); }',
      'f = $thread($f, f); export function f(a) { return $thread.early($f, this, arguments); } function* $f(a) { yield g(); }',
    ],
    [
      'export default function () { g(); }',
      '$default = $thread($$default, $default); export default function $default() { return $thread.early($$default, this, arguments); } function* $$default() { yield g(); }',
    ],
    ['function f() { return 1; } f();', 'function f() { return 1; } f();'],
    ['function f() { return 1; } q(f);', 'f = $thread.plain(f); function f() { return 1; } q(f);'],
    ['function f() { return this; } f();', 'f = $thread.plain(f); function f() { return this; } f();'],
  ])('%s', (source, expected) => expect(at(source)).toBe(expected));

  test.each([
    ['[k]', '*[$key = $thread.key(k)]() {', '[$key]: "'],
    ['["a" + b]', '*[$key = $thread.key("a" + b)]() {', '[$key]: "'],
    ['[`a${b}`]', '*[$key = `a${b}`]() {', '[$key]: "'],
    ['[`a`]', '*[`a`]() {', '[`a`]: "'],
    ['["a"]', '*["a"]() {', '["a"]: "'],
    ['[1]', '*[1]() {', '[1]: "'],
  ])('the key of a method %s is worked out once and becomes a property key once', (key, method, entry) => {
    const code = compile(`x;\n// @compile\nclass A { ${key}() { g(); } }`);
    expect(code).toContain(method);
    expect(code).toContain(entry);
  });

  test('an anonymous default export is called `default`', () => {
    expect(compile('// @compile\nexport default function () { g(); }')).toContain('"default(0) 2:29');
  });

  test('a declaration named in an export list is callable before its module has run', () => {
    expect(brief('x;\n// @compile\nfunction f() { g(); }\nexport { f as h };')).toContain(
      'return $thread.early($f, this, arguments)',
    );
  });

  test('so are its helpers, where the module may stand in a circle of imports', () => {
    const source = '// @compile\n\nexport function f() { h(); }\nfunction h() { g(); }';
    expect(brief(source)).toContain('var h = $thread($h);');
    expect(
      brief(
        `import { g } from "g";\n${source}`.replace('import', '// @compile\nimport').replace('// @compile\n\n', ''),
      ),
    ).toContain('h = $thread($h, h); export');
  });

  test('an arrow of a script gets the `this` of the file only if it uses it', () => {
    const script = (source: string): string => brief(source, { sourceType: 'script' });
    expect(script('// @compile\nf = () => g();')).toContain('return yield g(); });');
    expect(script('// @compile\nf = () => g(this);')).toContain('return yield g(this); }, this);');
    expect(brief('// @compile\nf = () => g(this);')).toContain('return yield g(this); });');
  });

  test('JSX keeps its handlers', () => {
    expect(compile('// @compile\nconst View = () => <A b={() => g()}>{h()}</A>;', { jsx: true })).toMatch(
      /return <A b=\{\$thread\.arrow\(function\* \(\) \{\n\s+return yield g\(\);\n\s+\}, "[^"]*"\)\}>\{yield h\(\)\}<\/A>;/,
    );
  });

  test('wrappers of declarations stand after imports and directives, in source order', () => {
    const code = compile(
      '"use strict";\nimport a from "a";\n// @compile\nfunction f() { g(); }\n// @compile\nfunction h() { g(); }',
    );
    expect(code.replace(/"[^"]*\(\d\)[^"]*"/g, 'META')).toMatch(
      /^"use strict";\n+import \{ \$thread \} .*\nimport a from "a";\nvar f = \$thread\(\$f, META\);\nvar h = \$thread\(\$h, META\);/,
    );
  });

  test('a declaration in a block is a let there', () => {
    expect(body('if (x) { h(); function h() { g(); } }')).toBe(
      'if (x) { let h = $thread($h); yield h(); function* $h() { yield g(); } }',
    );
  });

  test('names that are taken are not taken again', () => {
    expect(brief('const $f = 1;\n// @compile\nfunction f() { g(); }')).toContain(
      'var f = $thread($f1); const $f = 1; function* $f1()',
    );
  });

  test('methods stay in their class', () => {
    const code = brief(
      'x;\n// @compile\nclass A { walk(d) { g(d); } static boost() { g(); } #own(a) { g(a); } static #s() { g(); } }',
    );
    expect(code).toContain('static { $thread.methods(this.prototype, { walk: "A.walk(1) 3:20:');
    expect(code).toMatch(/\$thread\.methods\(this, \{ boost: "A\.boost\(0\) [^"]*" \}\); \}/);
    expect(code).toContain('*walk(d) { yield g(d); } static *boost() { yield g(); }');
    expect(code).toContain('*#$own(a) { yield g(a); } get #own() { return $thread.of(this.#$own); }');
    expect(code).toContain('static *#$s() { yield g(); } static get #s() { return $thread.of(this.#$s); }');
  });

  test('object methods with super stay methods', () => {
    expect(brief('x;\n// @compile\ny = { walk(d) { super.walk(d); } };')).toMatch(
      /y = \$thread\.methods\(\{ \*walk\(d\) \{ yield super\.walk\(d\); \} \}, \{ walk: "y\.walk\(1\) [^"]*" \}\);/,
    );
  });
});

describe('META', () => {
  const metas = (source: string): string[] =>
    [...compile(`x;\n// @compile\n${source}`).matchAll(/"([^"\n]*\(\d+\)[^"\n]*)"/g)].map((m) =>
      m[1]!.replace(/:[a-z0-9]+(?= |$)/g, ''),
    );

  test.each([
    ['glitch.walk = function (d) { g(); };', ['glitch.walk(1) name= 3:29']],
    ['const f = (a, b = 1) => g();', ['f(1) 3:24']],
    [
      'ButtonC.onPress = function () { run(() => g()); };',
      ['ButtonC.onPress>arrow~run(0) name= 3:42', 'ButtonC.onPress(0) name= 3:32'],
    ],
    ['y = [() => g(), () => g()];', ['arrow~y(0) name= 3:11', 'arrow~y~2(0) name= 3:22']],
    ['y = { "a b>c": () => g() };', ['y.a%20b%3Ec(0) 3:21']],
    ['class A { #p() { g(); } s = () => g(); }', ['A.#p(0) 3:17', 'A.s(0) 3:34']],
    ['export default () => g();', ['default(0) 3:21']],
    ['y = function () { while (x) g(); };', ['y(0) 3:28 3:18']],
    ['y = function other() { g(); };', ['other(0) 3:23']],
  ])('%s', (source, expected) => expect(metas(source)).toEqual(expected));

  test.each([
    ['door.on("open", () => g());', 'arrow~door.on:open'],
    ['door.on("a b", function () { g(); });', 'function~door.on:a%20b'],
    ['const speak = later(() => g());', 'arrow~speak=later'],
    ['this.list = [() => g()];', 'arrow~this.list'],
    ['y = { list: [() => g()] };', 'arrow~list'],
    ['class A { list = [() => g()] }', 'arrow~list'],
    ['a.b().then(() => g());', 'arrow~then'],
    ['new Button(() => g());', 'arrow~Button'],
    ['found = (() => g())();', 'arrow~found'],
    ['(() => g())();', 'arrow'],
    ['h(i(() => g()));', 'arrow~i'],
    ['h(() => () => g());', 'arrow~h>arrow'],
    ['a()(() => g());', 'arrow'],
  ])('an anonymous function is told from others by what it stands in: %s', (source, id) => {
    expect(metas(source).map((meta) => meta.replace(/\(.*/, ''))).toContain(id);
  });

  test('one more anonymous function above changes no id', () => {
    const source = 'f = () => { on("a", () => g()); x.on(() => g()); all(() => g()); };';
    const ids = (text: string): string[] => metas(text).map((meta) => meta.replace(/\(.*/, ''));
    const before = ids(source);
    expect(before).toHaveLength(4);
    expect(ids(source.replace('{', '{ on("b", () => g());'))).toEqual(['f>arrow~on:b', ...before]);
  });

  test('does not change where other statements do', () => {
    const hashOf = (extra: string): string =>
      /3:\d+:(\w+)"/.exec(
        compile(`// @compile\n\nf = function () { ${extra} g(1); };`).replace(/ \d+:\d+:\w+ /, ' '),
      )![1]!;
    expect(hashOf('h();')).toBe(hashOf('if (a) h(2);'));
  });
});

describe('what arrows take from around them', () => {
  test.each([
    [
      'h(() => g(arguments));',
      'const $arguments = arguments; yield h($thread.arrow(function* () { return yield g($arguments); }, this));',
    ],
    [
      'h(() => g(new.target));',
      'const $newTarget = $thread.newTarget(); yield h($thread.arrow(function* () { return yield g($newTarget); }, this));',
    ],
    ['g(new.target);', 'const $newTarget = $thread.newTarget(); yield g($newTarget);'],
    ['h(() => arguments);', 'yield h(() => arguments);'],
    [
      'h(() => { return () => g(arguments); });',
      'const $arguments = arguments; yield h(() => { return $thread.arrow(function* () { return yield g($arguments); }, this); });',
    ],
    ['h(() => g(this));', 'yield h($thread.arrow(function* () { return yield g(this); }, this));'],
  ])('%s', (source, expected) => expect(body(source)).toBe(expected));

  test('super is read in the method', () => {
    expect(brief('x;\n// @compile\nclass A extends B { m() { return () => super.m(g()); } }')).toContain(
      'const $superM = () => super.m; return $thread.arrow(function* () { return yield $superM().call(this, yield g()); }, this);',
    );
  });
});

describe('parameters', () => {
  test('a default that calls moves into the body, with those behind it', () => {
    expect(brief('x;\n// @compile\ny = function (a, b = g(a), [c], ...d) {};')).toContain(
      'function* (a, ...$parameters) { let { 0: b = yield g(a), 1: [c] } = $parameters, d = $parameters.slice(2); }',
    );
  });

  test('other defaults stay', () => {
    expect(brief('x;\n// @compile\ny = function (a = 1, { b } = {}) { g(); };')).toContain(
      'function* (a = 1, { b } = {}) { yield g(); }',
    );
  });
});
