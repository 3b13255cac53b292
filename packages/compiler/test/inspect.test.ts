import { inspect, MARKS, ALLOWABLE_CODES, transform } from '../src/index.js';

const codesOf = (source: string): string[] | undefined => inspect(source)?.diagnostics.map(({ code }) => code);

describe('inspect', () => {
  test('it gives the report of `transform`', () => {
    const source = '// @compile\nfunction go() { Math.random(); this.walk(); void step(); }';
    expect(inspect(source, { filename: 'go.js' })).toEqual({
      ...transform(source, { filename: 'go.js' })!.report,
      compiled: true,
    });
  });

  test('what concerns nobody costs a test of the text', () => {
    expect(inspect('function go( {')).toBeNull();
    expect(inspect('// @active\nfunction go() {}')).toBeNull();
  });

  test('an error does not hide the warnings, and the functions are told all the same', () => {
    const report = inspect('// @compile\nfunction go() { Math.random(); wait(1); try {} finally { return 1; } }')!;
    expect(report.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['SPN603', 'warning'],
      ['SPN201', 'error'],
    ]);
    expect(report.functions.map(({ id, pauses }) => [id, pauses.length])).toEqual([['go', 1]]);
    expect(report.compiled).toBe(false);
  });

  test.each([
    ['a file that does not parse', '// @compile\nfunction go( {', ['SPN422']],
    ['wrong marks', '// @compile\nasync function go() {}', ['SPN101']],
    ['a wait in a file without marks', 'function go() { wait(1); }', ['SPN423']],
    ['a mark with a slip of the finger, and a wait', '// @comple\nfunction go() { wait(1); }', ['SPN605']],
  ])('%s', (_, source, codes) => {
    expect(codesOf(source)).toEqual(codes);
  });

  test('a wrong option is a TypeError', () => {
    expect(() => inspect('', { target: 'slow' as never })).toThrow(TypeError);
  });
});

