import * as babel from '@babel/core';
import plugin, { type Diagnostic, type SpindleMetadata } from '../src/index.js';
import { compile, type CompileOptions, compileResult, errorOf, warned } from './compile.js';

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
          message: expect.stringContaining('`@comple` is not a mark.'),
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

  test('without a file the messages of errors begin with what is wrong', () => {
    const thrown = (filename: string | undefined): string => {
      try {
        const file = filename === undefined ? {} : { filename };
        babel.transformSync('// @compile\nasync function f() {}', { ...alone, ...file, plugins: [plugin] });
      } catch (error) {
        return `${(error as Error).message.split('\n')[0]} | ${String(error).split('\n')[0]}`;
      }
      throw new Error('it compiled');
    };
    const alone = { babelrc: false, configFile: false } as const;
    const text = 'A compiled thread cannot be async. Drop async and await: a call that waits already waits. [SPN101]';
    expect(thrown(undefined)).toBe(`${text} | SyntaxError: ${text}`);
    expect(thrown('/game/dice.js')).toBe(`/game/dice.js: ${text} | SyntaxError: /game/dice.js: ${text}`);
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
