import { parse } from '@babel/parser';
import traverseModule from '@babel/traverse';
import { originalPositionFor, type SourceMapInput, TraceMap } from '@jridgewell/trace-mapping';
import { compile, compileResult, reprint } from './compile.js';

// Babel 7 is CommonJS, so an import from ESM gives the module object. Babel 8 is ESM, so it gives the function.
type Unwrapped<T> = T extends { default: infer D } ? D : T;
const unwrap = <T>(m: T): Unwrapped<T> =>
  (typeof m === 'function' ? m : (m as { default: unknown }).default) as Unwrapped<T>;
const traverse = unwrap(traverseModule);

const sample = `
import * as ns from "ns";
// @compile
glitch.walk = function (direction) {
  let moved = true;
  while (moved) {
    this.step(direction);
    moved = this.canMove(direction);
    if (a) continue;
  }
};
// @compile
export function walk(d, e = f(), ...rest) { ns.run(); return fact(d) + arguments.length; }
/* @compile */
export default function () { wait(5); }
// @compile
class A extends B {
  #p(a) { return a.b(); }
  walk(d) { super.walk(d); this.#p(1); xs.forEach((g) => g.walk()); }
  static boost() { return 1; }
  [key()](x) { f(() => super.walk(arguments, new.target)); }
  onPress = () => { this.walk(1); };
  y = () => { f(super.z); };
}
// @compile
const o = { walk(d) { f(d); }, sup() { super.sup(); }, plain() { return 1; }, __proto__() { f(); } };
// @compile
button.onPress = function me() {
  a?.b().c; x = a.b?.(q()).c; delete a?.b().c; o?.m(g()).then(h);
  f().then(x).catch(y); void f(); Promise.all([this.a(), b()]); o.f(g()).then(x); import(f()).then(x);
  all(this.walk(N), g.jump(), this.walk(this.pick())); withTimeout(ms(), this.walk(N));
  waitFor(obj.method); waitFor(a().b.method);
  (function (g) { g.x(); me(); })(this);
  for (let i = 0; i < n(); i++) { do { if (x()) continue; } while (z()); }
  let n = 0; while (n < 100) n += 1;
};
`;

