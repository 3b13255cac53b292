import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as babel from '@babel/core';
import { isOfThisLane } from '../../../fixtures/lanes.js';
import plugin, { type ThreadsOptions } from '../src/index.js';
import { brief, compile, type CompileOptions, compileResult, diagnosticsOf, errorOf, warned } from './compile.js';

const targets = ['generators', 'frames'] as const;

/** The bodies of the programs that are fixtures, without the mark. */
const fixtures = path.join(import.meta.dirname, '../../../fixtures/programs');
const bodies = readdirSync(fixtures, { withFileTypes: true })
  .filter((one) => one.isDirectory() && !/import|types-of|commonjs|return|directive/.test(one.name))
  .map(({ name }) => ({ name, body: readFileSync(path.join(fixtures, name, 'input.js'), 'utf8') }))
  .map(({ name, body }) => ({ name, body: body.replace(/^\/\/ @script\n|^import .*\n/gm, '') }));

const handwritten = (body: string, name = 'program'): string =>
  `/* @compile the whole file */\n\nconst ${name} = () => {\n${body}\n};\nexport default ${name};`;

describe.each(targets)('with the target %s', (target) => {
  test.each(bodies)('a program is compiled as an arrow that its author would have written: $name', ({ body, name }) => {
    const own = name.startsWith('names') ? '$$program' : 'program';
    expect(brief(`// @script\n${body}`, { target })).toBe(brief(handwritten(body, own), { target }));
  });

  test.each(bodies.filter((_, index) => isOfThisLane(index)))(
    'what comes out is left alone, with the option too: $name',
    ({ body }) => {
      const code = compile(body, { target, script: true });
      expect(compile(code, { target, script: true })).toBe(code);
      expect(compile(code, { target })).toBe(code);
    },
  );
});

test.each(['"use strict";', '"use compile";', 'function go() { "use compile"; }'])(
  'what comes out of the option is left alone below %j',
  (above) => {
    const code = compile(`${above}\nwait(1);`, { script: true });
    expect(compile(code, { script: true })).toBe(code);
  },
);

test('an empty program is one, too', () => {
  expect(compile('// @script')).toContain('// @compiled\nimport { $plain }');
  expect(brief('', { script: true })).toBe('const program = $plain(() => {}); export default program;');
});

describe('the mark', () => {
  test.each([
    ['// a licence\n/* @script my first one */\nwait(1);'],
    ['"use strict";\n"use script";\nwait(1);'],
    ['/**\n * @script\n */\nwait(1);'],
  ])('is read in %j', (source) => expect(brief(source)).toContain('const program = $arrow('));

  test.each([
    ['a();\n/** @script of another tool */\nb();'],
    ['"use strict";\na();'],
    ['const text = "@script";\na();'],
  ])('is not read in %j', (source) => expect(brief(source)).not.toContain('program'));

  test.each([
    ['a();\n// @script\nwait(1);'],
    ['"use strict"; // @script\nwait(1);'],
    ['function f() { "use script"; }'],
  ])('is refused in %j', (source) => expect(errorOf(source)).toContain('[SPN107]'));

  test.each([
    ['// @scirpt\nwait(1);', 'Did you mean `@script`?'],
    ['"use scrpt";\nwait(1);', 'Did you mean `use script`?'],
    ['a();\n"use script";', '`"use script"` has no effect here'],
  ])('is missed where it is nearly there: %j', (source, message) =>
    expect(diagnosticsOf(source)[0]!.message).toContain(message),
  );

  test('stays silent in what many files hold', () => {
    expect(warned('"use strict";\n// @strict\nf();\n"use client";')).toEqual([]);
  });
});

