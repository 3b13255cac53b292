import { diagnosticsOf } from '../compile.js';

const told = (object: string): unknown[] =>
  diagnosticsOf(`"use compile";\n${object}\nfunction begin() { scripts.patrol(); scripts.greet(); }`).map(
    ({ code, values }) => [code, values['object'], values['endless']],
  );

test.each([
  ['in the literal', 'const scripts = { patrol() { while (true) step(); }, greet() { hello(); } };'],
  [
    'assigned to it',
    'const scripts = {}; scripts.patrol = function () { while (true) step(); }; scripts.greet = function () { hello(); };',
  ],
])('a call that waits for good is told where the functions are %s', (_, object) =>
  expect(told(object)).toEqual([['SPN613', 'scripts', 'patrol']]),
);

test.each([
  ['an object of another file', 'scripts.patrol = function () { while (true) step(); };'],
  ['one that is given away', 'const scripts = { patrol() { while (true) step(); } }; use(scripts);'],
  ['a library', 'const scripts = asLibrary({ patrol() { while (true) step(); } });'],
  ['functions in a method', 'const scripts = { go() { list.map(() => { while (true) step(); }); } };'],
])('but of none of %s', (_, object) => expect(told(object)).toEqual([]));
