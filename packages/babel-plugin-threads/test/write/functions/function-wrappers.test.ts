import { body, brief, compile } from '../../compile.js';

describe('wrappers', () => {
  const at = (source: string): string =>
    brief(`x;\n// @compile\n${source}`)
      .replace(/^x; ?/, '')
      .replace(/ ?x; ?/, ' ')
      .trim();
  test.each([
    ['y = function (a) { g(a); };', 'y = $thread(function* (a) { yield g(a); });'],
    ['y = (a) => g(a);', 'y = $arrow(function* (a) { return yield g(a); });'],
    [
      'y = function () { return () => g(); };',
      'y = $plain(function () { return $arrow(function* () { return yield g(); }, this); });',
    ],
    ['y = { walk(d) { g(d); } };', 'y = { walk: $method(function* (d) { yield g(d); }) };'],
    ['y = function me() { g(); };', 'y = $thread(function* me() { yield g(); });'],
    ['y = function me() { g(me()); };', 'y = $named(me => function* () { yield g(yield me()); });'],
    ['y = function me() { me(); };', 'y = (me => me = $plain(function () { me(); }))();'],
    ['y = () => 1;', 'y = $plain(() => 1);'],
    ['y = function () { return 1; };', 'y = $plain(function () { return 1; });'],
    ['y = function () { g(); return () => 1; };', 'y = $thread(function* () { yield g(); return () => 1; });'],
    ['function f() { g(); }', 'var f = $thread($f); function* $f() { yield g(); }'],
    ['export function f(a) { g(); }', 'export var f = $thread($f); function* $f(a) { yield g(); }'],
    [
      'export function f(a) { g(); } export * from "x";',
      'f = $thread($f, f); export function f(a) { return $early($f, this, arguments); } function* $f(a) { yield g(); } export * from "x";',
    ],
    [
      'export default function () { g(); }',
      'var $default = $thread($$default); export { $default as default }; function* $$default() { yield g(); }',
    ],
    [
      'export default function () { g(); } export * from "x";',
      '$default = $thread($$default, $default); export default function $default() { return $early($$default, this, arguments); } function* $$default() { yield g(); } export * from "x";',
    ],
    ['function f() { return 1; } f();', 'function f() { return 1; } f();'],
    ['function f() { return 1; } q(f);', 'f = $plain(f); function f() { return 1; } q(f);'],
    ['function f() { return this; } f();', 'f = $plain(f); function f() { return this; } f();'],
  ])('%s', (source, expected) => expect(at(source)).toBe(expected));

  test.each([
    ['[k]', '*[$key = $propertyKey(k)]() {', '[$key]: $meta('],
    ['["a" + b]', '*[$key = $propertyKey("a" + b)]() {', '[$key]: $meta('],
    ['[`a${b}`]', '*[$key = `a${b}`]() {', '[$key]: $meta('],
    ['[`a`]', '*[`a`]() {', '[`a`]: $meta('],
    ['["a"]', '*["a"]() {', '["a"]: $meta('],
    ['[1]', '*[1]() {', '[1]: $meta('],
  ])('the key of a method %s is worked out once and becomes a property key once', (key, method, entry) => {
    const code = compile(`x;\n// @compile\nclass A { ${key}() { g(); } }`);
    expect(code).toContain(method);
    expect(code).toContain(entry);
  });

  test('a declaration that stays shows the parameters that its generator does not evaluate in its body', () => {
    const code = brief('import "x";\n// @compile\nexport function f(a, { b }, c = h(), ...d) {}');
    expect(code).toContain('export function f(a, $parameter) { return $early($f, this, arguments); }');
  });

  test('an anonymous default export is called `default`', () => {
    expect(compile('// @compile\nexport default function () { g(); }')).toContain('"default(0) 2:29');
  });

  test('a declaration named in an export list is callable before its module has run', () => {
    const source = 'x;\n// @compile\nfunction f() { g(); }\nexport { f as h };';
    expect(brief(`${source} export * from "x";`)).toContain('return $early($f, this, arguments)');
  });

  test('nobody calls a declaration so early whose file imports nothing, or the runtime alone', () => {
    const source = '// @compile\nexport function f() { g(); }';
    expect(compile(source)).toContain('export var f = $thread($f, $meta(0));');
    expect(compile(`import { wait } from "@spindle/runtime";\n${source}`)).toContain('export var f = $thread(');
    expect(compile(`import "@spindle/runtime/globals";\n${source}`)).toContain('export var f = $thread(');
    expect(compile(`import "@spindle/runtimes";\n${source}`)).toContain('$early(');
  });

  test('a runtime that is a file may import the scripts', () => {
    const source = '// @compile\nexport function f() { h(); }\n// @compile\nfunction h() { g(); }';
    const code = compile(source, { runtime: { module: './engine.js' } });
    expect(code).toContain('return $early($f, this, arguments)');
    expect(code).toContain('return $early($h, this, arguments)');
  });

  test('so are its helpers, where the module may stand in a cycle of imports', () => {
    const source = '// @compile\n\nexport function f() { h(); }\nfunction h() { g(); }';
    expect(brief(source)).toContain('var h = $thread($h);');
    expect(
      brief(
        `import { g } from "g";\n${source}`.replace('import', '// @compile\nimport').replace('// @compile\n\n', ''),
      ),
    ).toContain('h = $thread($h, h); export');
  });

  test.each([
    ['called by no export', 'export function f() { g(); } function h() { g(); }', false],
    ['called by an export', 'export function f() { h(); } function h() { g(); }', true],
    ['named by a callback in it', 'export function f() { g(() => k(h)); } function h() { g(); }', true],
    ['called through another', 'export { f }; function f() { k(); } function k() { h(); } function h() { g(); }', true],
    [
      'called through one that waits for nothing',
      'export default function () { return h(); } function h() { g(); }',
      true,
    ],
    ['called at the top of the module', 'export function f() { g(); } function h() { g(); } h();', false],
    ['called by a constant, which is not there yet', 'export { f }; const f = () => h(); function h() { g(); }', false],
    ['seen by eval', 'export function f() { eval(text); } function h() { g(); }', true],
  ])('a helper of a module that may be in a cycle: %s', (_what, rest, isEarly) => {
    const code = brief(`"use compile";\nimport { g } from "g";\n${rest}`, { diagnostics: 'off' });
    expect(code.includes('h = $thread($h, h);')).toBe(isEarly);
    expect(code.includes('var h = $thread($h);')).toBe(!isEarly);
  });

  test('an arrow of a script gets the `this` of the file only if it uses it', () => {
    const script = (source: string): string => brief(source, { sourceType: 'script' });
    expect(script('// @compile\nf = () => g();')).toContain('return yield g(); });');
    expect(script('// @compile\nf = () => g(this);')).toContain('return yield g(this); }, this);');
    expect(brief('// @compile\nf = () => g(this);')).toContain('return yield g(this); });');
  });

  test('JSX keeps its handlers', () => {
    expect(compile('// @compile\nconst View = () => <A b={() => g()}>{h()}</A>;', { jsx: true })).toMatch(
      /return <A b=\{\$arrow\(function\* \(\) \{\n\s+return yield g\(\);\n\s+\}, \$meta\(\d\)\)\}>\{yield h\(\)\}<\/A>;/,
    );
  });

  test('wrappers of declarations stand after imports and directives, in source order', () => {
    const code = compile(
      '"use strict";\nimport a from "a";\n// @compile\nfunction f() { g(); }\n// @compile\nfunction h() { g(); }',
    );
    expect(code.replace(/\$meta\(\d\)/g, 'META')).toMatch(
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
    expect(code).toContain('static { $methods(this.prototype, { walk: $meta(0) });');
    expect(code).toMatch(/\$methods\(this, \{ boost: \$meta\(1\) \}\); \}/);
    expect(code).toContain('*walk(d) { yield g(d); } static *boost() { yield g(); }');
    expect(code).toContain('*#$own(a) { yield g(a); } get #own() { return $privateMethod(this.#$own); }');
    expect(code).toContain('static *#$s() { yield g(); } static get #s() { return $privateMethod(this.#$s); }');
  });

  test('object methods with super stay methods', () => {
    expect(brief('x;\n// @compile\ny = { walk(d) { super.walk(d); } };')).toMatch(
      /y = \$methods\(\{ \*walk\(d\) \{ yield super\.walk\(d\); \} \}, \{ walk: \$meta\(0\) \}\);/,
    );
  });
});
