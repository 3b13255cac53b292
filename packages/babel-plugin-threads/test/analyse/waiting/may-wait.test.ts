import { body, compile } from '../../compile.js';

const same = (statement: string): [string, string] => [statement, statement];

describe('the option plain says nothing of what the file itself makes', () => {
  const plain = ['distance', 'ui.*'];
  test.each([
    ['free', '', 'distance(); ui.show();'],
    ['imported', "import { distance } from './a.js'; import * as ui from './ui.js';", 'distance(); ui.show();'],
    ['required', "const { distance } = require('./a.js'), ui = require('./ui.js').ui;", 'distance(); ui.show();'],
  ])('%s names are what the option says', (_, head, calls) => {
    expect(compile(`${head}\n// @compile\nfunction f() { ${calls} }`, { plain })).not.toContain('yield');
  });

  test.each([
    ['a function of the function', '', 'const distance = () => unknown(); distance();'],
    ['a parameter', '', '((distance) => { distance(); })(unknown);'],
    ['a variable of the file', 'const ui = make();', 'ui.show();'],
    ['a `require` of its own', 'function require() {} const ui = require();', 'ui.show();'],
  ])('%s is judged by itself', (_, head, calls) => {
    expect(compile(`${head}\n// @compile\nfunction f() { ${calls} }`, { plain })).toMatch(
      /yield (beside\()?(distance|ui\.show)\(\)/,
    );
  });
});

describe('yield does not stand before what is known not to wait', () => {
  test.each([
    same('x = Math.max(1, 2);'),
    same('console.log("a");'),
    same('x = JSON.parse(a);'),
    same('x = Object.keys(a);'),
    same('x = parseInt(a);'),
    same('x = String(a);'),
    same('x = Date.now();'),
    same('x = Array.isArray(a);'),
    same('x = "a".padStart(3);'),
    same('x = [1, 2].includes(3);'),
    same('const m = new Map(); m.set(1, 2);'),
    same('const s = "a"; x = s.trim();'),
    same('signal("hit");'),
    same('x = random();'),
    same('x = currentThread();'),
    same('x = new Foo();'),
  ])('%s', (source, expected) => expect(body(source)).toBe(expected));

  test.each([
    ['const Math = a; x = Math.max(1);', 'const Math = a; x = yield Math.max(1);'],
    ['let s = "a"; s = q; x = s.trim();', 'let s = "a"; s = q; x = yield s.trim();'],
    ['const l = [1]; l.map(f);', 'const l = [1]; yield beside(pausingMethod("l.map", l.map, l, f));'],
    ['x = Array.from(a, f);', 'x = yield pausingMethod("Array.from", Array.from, Array, a, f);'],
    ['x = JSON.parse(a, f);', 'x = yield JSON.parse(a, $callback(f, "a callback of JSON.parse"));'],
    ['const random = a; x = random();', 'const random = a; x = yield random();'],
    ['x = Promise.resolve(1);', 'x = yield Promise.resolve(1);'],
  ])('but it does before what only looks like it: %s', (source, expected) => expect(body(source)).toBe(expected));
});