describe('mends', () => {
  const mendsOf = (source: string): unknown[] =>
    inspect(source)!.diagnostics.flatMap(({ mends = [] }) =>
      mends.map(({ kind, text, line, column, endLine, endColumn }) => [
        kind,
        text,
        line,
        source
          .split('\n')
          .slice(line - 1, endLine)
          .join('\n')
          .slice(column, endLine === line ? endColumn : undefined),
      ]),
    );

  test.each([
    ['// @compile\nf = () => Math.random();', [['replace', 'random()', 2, 'Math.random()']]],
    ['// @compile\nf = () => new Date();', []],
    ['// @comple\nf();', [['replace', '// @compile', 1, '// @comple']]],
    ['/* @ compile */\nfunction f() {}', [['replace', '/* @compile */', 1, '/* @ compile */']]],
    ['/* compile */ function f() {}', [['replace', '/* @compile */', 1, '/* compile */']]],
    ['function f() { wait(1); }', [['mark', '@compile', 1, 'function f() { wait(1); }']]],
    [
      '\n/* @compile */ f = () => 1;\nfunction g() { wait(1); }',
      [['mark', '@compile', 3, 'function g() { wait(1); }']],
    ],
    [
      '// @compile\nf = () => { let i = 0; while (i < 9) i++; };',
      [
        ['mark', '@fast', 2, 'while (i < 9) i++;'],
        ['mark', '@wait', 2, 'while (i < 9) i++;'],
      ],
    ],
    ['// @compile @instant\nf = () => { while (x()); };', [['mark', '@nowait', 2, 'while (x());']]],
    ['// @compile\n// @allow SPN603\nf = () => 1;', [['replace', '', 2, '// @allow SPN603']]],
    [
      '// @compile\n// @allow SPN601, SPN603 as it is\nf = () => Math.random();',
      [['replace', '// @allow, SPN603 as it is', 2, '// @allow SPN601, SPN603 as it is']],
    ],
    [
      '// @compile\nclass A extends Executor { go() { this.tween(5, f); } }',
      [
        ['replace', 'this.hold(() => tween(5, f))', 2, 'this.tween(5, f)'],
        ['replace', 'tween(5, f)', 2, 'this.tween(5, f)'],
      ],
    ],
  ])('%s', (source, mends) => {
    expect(mendsOf(source)).toEqual(mends);
  });

  const textsOf = (source: string, filename = 'a.ts'): string[] =>
    inspect(source, { filename })!.diagnostics.flatMap(({ mends = [] }) => mends.map(({ text }) => text));

  test.each([
    [
      '// @compile\nexport async function go(a: A): Promise<number> { await a.step(); await (a.walk(await a.to)); return await a.x; }',
      undefined,
    ],
    [
      '// @compile\nexport async function go(a: A): Promise<number> { await a.step(); const b = !await a.walk(await a.to); return await a.x; }',
      'function go(a: A): number { a.step(); const b = !a.walk(waitFor(a.to)); return waitFor(a.x); }',
    ],
    ['// @compile\nconst go = async (x) => await x.y();', '(x) => x.y()'],
    [
      '// @compile\nconst go = async () => { list.map(async (x) => await x.y()); }',
      '() => { list.map(async (x) => await x.y()); }',
    ],
    ['class A {\n  // @compile\n  static async async() { await (1, b); }\n}', 'static async() { waitFor((1, b)); }'],
    ['// @compile\nconst o = { async go() { wait(1); await this.x(); } };', 'go() { wait(1); this.x(); }'],
    ['// @compile\nasync function go() { for await (const x of y) x(); }', undefined],
    ['// @compile\nasync function* go() {}', undefined],
  ])('an async function becomes a script: %s', (source, text) => {
    expect(textsOf(source)).toEqual(text === undefined ? [] : [text]);
  });

  test.each([
    ['// @compile\nclass A<T> { go() { this.wait(1); } }\nnew A<number>();', ['<T> extends Executor']],
    [
      '// @compile\nclass A { go() { this.wait(1); } }\nclass B extends A { on() { this.wait(1); } }\nnew B();',
      ['A extends Executor'],
    ],
    ['// @compile\nclass A { constructor() { this.n = 1; } go() { this.wait(1); } }\nnew A();', []],
    ['// @compile\nconst a = { go() { this.wait(1); } };\na.go();', ['asExecutor({ go() { this.wait(1); } })']],
  ])('what is no Executor becomes one: %s', (source, texts) => {
    expect(codesOf(source.replace(/<\w+>/g, ''))).toContain('SPN612');
    expect([...new Set(textsOf(source))]).toEqual(texts);
  });

  test('of a question behind what never ends, and of what is nearly a question', () => {
    const source = `// @compile
const guard = {
  patrol() { while (true) this.x++; },
  sees() { return this.x > 3; },
  hears() { this.n++; return this.x > 3; },
};
// @compile
function scene() {
  guard.patrol();
  if (guard.sees()) wait(1);
}
// @compile
function other() {
  if (guard.hears()) wait(1);
}`;
    expect(mendsOf(source)).toEqual([
      ['replace', 'start(() => guard.patrol())', 9, 'guard.patrol()'],
      ['mark', '@beside', 3, 'patrol() { while (true) this.x++; }'],
      ['mark', '@instant', 5, 'hears() { this.n++; return this.x > 3; }'],
    ]);
  });
});

test('the marks and the codes that can be written', () => {
  expect(MARKS).toContain('beside');
  expect(MARKS).not.toContain('compiled');
  expect(ALLOWABLE_CODES).toContain('SPN601');
});

test('what a page needs to tell an error in its own words is data', () => {
  const told = (body: string): unknown =>
    inspect(`// @compile\nfunction go() { ${body} }`, { strictGlobals: true })!.diagnostics[0];
  expect(told('wiat(3);')).toMatchObject({
    code: 'SPN216',
    values: { name: 'wiat', near: ['wait'] },
    mends: [{ kind: 'replace', text: 'wait', column: 16 }],
  });
  expect(told('unheardOf(3);')).not.toHaveProperty('mends');
  expect(told('wait(3;')).toMatchObject({
    code: 'SPN422',
    values: { reason: 'UnexpectedToken', fact: 'Unexpected token, expected ","' },
  });
  expect(told('say("three);')).toMatchObject({
    code: 'SPN422',
    values: { reason: 'UnterminatedString', fact: 'Unterminated string constant' },
  });
});
