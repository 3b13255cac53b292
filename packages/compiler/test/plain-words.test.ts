import { inspect } from '../src/index.js';

/** What is told of a program, with its place; `‸` marks where that has to be. */
function told(program: string): { text: string; place: number } {
  const code = program.replace('‸', '');
  const [one] = inspect(code, { script: true, sourceType: 'module' })!.diagnostics;
  const lines = code.split('\n').slice(0, one!.line - 1);
  return { text: one!.message, place: lines.join('\n').length + (lines.length > 0 ? 1 : 0) + one!.column };
}

test.each([
  ['forward(3‸;', 'A `,` or a closing bracket is missing here.'],
  ["print('it'‸s');", 'A `,` or a closing bracket is missing here.'],
  ['if ‸x === 3 {}', 'A `(` is missing here.'],
  ['if (x ‸{ }', 'A `)` is missing here.'],
  ['a ? b‸;', 'A `:` is missing here.'],
  ['while (true) {\n  forward(1);\n‸', 'The text ends too early.'],
  ['forward(1);\n‸}', 'This `}` is one too many, or something is missing before it.'],
  ['x = ‸;', '`;` cannot stand here'],
  ['forward(1);\n‸else turn();', 'This `else` has no `if`.'],
  ['forward(‸"three);', 'This text has no end. Put the same quote behind it.'],
  ['forward(`‸three);', 'This text has no end. Put a backtick behind it.'],
  ['‸/* three', 'This comment has no end.'],
  ['/‸ three', 'This `/` begins a pattern that has no end.'],
  ['let ‸class = 3;', '`class` is a word of the language, and cannot be a name.'],
  ['var ‸enum = 3;', '`enum` is a word of the language, and cannot be a name.'],
  ['let a = 1;\nlet ‸a = 2;', '`a` is declared already.'],
  ['const a‸;', 'A `const` needs a value'],
  ['‸f() = 3;', 'What stands to the left cannot be set. Write `===` to compare.'],
  ['‸break;', '`break` is in no loop.'],
  ['let x = 5‸px;', 'A name cannot begin with a digit.'],
  ['say(‸“hi”);', 'This sign is none of the language: `“`.'],
  ['forward(1)‸ turn();', 'Here begins something new'],
  ['‸try { forward(1); }', 'A `try` needs a `catch` behind it'],
])('%s', (program, expected) => {
  const { text, place } = told(program);
  expect(text).toContain(expected);
  // Behind them stand the words of the parser.
  expect(text).toMatch(/[.?] \([A-Z`].+\) \[SPN422\]$/);
  expect(place).toBe(program.indexOf('‸'));
});

test('other errors, and those of scripts that are no programs, have the words of the parser', () => {
  expect(told('#a;').text).toMatch(/^Private names are only allowed .*\. \[SPN422\]$/);
  expect(inspect('// @compile\nfunction go() { x = ; }')!.diagnostics[0]!.message).toBe('Unexpected token. [SPN422]');
  expect(inspect('// @script\nx = ;')!.diagnostics[0]!.message).toContain('`;` cannot stand here');
});
