import { TraceMap, originalPositionFor } from '@jridgewell/trace-mapping';
import { CompileError, inspect, mayConcern, transform } from '@spindle/compiler';

const errorOf = (code: string, options = {}): CompileError => {
  try {
    transform(code, options);
  } catch (error) {
    return error as CompileError;
  }
  throw new Error('it compiled');
};

describe('what is given back', () => {
  test('null where nothing concerns Spindle, whatever the text is', () => {
    expect(transform('function f() {}')).toBeNull();
    expect(transform('no { JavaScript')).toBeNull();
    expect(mayConcern('function f() {}')).toBe(false);
    expect(mayConcern('function f() {}', { script: true })).toBe(true);
    // Already compiled.
    expect(transform(transform('// @compile\nfunction f() { wait(1); }')!.code)).toBeNull();
  });

  test('the source itself with a report where there is only something to tell', () => {
    const source = '// @complie\nfunction f() {}';
    const { code, map, report } = transform(source)!;
    expect([code, map, report.compiled]).toEqual([source, null, false]);
    expect(report.diagnostics.map((one) => one.code)).toEqual(['SPN605']);
  });

  test('diagnostics are in the report, and nothing is printed', () => {
    const { warn } = console;
    console.warn = (text: string) => {
      throw new Error(text);
    };
    const { report } = transform('// @compile\nfunction f() { Math.random(); }', { filename: '/game/a.js' })!;
    expect(report.diagnostics).toMatchObject([{ code: 'SPN603', file: '/game/a.js', line: 2 }]);
    console.warn = warn;
  });

  test('a source map, through that of what made the source', () => {
    const once = transform('// @compile\nfunction f() {\n  wait(1);\n}', { filename: 'a.ts' })!;
    const lineOf = (code: string, text: string) => code.split('\n').findIndex((line) => line.includes(text)) + 1;
    const line = lineOf(once.code, 'yield wait(1)');
    expect(originalPositionFor(new TraceMap(once.map as never), { line, column: 8 })).toMatchObject({
      source: 'a.ts',
      line: 3,
    });
    const inputMap = { version: 3, sources: ['first.coffee'], names: [], mappings: 'AAAA;AACA;AAUA' };
    const twice = transform('// @compile\nfunction f() {\n  wait(1);\n}', { filename: 'a.js', inputMap })!;
    expect(originalPositionFor(new TraceMap(twice.map as never), { line, column: 8 })).toMatchObject({
      source: 'first.coffee',
      line: 12,
    });
    expect(transform('// @compile\nfunction f() { wait(1); }', { sourceMap: false })!.map).toBeNull();
  });
});

describe('how a source is read', () => {
  const script = '// @compile\nfunction f() { wait(1); }\n';

  test.each([
    ['a module without imports', script, 'a.js', 'import { wait }'],
    ['CommonJS, as it says `require`', `const x = require("x");\n${script}`, 'a.js', 'require("@spindle/runtime")'],
    ['CommonJS, by its name', script, 'a.cjs', 'require("@spindle/runtime")'],
    ['a module that also says `require`', `import x from "y"; require("x");\n${script}`, 'a.js', 'import { wait }'],
    ['sloppy code', `with (x) {}\n${script}`, 'a.js', 'require("@spindle/runtime")'],
    ['TypeScript', `${script}let x: number = <any>3;`, 'a.ts', 'let x: number'],
    ['TypeScript with JSX', `${script}const x: Y = <b>{3 as number}</b>;`, 'a.tsx', '<b>{3 as number}</b>'],
    ['JSX', `${script}const x = <b />;`, 'a.js', '<b />'],
    ['decorators', `${script}@dec class A { @on accessor x = 1; }`, 'a.js', '@dec'],
    ['decorators of TypeScript', `${script}class A { constructor(@Inject x: X) {} }`, 'a.ts', '@Inject'],
    ['new syntax', `${script}import x from "x" with { type: "json" };\n{ using y = z(); }`, 'a.js', 'using y'],
  ])('%s', (_, source, filename, expected) => {
    expect(transform(source, { filename })!.code).toContain(expected);
  });

  test('as it is told', () => {
    expect(transform(script, { sourceType: 'script' })!.code).toContain('require(');
  });
});

describe('errors', () => {
  test('all of a file, with places and code frames', () => {
    const error = errorOf('// @compile\nasync function f() {}\n// @compile\nfunction* g() {}', { filename: '/a/b.js' });
    expect(error).toBeInstanceOf(SyntaxError);
    expect(error.message).toMatch(/^\/a\/b\.js:2:1: .*\[SPN101\]\n {2}1 \| /);
    expect(error).toMatchObject({ id: '/a/b.js', loc: { file: '/a/b.js', line: 2, column: 0 } });
    expect(error.diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ['SPN101', 2],
      ['SPN102', 4],
    ]);
    expect(error.frame).toContain('> 2 | async function f() {}');
  });

  test('of the syntax too; a module that is no script is judged as a module', () => {
    const error = errorOf('// @compile\nfunction f( { wait(1); }', { filename: 'b.js' });
    expect(error.message).toMatch(/^b\.js:2:\d+: .* \[SPN422\]\n/);
    expect(errorOf('import x from "y";\nwith (x) {}\n// @compile\nfunction f() {}').message).toMatch(/^2:1: .*with/);
  });

  test('a wrong option is told, before the source is looked at', () => {
    expect(() => transform('', { plian: [] } as object)).toThrow(
      'The option `plian` is not known. Did you mean `plain`? [SPN301]',
    );
    expect(() => transform('', { target: 'es5' as 'generators' })).toThrow('`target`');
  });
});

describe('code that is nested deeper than the stack has room for', () => {
  const script = (statement: string): string => `// @compile\nfunction script() {\n  log();\n  ${statement}\n}`;
  const links = (n: number): string => Array.from({ length: n }, (_, i) => `\n    .walk(${i})`).join('');

  test.each([
    ['a chain of calls', `hero${links(9000)};`, 4],
    ['a sum of calls', `${Array.from({ length: 20_000 }, (_, i) => `walk(${i})`).join(' +\n')};`, undefined],
    ['calls in calls', `${'walk('.repeat(9000)}1${')'.repeat(9000)};`, 4],
    ['branches', Array.from({ length: 20_000 }, (_, i) => `if (key === ${i}) walk();`).join('\n  else '), 5],
  ])('%s: the error has a place, and what to do', (_name, statement, line) => {
    for (const target of ['generators', 'frames'] as const) {
      const error = errorOf(script(statement), { target, filename: 'hero.js' });
      expect(error.diagnostics).toMatchObject([{ code: 'SPN220', severity: 'error', file: 'hero.js' }]);
      expect(error.message).toMatch(/nested deeper than the stack has room for\. Divide it:/);
      if (line !== undefined) expect(error.loc.line).toBe(line);
    }
  });

  test('the report has it, too', () => {
    const { compiled, diagnostics } = inspect(script(`hero${links(9000)};`))!;
    expect([compiled, diagnostics.map(({ code, line }) => `${code}:${line}`)]).toEqual([false, ['SPN220:4']]);
  });
});
