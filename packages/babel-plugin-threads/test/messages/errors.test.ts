import { errors, uncompilable } from '../../src/messages/errors.js';
import { makeMessage, type Template, withCode } from '../../src/messages/message.js';
import { warnings } from '../../src/messages/warnings.js';
import type { Values } from '../../src/public.js';
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

/** What each message is made of, with several samples where it has several forms. The others name nothing, or only texts. */
const samples: Record<string, object[]> = {
  noNameInSaves: [
    { path: '', root: '' },
    { path: '/game/a.js', root: '' },
    { path: '/game/a.js', root: '/other' },
  ],
  nameOfSaves: ['pause', 'was', 'noWait', 'pauseTwice', 'wasTwice'].map((why) => ({ why })),
  notSaved: [{ name: 'go', reason: 'It uses `eval`.' }],
  __proto__: null!,
  markOnNothing: ['compile', 'nowait', 'wait', 'fast', 'allow', 'script'].flatMap((mark) => [
    { mark, where: 'above' },
    { mark, where: 'atLineEnd' },
  ]),
  markUncovered: [{ mark: 'instant' }, { mark: 'native' }],
  takingOf: ['class', 'object', 'arrow', 'static'].map((on) => ({ mark: 'drop', on })),
  inProgram: [{ what: 'export' }, { what: 'namespace' }],
  allowsNothing: [{ known: ['SPN601'] }, { allowed: 'SPN999', known: ['SPN601', 'SPN603'] }],
  nameInUse: [{ name: 'yield' }, { name: 'arguments' }],
  parameterNameInBody: [
    { name: 'a', by: 'parameters' },
    { name: 'a', by: 'eval' },
  ],
  captureAtTop: [
    { what: 'this', isProgram: true },
    { what: 'this', isProgram: false },
  ],
  unknownName: [
    { name: 'a', near: [] },
    { name: 'a', near: ['b', 'c'] },
  ],
  optionUnknown: [
    { name: 'a', near: undefined, known: ['b', 'c'] },
    { name: 'a', near: 'b', known: [] },
  ],
  optionGone: [{ name: 'a', mend: 'Leave it out.' }],
  uncompiledWait: [
    { word: 'wait', where: 'function', canBeProgram: false },
    { word: 'wait', where: 'top', canBeProgram: true },
    { word: 'wait', where: 'top', canBeProgram: false },
  ],
  readBeforeWait: [
    { what: 'a', call: 'b', how: 'sum' },
    { what: 'a', call: 'b', how: 'test' },
  ],
  notReplayable: [
    { what: 'Date.now()', instead: 'clock.now' },
    { what: 'Math.random()', instead: 'random' },
  ],
  markMisspelt: [
    { written: '@a', near: ['@b', '@c'], onlyPlugin: false },
    { written: '@compiled', near: ['@compile'], onlyPlugin: true },
  ],
  unseenByEval: [{ words: ['arguments'] }, { words: ['arguments', 'super'] }],
  wordInUncompiled: ['async', 'generator'].flatMap((kind) => [
    { word: 'wait', kind, name: 'go' },
    { word: 'wait', kind, name: undefined },
  ]),
  wordWithoutMark: [
    'file',
    'async',
    'generator',
    'getter',
    'setter',
    'constructor',
    'calledByLanguage',
    'function',
  ].flatMap((around) => [
    { word: 'wait', around, name: 'go' },
    { word: 'wait', around, name: undefined },
  ]),
  directiveNotFirst: [{ directive: 'use compile' }, { directive: 'use script' }],
  noExecutor: [
    { word: 'wait', name: 'hero', base: undefined },
    { word: 'wait', name: 'Hero', base: 'Actor' },
  ],
  unlikelyLiteral: ['toWaitFor', 'noCall', 'seconds', 'forever', 'timeLast'].flatMap((kind) =>
    ['number', 'text'].map((literalKind) => ({ kind, word: 'a', call: 'b', literal: 'c', literalKind, meant: 'd' })),
  ),
  bracesDiffer: [{ arrow: 'a', call: 'b', otherLine: 3 }],
  noOwnForm: [
    { word: 'skippable', mayWait: true },
    { word: 'random', mayWait: false },
  ],
  firstMarkOfOne: [
    { name: 'a', others: ['b'] },
    { name: undefined, others: ['b', 'c'] },
  ],
  promiseDropped: [{ name: 'a' }, { instead: 'wait(5)' }, { instead: undefined }],
  atTopLevel: [{ word: 'wait' }, { loop: 'endless' }, { loop: 'endsAtOnce' }].flatMap((what) => [
    { ...what, isMarked: true, canBeProgram: true },
    { ...what, isMarked: false, canBeProgram: false },
  ]),
  keepsTooMuch: [{ name: 'a', average: 20 }],
  nearlyQuestion: [
    { name: 'a', changes: 'b = 1' },
    { name: 'a', asked: 'b.c()' },
  ],
  overrideWithoutMark: [{ name: 'B.a', base: 'A.a', marks: '@instant', meant: '@beside' }],
  otherWord: ['time', 'word', 'helper'].map((kind) => ({ kind, name: 'a', instead: 'b' })),
};

/** Texts for all that a message may name. */
const others = Object.fromEntries(
  'name mark allowed condition target other what by word code object endless changes question order taker call region expected got'
    .split(' ')
    .map((key) => [key, `‹${key}›`]),
);

/** Those of `others` that a text reads. */
function valuesRead({ text }: Template<Values>): Values {
  const read: Record<string, string> = {};
  text(new Proxy({}, { get: (_none, name: string) => (name in others ? (read[name] = others[name]!) : undefined) }));
  return read;
}

/** All messages, each with what it was made of. */
const templates = Object.entries({ ...uncompilable, ...errors, ...warnings } as Record<string, unknown>);
const messages = templates.flatMap(([name, one]) => {
  const template = one as Template<Values>;
  return ((samples[name] ?? [valuesRead(template)]) as Values[]).map((given) => ({
    name,
    given,
    told: makeMessage(template, given),
  }));
});

/** The ends of sentences outside of quoted code, without the error code at the end. */
function sentencesIn(text: string): number {
  const prose = text.replace(/`[^`]*`/g, 'code').replace(/ \[SPN\d+\]$/, '');
  return prose.match(/[.?!](?=\s|$)/g)?.length ?? 0;
}

test('messages have one or two sentences and never say please or invalid', () => {
  for (const { name, told } of messages) {
    const { text, code } = told;
    expect(withCode(told)).toBe(`${text} [${code}]`);
    expect(code).toMatch(/^SPN\d{3}$/);
    expect(text).toMatch(/[.?]$/);
    expect(text).not.toMatch(/please|invalid|undefined/i);
    expect({ name, text, few: [1, 2].includes(sentencesIn(text)) }).toEqual({ name, text, few: true });
  }
});

test('the values of a message are all that its text is made of', () => {
  for (const { name, given, told } of messages) {
    // A sample has all that the message takes; `others` has more than that.
    if (name in samples) expect({ name, values: told.values }).toMatchObject({ name, values: given });
    const named = Object.entries(others).filter(([, mark]) => told.text.includes(mark));
    for (const [key, mark] of named) expect({ name, key, value: told.values[key] }).toEqual({ name, key, value: mark });
  }
});

test('no value of a message has the name of a field of its diagnostic, as a table of texts gets both', () => {
  const fields = 'code severity message values file line column endLine endColumn frame mends'.split(' ');
  const taken = messages.flatMap(({ name, told }) =>
    fields.filter((one) => one in told.values).map((one) => [name, one]),
  );
  expect(taken).toEqual([]);
});
