import { errorOf } from '../compile.js';

/** Code that cannot be compiled: the code of the error, and the source with `‸` where the frame must point. */
const cases: [string, string, string][] = [
  ['a finally left by return', 'try { g(); } finally { ‸return 1; }', 'SPN201'],
  ['a finally left by break', 'for (;;) { try { g(); } finally { ‸break; } }', 'SPN201'],
  ['a finally left by continue', 'a: for (;;) { try { g(); } finally { for (;;) { ‸continue a; } } }', 'SPN201'],
  ['yield as a variable', 'var ‸yield = 1; g();', 'SPN202'],
  ['arguments.callee', 'g(‸arguments.callee);', 'SPN203'],
  ['a function in a case without braces', 'switch (g()) { case 1: ‸function h() { g(); } }', 'SPN204'],
  ['a call on a parenthesised chain', '(‸a?.b().c)(); g();', 'SPN208'],
  ['a tagged template that waits inside, asked for then', '‸tag`${g()}`.then(f);', 'SPN209'],
  ['the own name of a function expression assigned', 'x = ‸function me() { me = 1; g(); };', 'SPN210'],
  ['with', '‸with (o) { g(); }', 'SPN213'],
];

test.each(cases)('%s is an error at its place', (_what, statements, code) => {
  const source = `x;\n// @compile\nf = function () {\n${statements.replace('‸', '')}\n};`;
  const message = errorOf(source, { sourceType: 'script' });
  expect(message).toContain(`[${code}]`);
  const line = /^> \d+ \|(.*)\n\s+\|(\s*)\^/m.exec(message)!;
  expect(line[2]!.length - 1).toBe(statements.indexOf('‸'));
});

const wholes: [string, string, string][] = [
  ['a parameter that moves and a variable of the body', 'function f(a = g()) { ‸var a; }', 'SPN205'],
  ['a moved default that names a variable of the body', 'function f(a = g(), b = () => x) { ‸var x; }', 'SPN205'],
  ['an arrow in the parameters of a setter', 'class A { set x(a = () => g(‸new.target)) {} }', 'SPN206'],
  ['an async arrow', 'f = ‸async () => {};', 'SPN101'],
  ['arguments of the file in an arrow', 'const f = () => { g(‸arguments); };', 'SPN207'],
  ['super assigned in an arrow', 'const o = { m() { return () => { ‸super.x = g(); }; } };', 'SPN212'],
];

test.each(wholes)('%s', (_what, source, code) => {
  const text = `x;\n// @compile\n${source.replace('‸', '')}`;
  expect(errorOf(text, { sourceType: 'script' })).toContain(`[${code}]`);
});

test.each(['//# sourceMappingURL=data:application/json;base64,e30=', '  //# sourceMappingURL=walk.js.map'])(
  'a code frame leaves the line out that only names the source map: %s',
  (comment) => {
    const message = errorOf(`// @compile\nf = async () => {};\n${comment}\n// the end`);
    expect(message).toContain('> 2 | f = async () => {};\n');
    expect(message).toMatch(/^ {2}4 \| \/\/ the end/m);
    expect(message).not.toContain('sourceMappingURL');
  },
);

describe('all errors of a file are told at once', () => {
  const toldOf = (source: string, options: object = {}): string[] =>
    errorOf(source, { sourceType: 'script', ...options }).match(/\[SPN\d+\]$/gm) ?? [];

  test('those of its code, in the order of their places', () => {
    const body = cases.map(([, statements]) => `f(() => {\n${statements.replace('‸', '')}\n});`);
    const told = toldOf(`// @compile\nf = function () {\n${body.join('\n')}\n};`);
    expect(told).toEqual(cases.map(([, , code]) => `[${code}]`));
  });

  test('those of its marks, each with its frame', () => {
    const source =
      '// @compile\nfunction* a() {}\n// @compile\nasync function b() {}\n// @allow\nc();\nclass D {\n  // @compile\n  e = 1;\n  // @compile\n  get f() { return 1; }\n}\nx();\n// @compile\n';
    const message = errorOf(source);
    expect(message.match(/(?<=\[)SPN\d+/g)).toEqual(['SPN102', 'SPN101', 'SPN109', 'SPN106', 'SPN103', 'SPN107']);
    expect(message.match(/(?<=^> +)\d+/gm)).toEqual(['2', '4', '5', '9', '11', '14']);
  });

  test('but one that two ways lead to is told once', () => {
    expect(toldOf('// @compile\nf = function (NORTH) {\n  g(N, N);\n};', { constants: { N: 'NORTH' } })).toEqual([
      '[SPN215]',
    ]);
  });
});

/** All messages, some of them in several forms. */
function messages(errors: object): [name: string, text: string][] {
  const given: Record<string, unknown[][]> = {
    uncompilable: ['async', 'generator', 'getter', 'setter', 'constructor', 'calledByLanguage'].map((one) => [one]),
    markOnNothing: ['compile', 'nowait', 'wait', 'fast', 'allow'].flatMap((word) => [
      [word, 'above'],
      [word, 'atLineEnd'],
    ]),
    markUncovered: [['instant'], ['native']],
    takingOf: ['class', 'object', 'arrow', 'static'].map((what) => ['drop', what]),
    allowsNothing: [
      [undefined, ''],
      ['SPN999', 'SPN601, SPN603'],
    ],
    unknownName: [
      ['a', undefined],
      ['a', 'Did you mean `b`?'],
    ],
    optionUnknown: [
      ['a', undefined, ['b', 'c']],
      ['a', 'b', []],
    ],
    readBeforeWait: [
      ['a', 'b', 'sum'],
      ['a', 'b', 'test'],
    ],
    unseenByEval: [[['arguments']], [['arguments', 'super']]],
    wordInUncompiled: ['async', 'generator'].flatMap((what) => [
      ['wait', what, 'go'],
      ['wait', what, undefined],
    ]),
    wordWithoutMark: [
      ['wait', 'file', undefined],
      ...['async', 'generator', 'getter', 'setter', 'constructor', 'calledByLanguage', 'function'].flatMap((what) => [
        ['wait', what, 'go'],
        ['wait', what, undefined],
      ]),
    ],
    noExecutor: [
      ['wait', 'hero', undefined],
      ['wait', 'Hero', 'Actor'],
    ],
    unlikelyLiteral: ['toWaitFor', 'inList', 'seconds', 'timeLast'].map((kind) => [kind, 'a', 'b', 'c']),
    otherWord: ['time', 'word', 'helper'].map((kind) => [kind, 'a', 'b']),
    markMisspelt: [['@a', 'Did you mean `@b`?']],
  };
  return Object.entries(errors as Record<string, (...args: unknown[]) => string>).flatMap(([name, make]) =>
    (given[name] ?? [['a', 'b', 'c']]).map((args): [string, string] => [name, make(...args)]),
  );
}

/** The ends of sentences outside of quoted code, without the error code at the end. */
function sentencesIn(text: string): number {
  const prose = text.replace(/`[^`]*`/g, 'code').replace(/ \[SPN\d+\]$/, '');
  return prose.match(/[.?!](?=\s|$)/g)?.length ?? 0;
}

test('messages have one or two sentences and never say please or invalid', async () => {
  const { errors } = await import('../../src/messages/errors.js');
  for (const [name, text] of messages(errors)) {
    expect(text).toMatch(/[.?] \[SPN\d{3}\]$/);
    expect(text).not.toMatch(/please|invalid/i);
    expect({ name, text, few: [1, 2].includes(sentencesIn(text)) }).toEqual({ name, text, few: true });
  }
});
