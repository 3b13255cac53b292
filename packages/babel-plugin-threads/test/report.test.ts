import * as babel from '@babel/core';
import plugin, { type Diagnostic, type SpindleReport } from '../src/index.js';
import { compile, type CompileOptions, compileResult, errorOf, warned } from './compile.js';

describe('the report on functions', () => {
  const functionsOf = (source: string): SpindleReport['functions'] =>
    (compileResult(source).metadata as unknown as { spindle: SpindleReport }).spindle.functions;

  test('of a long chain of calls the reason tells the first and the last ones', () => {
    const calls = Array.from({ length: 40 }, (_, n) => `// @compile\nfunction f${n}() { f${n + 1}(); }`).join('\n');
    const [first, ...others] = functionsOf(`${calls}\n// @compile\nfunction f40() { while (x) x--; }`);
    expect(first!.pauses[0]!.reason).toBe(
      'waits: f1 → f2 → f3 → f4 → … → f34 → f35 → f36 → f37 → f38 → f39 → f40 → loop',
    );
    expect(others.at(-3)!.pauses[0]!.reason).toBe('waits: f39 → f40 → loop');
  });

  test('each has its place, its mark, its form and the reason of each pause', () => {
    expect(functionsOf('// @compile\nfunction walk() {\n  while (x) step();\n}\nfunction plain() {}\n')).toEqual([
      {
        id: 'walk',
        line: 2,
        column: 0,
        endLine: 4,
        endColumn: 1,
        markedBy: { on: 'function', line: 2 },
        form: 'suspendable',
        reason: 'It may wait.',
        question: false,
        marks: [],
        pauses: [
          expect.objectContaining({ kind: 'call', line: 3, column: 12, reason: 'may wait: unknown callee step' }),
          expect.objectContaining({
            kind: 'loop',
            line: 3,
            column: 2,
            isSure: true,
            reason: 'waits: a frame each iteration',
            manner: 'keeps',
          }),
        ],
        starts: [],
      },
    ]);
  });

  test.each([
    ['// @compile\n\nimport x from "y";\nf = () => wait(1);', [['f', 'suspendable', 'file', 1]]],
    [
      '// @compile\nclass A {\n  constructor() {}\n  get on() { return 1; }\n  // @instant @fast\n  hp() { this.asked = 1; }\n}',
      [
        ['A.constructor', 'left out', 'class', 2],
        ['A.on', 'left out', 'class', 2],
        ['A.hp', 'wrapped', 'class', 2, 'instant', 'fast'],
      ],
    ],
    [
      '// @compile\nconst o = {\n  // @native\n  async a() {},\n  async b() {},\n  c() { wait(1); },\n};',
      [
        ['o.a', 'left out', 'function', 4, 'native'],
        ['o.b', 'left out', 'object', 2],
        ['o.c', 'suspendable', 'object', 2],
      ],
    ],
    [
      '// @compile\nfunction f() { [1].forEach(() => wait(1)); return [2].map((n) => n + 1); }',
      [
        ['f', 'suspendable', 'function', 2],
        ['f>arrow~forEach', 'suspendable', 'around', 2],
        ['f>arrow~map', 'unwrapped', 'around', 2],
      ],
    ],
  ])('form and mark: %s', (source, expected) => {
    const found = functionsOf(source);
    expect(found.map(({ id, form, markedBy, marks }) => [id, form, markedBy.on, markedBy.line, ...marks])).toEqual(
      expected,
    );
    expect(found.every(({ reason }) => /^[A-Z`].*\.$/.test(reason))).toBe(true);
  });

  test('why each function is left out is told in a word, for tools, and in a sentence', () => {
    const found = functionsOf(`// @compile
class A extends B {
  constructor() { super(); this.later = () => this.x; }
  get on() { return 1; }
  set on(value) {}
  async b() {}
  *c() {}
  // @native
  d() {}
  toString() { return 'A'; }
  // @compiled
  *e() {}
}
// @compile
class C extends B { constructor() { const early = () => this.x; super(early); } }`);
    const reasons = found.flatMap(({ id, leftOut, reason }) => (leftOut === undefined ? [] : [[id, leftOut, reason]]));
    expect(reasons).toEqual([
      ['A.constructor', 'constructor', 'It is a constructor. `new` cannot wait.'],
      ['A.on', 'getter', 'It is a getter. Reading a property cannot wait.'],
      ['A.on', 'setter', 'It is a setter. An assignment cannot wait.'],
      ['A.b', 'async', 'It is async. A thread cannot be async.'],
      ['A.c', 'generator', 'It is a generator. A thread cannot be a generator.'],
      ['A.d', 'native', 'The mark `// @native` keeps it as it is.'],
      ['A.toString', 'calledByLanguage', 'The language itself calls it, and does not wait.'],
      ['A.e', 'compiled', 'It was compiled before.'],
      ['C.constructor', 'constructor', 'It is a constructor. `new` cannot wait.'],
      ['early', 'thisBeforeSuper', 'Its `this` may be read before `super()` has returned.'],
    ]);
    expect(found.every(({ form, leftOut }) => (form === 'left out') === (leftOut !== undefined))).toBe(true);
  });

  test.each([
    ['wait(1)', 'waits'],
    ['this.wait(1)', 'keeps'],
    ['super.walk()', 'waits'],
    ['this.walk()', 'waits'],
    ['step()', 'waits'],
    ['hero.walk()', 'beside'],
    ['x = hero.take()', 'queues'],
    ['list.forEach(() => wait(1))', 'waits'],
    ['waitUntil(clock.frame + 1)', 'keeps'],
    ['waitUntil(() => hero.near)', 'waits'],
    ['while (hero.near);', 'keeps'],
    ['rt.wait(1)', 'waits'],
  ])('what a wait means for others: %s', (statement, manner) => {
    const source = `import * as rt from '@spindle/runtime';\n// @compile\nclass A { go(hero, list, x) { ${statement}; } }`;
    expect(functionsOf(source)[0]!.pauses.map((pause) => pause.manner)).toEqual([manner]);
  });

  test('a call of what the file shows to be a question, or to be instant, is answered at once', () => {
    const source =
      '// @compile\nclass A { near() { return this.x; }\n// @instant\nhurt() { this.x = 1; }\nheal() { this.x = 2; } }\n' +
      '// @compile\nfunction f(a) { if (a.near() && a.far()) a.hurt(); a.heal(); }';
    expect(
      functionsOf(source)
        .at(-1)!
        .pauses.map((pause) => pause.manner),
    ).toEqual(['asks', 'queues', 'asks', 'beside']);
  });

  test('calls that run beside stand under the function that makes them', () => {
    const source =
      '// @compile\nfunction f(a) { start(() => a.go()); attach(() => a.go()); void a.go(); a.go().then(g); Promise.all([a.go()]); start.x(); }';
    const [f] = functionsOf(source);
    expect(f!.starts.map(({ kind, column }) => [kind, column])).toEqual([
      ['start', 16],
      ['attach', 37],
      ['void', 64],
      ['promise', 72],
      ['promise', 101],
    ]);
    expect(f!.starts[2]).toEqual({ kind: 'void', line: 2, column: 64, endLine: 2, endColumn: 70 });
  });

  test('it is plain data, and a call that a combinator makes stands in it', () => {
    const functions = functionsOf('// @compile\nfunction f() { race(a.walk(b()), wait(1)); }');
    expect(JSON.parse(JSON.stringify(functions))).toEqual(functions);
    expect(functions.map(({ id }) => id)).toEqual(['f', 'f>argument~a.walk']);
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
    const text = '// @compile\nf = () => { nothing(); Math.random(); };';
    expect(errorOf(text, options)).toContain('[SPN216]');
    expect(found).toEqual(['SPN603']);
    expect(errorOf(text, { ...options, diagnostics: 'off' })).toContain('[SPN216]');
  });

  test('they stand in the metadata, with all that a tool needs', () => {
    const { metadata } = compileResult(source);
    const { spindle } = metadata as unknown as { spindle: SpindleReport };
    expect(
      spindle.diagnostics.map(({ frame, file, ...rest }) => [rest, frame.split('\n')[0], file?.endsWith('input.js')]),
    ).toEqual([
      [
        {
          code: 'SPN605',
          severity: 'warning',
          line: 4,
          column: 0,
          endLine: 4,
          endColumn: 10,
          message: expect.stringContaining('`@comple` is not a mark.'),
          values: { written: '@comple', near: ['@compile'], onlyPlugin: false },
          mends: [expect.objectContaining({ kind: 'replace', text: '// @compile' })],
        },
        expect.stringContaining('f = () => Math.random()'),
        true,
      ],
      [
        {
          code: 'SPN603',
          severity: 'warning',
          line: 2,
          column: 10,
          endLine: 2,
          endColumn: 21,
          message: expect.stringContaining('[SPN603]'),
          values: { what: 'Math.random', instead: 'random()' },
          mends: [expect.objectContaining({ kind: 'replace', text: 'random()' })],
        },
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
          body.push(template.statement('a.b += wait(Math.random());')());
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
      expect.stringMatching(/^`a\.b` is read before `wait` may wait/),
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