describe('the output', () => {
  test('is compiled no further', () => {
    const once = compile(sample);
    expect(compile(once)).toBe(reprint(once));
    const rooted = compile(sample, { runtime: { global: 'CK.code' } });
    expect(compile(rooted, { runtime: { global: 'CK.code' } })).toBe(reprint(rooted));
  });

  test('holds no node twice', () => {
    const seen = new Set<unknown>();
    const twice: string[] = [];
    traverse(compileResult(sample).ast!, {
      enter(path) {
        if (seen.has(path.node)) twice.push(path.node.type);
        seen.add(path.node);
      },
    });
    expect(twice).toEqual([]);
  });

  test('has scopes that agree with its names', () => {
    const { ast } = compileResult(sample);
    let names = 0;
    traverse(ast!, {
      Program(path) {
        const { scope } = path;
        for (const name of ['walk', '$walk', '$thread', 'clock', 'wait']) if (scope.hasOwnBinding(name)) names++;
        for (const name of Object.keys((scope as unknown as { globals: object }).globals))
          expect(name).not.toMatch(/^\$|^(?:clock|beside|outside|waitUntil|overBudget)$/);
      },
    });
    expect(names).toBe(5);
  });

  test('maps every yield to its call and every frame-wait to its loop', () => {
    const source =
      'x;\n// @compile\nf = function () {\n  while (a()) {\n    b.c();\n    d?.e().f;\n  }\n  for (;;) g();\n};\nh;';
    const { code, map } = compileResult(source);
    const trace = new TraceMap(map as SourceMapInput);
    const found: string[] = [];
    const lines = code!.split('\n');
    lines.forEach((text, line) => {
      for (const match of text.matchAll(/yield |const \$frame\d/g)) {
        const { line: sourceLine, column } = originalPositionFor(trace, { line: line + 1, column: match.index });
        const rest = text.slice(match.index).replace(/^yield (?:beside\()?/, '');
        found.push(`${/^[\w$ ]+/.exec(rest)![0].trim()} ${sourceLine}:${column}`);
      }
    });
    expect(found).toEqual([
      'a 4:9',
      'const $frame0 4:2',
      'b 5:4',
      'd 6:4',
      'waitUntil 4:2',
      'const $frame1 8:2',
      'g 8:11',
      'waitUntil 8:2',
    ]);
  });

  test('is the same for the same source', () => expect(compile(sample)).toBe(compile(sample)));

  test('parses as it is printed', () => {
    expect(() => parse(compile(sample), { sourceType: 'module' })).not.toThrow();
  });

  test('keeps comments where they were', () => {
    const code = compile('// License.\n\n// @compile\n// Walks.\nfunction f() { g(); } // tail\n// next\nx;');
    expect(code).toMatch(/^\/\/ License\.\n+import /);
    expect(code).toMatch(/\/\/ @compiled\n\/\/ Walks\.\nfunction\* \$f/);
    expect(code).toMatch(/\/\/ tail\n\/\/ next\nx;\nfunction \$meta/);
  });

  test.each([
    ['a directive', '"use strict";\n// @compile\nfunction f() { g(); }', '// @compiled\nfunction* $f() {'],
    [
      'an exported function, above its body',
      'x;\n// @compile with care\n// Walks.\nexport function f() { g(); }',
      'export var f = $thread($f, $meta(0));\nx;\n// @compiled with care\n// Walks.\nfunction* $f() {',
    ],
    [
      'an exported function of a file that imports, above its body',
      'import "x";\n// @compile\n// Walks.\nexport function f() { g(); }',
      '// Walks.\nexport function f() {\n  return $early($f, this, arguments);\n}\n// @compiled\nfunction* $f() {',
    ],
    [
      'a default export, above its body',
      'import "x";\n// @compile\nexport default function () { g(); }',
      '}\n// @compiled\nfunction* $$default() {',
    ],
    [
      'a function that is exported below',
      'import "x";\n// @compile\nfunction f() { g(); }\nexport { f };',
      '}\n// @compiled\nfunction* $f() {',
    ],
    [
      'a class behind an exported function',
      '// @compile\nexport function f() { g(); }\n// @compile\nclass A { m() { g(); } }',
      '}\n// @compiled\nclass A {',
    ],
    [
      'a class between functions',
      'import { E } from "e";\n// @compile\nexport function f() { g(); }\nfunction a() {}\n// @compile\nclass A extends E { m() { g(); } }',
      'function a() {}\n// @compiled\nclass A extends E {',
    ],
    [
      'a method behind a private one',
      'x;\nclass A {\n  // @compile\n  #p() { g(); }\n  // @compile\n  m() { g(); }\n}',
      '  }\n  // @compiled\n  *m() {',
    ],
    [
      'a method behind a field',
      'x;\nconst o = {\n  a: 1, // one\n  // @compile\n  m() { g(); }\n};',
      'a: 1,\n  // one\n  // @compiled\n  m: $method',
    ],
  ])('keeps the mark of %s', (_what, source, expected) => {
    const code = compile(source, { sourceType: source.startsWith('"use') ? 'script' : 'module' });
    expect(code).toContain(expected);
    expect(code.match(/@compiled/g)).toHaveLength(source.match(/@compile\b/g)!.length);
  });
});

describe('TypeScript', () => {
  const ts = (source: string): string => compile(source, { typescript: true });

  test('keeps the types of parameters and drops that of the result', () => {
    const code = ts('x;\n// @compile\nfunction f<T>(this: Foo, a: number, b?: T): string { return g(a!) as string; }');
    expect(code).toContain('function* $f<T>(this: Foo, a: number, b?: T) {');
    expect(code).toContain('yield g(a!)');
  });

  test('keeps signatures without a body', () => {
    const code = ts(
      'x;\n// @compile\nabstract class A { abstract walk(): void; run(a: string): void; run(a: any): void { g(a); } private x: number = 1; }\ndeclare function q(): void;',
    );
    expect(code).toContain('abstract walk(): void;');
    expect(code).toContain('run(a: string): void;');
    expect(code).toContain('*run(a: any) {');
  });

  test('keeps the mark of an overloaded function above its body', () => {
    const code = ts(
      'x;\n// @compile\n// Picks.\nfunction f(a: string): void;\nfunction f(a: number): void;\nfunction f(a: any) { g(a); }',
    );
    expect(code).toContain(
      '// Picks.\nfunction f(a: string): void;\nfunction f(a: number): void;\n// @compiled\nfunction* $f(a: any) {',
    );
  });

  test('knows that an import of types closes no cycle', () => {
    const source =
      'import type { T } from "t";\n// @compile\nexport function f() { g(); h(); }\n// @compile\nfunction h() { g(); }';
    expect(ts(source)).toContain('var h = $thread($h, ');
    expect(ts(source.replace(' type', ''))).toContain('early($h, ');
  });

  test('wraps what a namespace exports', () => {
    const code = ts('x;\nnamespace N {\n  const a = 1;\n  // @compile\n  export function f() { g(); }\n}');
    expect(code).toMatch(
      /namespace N \{\n  f = \$thread\(\$f, \$meta\(0\), f\);\n  const a = 1;\n+  export function f\(\) \{\n.*\n  \}\n  \/\/ @compiled\n  function\* \$f/,
    );
  });

  test('sees through annotations', () => {
    const code = ts(
      'x;\n// @compile\nconst f = (() => { (a as any).b(); (this as any).c(); a!.d?.().e; all(g() as X); }) as Fn;',
    );
    expect(code).toContain('yield beside((a as any).b());');
    expect(code).toContain('yield (this as any).c();');
    expect(code).toMatch(/all\(\(*\(\) => g\(\)\) as X\)/);
  });

  test('is not asked to import what is only a type', () => {
    expect(ts('// @compile\nfunction f(a: Executor): wait { g(); }')).toContain('import { $thread } from');
  });
});