describe('how a program is parsed', () => {
  const transform = (source: string, options: babel.TransformOptions, given: ThreadsOptions = {}): string =>
    babel.transformSync(source, { babelrc: false, configFile: false, plugins: [[plugin, given]], ...options })!.code!;

  test('a return is read in a program, and nowhere else', () => {
    expect(brief('// @script\nif (done) return 1;\nwait(1);')).toContain('if (done) return 1;');
    expect(brief('if (done) return;', { script: true })).toContain('if (done) return;');
    expect(() => compile('// @compile the whole file\nreturn;')).toThrow("'return' outside of function");
  });

  test('where nobody says what it is, it is a module, if it does not say `require` or `exports`', () => {
    const unambiguous = (source: string): string => transform(source, { sourceType: 'unambiguous' });
    expect(unambiguous('// @script\nwait(1);')).toContain('export default program;');
    expect(unambiguous('// @script\nconst a = require("a");\na();')).toContain('module.exports = program;');
    expect(() => unambiguous('// @script\nwith (a) b();')).toThrow('strict mode');
  });

  test('another plugin that parses is in its way for programs only', () => {
    const other = () => ({
      parserOverride: (code: string, options: object, parse: (code: string, options: object) => unknown) =>
        parse(code, options),
      visitor: {},
    });
    const both = { plugins: [plugin, other] as babel.PluginItem[] };
    expect(transform('// @compile\nf = () => { wait(1); };', both)).toContain('$arrow');
    expect(() => transform('// @script\nwait(1);', both)).toThrow('More than one plugin attempted to override parsing');
  });

  test('a tree without its text is read, too', () => {
    const ast = babel.parseSync('// @script\nwait(1);\nlog(2);', { babelrc: false, configFile: false })!;
    const { code } = babel.transformFromAstSync(ast, '', { babelrc: false, configFile: false, plugins: [plugin] })!;
    expect(code).toMatch(/^\/\/ @compiled\n[^]*const program = \$arrow\(function\* \(\) \{\n {2}yield wait\(1\);/);
  });

  test('plugins behind it find the scopes of what was written', () => {
    const names: string[] = [];
    const other = () => ({
      visitor: {
        Identifier(at: babel.NodePath<babel.types.Identifier>) {
          if (at.node.name === 'score') names.push(at.scope.getBinding('score')!.scope.block.type);
        },
      },
    });
    transform('// @script\nlet score = 1;\nfunction win() { score++; wait(1); }\nwin();', { plugins: [plugin, other] });
    expect(names).toEqual(['FunctionExpression', 'FunctionExpression']);
  });
});

describe('what a program cannot have', () => {
  const mendsOf = (source: string, options?: CompileOptions) => {
    const result = babel.transformSync.bind(babel, source, {
      babelrc: false,
      configFile: false,
      plugins: [[plugin, { ...options }]],
    });
    try {
      result();
    } catch (error) {
      const { diagnostics } = error as { diagnostics: { code: string; mends?: { text: string }[] }[] };
      return diagnostics.map(({ code, mends = [] }) => [code, ...mends.map(({ text }) => text)].join(' '));
    }
    return [];
  };

  test('is told with what to write instead', () => {
    const source =
      '// @script\nexport const a = 1;\nawait f();\nconst b = await x;\nexport { b };\nfor await (const c of d) e();';
    expect(mendsOf(source)).toEqual(['SPN113 const a = 1;', 'SPN114 f()', 'SPN114 waitFor(x)', 'SPN113', 'SPN114']);
  });

  test('may stand in functions inside', () => {
    expect(warned('// @script\nstart(async () => { await f(); });')).toEqual([]);
  });
});

describe('a program that does nothing when it is started', () => {
  test.each([
    ['let x = 1;\nfunction setup() {}\nfunction draw() { x++; }', ['SPN628:2']],
    ['class Box {}\nfunction draw() {}', ['SPN628:2']],
    ['function draw() {}\ndraw();', []],
    ['const image = load();\nfunction draw() {}', []],
    ['let x = 1;', []],
    ['function draw() {} // @allow SPN628', []],
  ])('%j', (source, told) => expect(warned(source, { script: true })).toEqual(told));
});

test('the report says where the program is, and all positions are those of the text', () => {
  const { metadata } = compileResult('// @script\nlog(1);\nfunction win() {\n  wait(1);\n}\nwin();\n\n');
  const { functions } = (
    metadata as unknown as { spindle: { functions: { id: string; line: number; endLine: number }[] } }
  ).spindle;
  expect(functions.map(({ id, line, endLine }) => `${id}:${line}-${endLine}`)).toEqual([
    'program:1-6',
    'program>win:3-5',
  ]);
});
