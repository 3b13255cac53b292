import { body, brief, compile } from './compile.js';

const given =
  (options: object): (() => string) =>
  () =>
    compile('f();', options);

describe('options are checked by key and type', () => {
  test.each([
    [{ frameWiat: {} }, 'The option `frameWiat` is not known. Did you mean `frameWait`?'],
    [{ runtme: {} }, 'Did you mean `runtime`?'],
    [{ runtime: { globl: 'x' } }, 'The option `runtime.globl` is not known. Did you mean `runtime.global`?'],
    [{ frameWait: { forof: true } }, 'Did you mean `frameWait.forOf`?'],
    [
      { something: 1 },
      'The options are `runtime`, `frameWait`, `fastIterations`, `countTurns`, `plain`, `positions`, `hotUpdates`, `script`, `page`, `target`, `saves`, `root`, `globals`, `constants`, `words`, `strictGlobals`, `diagnostics`, `onDiagnostic`.',
    ],
    [{ globls: {} }, 'Did you mean `globals`?'],
    [{ globals: ['a'] }, 'The option `globals` expected an object'],
    [{ globals: { 'a.b': true } }, 'The option `globals` expected names of variables as keys, got "a.b" (string).'],
    [{ globals: { a: false } }, 'The option `globals.a` expected true or a name such as "CK.api.Position", got false'],
    [{ globals: { a: 'b()' } }, 'The option `globals.a` expected true or a name'],
    [{ constants: { a: 5 } }, 'The option `constants.a` expected an expression as text such as "Direction(0)", got 5'],
    [{ constants: { a: '' } }, 'The option `constants.a` expected an expression as text'],
    [{ constants: { a: 'x; y' } }, 'The option `constants.a` expected an expression as text'],
    [{ constants: { a: 'x), (y' } }, 'Nothing'],
    [{ constants: { a: 'class {}' } }, 'The option `constants.a` expected an expression without classes'],
    [{ constants: { a: '[this]' } }, 'The option `constants.a` expected an expression without `this` and the like'],
    [{ constants: { a: 'arguments[0]' } }, 'The option `constants.a` expected an expression without `arguments`'],
    [{ constants: { a: 'b++' } }, 'The option `constants.a` expected an expression without assignments'],
    [{ constants: { a: 'import("b")' } }, 'The option `constants.a` expected an expression without `import()`'],
    [{ globals: { a: true }, constants: { a: '1' } }, '`a` is in both of the options `globals` and `constants`.'],
    [{ target: 'a\u009b\u202e' }, 'got "a\\u009b\\u202e" (string)'],
    [{ 'a\u009b\u202e': 1 }, 'The option `a\\u009b\\u202e` is not known.'],
    [{ strictGlobals: 'yes' }, 'The option `strictGlobals` expected true or false, got "yes" (string).'],
    [{ diagnostics: true }, 'The option `diagnostics` expected "warn", "error" or "off", got true (boolean).'],
    [{ onDiagnostic: 'log' }, 'The option `onDiagnostic` expected a function, got "log" (string).'],
    [
      { calls: 'fast' },
      'The option `calls` is gone. Leave it out; with `target: "frames"`, a call that does not wait costs less. [SPN305]',
    ],
    [{ runtime: 'CK' }, 'The option `runtime` expected an object, got "CK" (string).'],
    [
      { runtime: { global: 'C K' } },
      'The option `runtime.global` expected a name such as "CK.code", got "C K" (string).',
    ],
    [{ runtime: { module: 5 } }, 'The option `runtime.module` expected the name of a module, got 5 (number).'],
    [{ runtime: { global: 'A', module: 'b' } }, 'has both `global` and `module`'],
    [{ frameWait: { while: 1 } }, 'The option `frameWait.while` expected true or false, got 1 (number).'],
    [{ frameWait: null }, 'Nothing'],
    [{ fastIterations: 0 }, 'The option `fastIterations` expected a whole number ≥ 1, got 0 (number).'],
    [{ fastIterations: '5' }, 'got "5" (string)'],
    [{ fastIterations: NaN }, 'got NaN (number)'],
    [{ target: 'es5' }, 'The option `target` expected "generators" or "frames", got "es5" (string).'],
    [{ target: 'frames', saves: 1 }, 'The option `saves` expected true or false, got 1 (number).'],
    [
      { saves: true },
      'The option `saves` needs plain data for the state of threads. Set `target: "frames"`, too. [SPN306]',
    ],
    [{ root: '' }, 'The option `root` expected the path of a folder, got "" (string).'],
    [{ positions: 1 }, 'The option `positions` expected true or false, got 1 (number).'],
    [{ words: { wiat: 'warte' } }, 'The option `words.wiat` is not known. Did you mean `words.wait`?'],
    [{ words: { wait: 'a b' } }, 'The option `words.wait` expected a name such as "warte", got "a b" (string).'],
    [{ countTurns: 1 }, 'The option `countTurns` expected true or false, got 1 (number).'],
    [{ plain: 'distance' }, 'The option `plain` expected a list'],
    [{ plain: ['a', 5] }, 'The option `plain[1]` expected'],
    [{ plain: ['a b'] }, 'The option `plain[0]` expected'],
    [{ plain: ['a('] }, 'The option `plain[0]` expected a name such as "distance" or "ui.*", got "a(" (string).'],
    [{ plain: ['a..b'] }, 'The option `plain[0]` expected'],
    [{ plain: ['', 'a'] }, 'The option `plain[0]` expected'],
    [{ plain: ['this.#step', 'ui.*', 'été', '*'] }, 'Nothing'],
    [
      { constants: { yield: '1' } },
      'The option `constants` expected names of variables as keys, got "yield" (string).',
    ],
    [{ globals: { class: true } }, 'The option `globals` expected names of variables as keys, got "class" (string).'],
    [{ globals: { a: 'new.b' } }, 'The option `globals.a` expected true or a name'],
    [{ globals: { a: 'CK.class' } }, 'Nothing'],
    [
      { runtime: { global: 'class' } },
      'The option `runtime.global` expected a name such as "CK.code", got "class" (string).',
    ],
  ])('%j', (options, message) => {
    if (message === 'Nothing') expect(given(options)).not.toThrow();
    else expect(given(options)).toThrow(message);
  });
});

test('`__proto__` is a name like any other, where an object has it as a key of its own', () => {
  const source = '// @compile\nfunction f() {\n  wait(1);\n  return __proto__;\n}';
  for (const option of ['globals', 'constants']) {
    const options = JSON.parse(`{ "${option}": { "__proto__": "CK.base" } }`) as object;
    expect(compile(source, options)).toContain('return CK.base;');
  }
  expect(() => compile(source, JSON.parse('{ "globals": { "__proto__": 1 } }') as object)).toThrow(
    'The option `globals.__proto__` expected true or a name',
  );
});

test.each([
  ['runtime', { runtime: { __proto__: { module: './a.js' } } }, 'The option `runtime` expected an object with keys of'],
  ['globals', { globals: { __proto__: { a: true } } }, 'The option `globals` expected an object with keys of its own'],
  ['constants', { constants: { __proto__: { A: '1' } } }, 'The option `constants` expected an object with keys of its'],
])('what an object has from its prototype is not ignored in silence: %s', (_name, options, message) => {
  expect(given(options)).toThrow(message);
});

describe('runtime', () => {
  const source = '// @compile\nconst f = () => { wait(5); while (x) g.h(); };\nconst w = { wait };';

  test('is imported by default, and only what is used', () => {
    expect(compile(source)).toContain(
      'import { wait } from "@spindle/runtime";\nimport { $arrow, beside, clock, waitUntil } from "@spindle/runtime/abi";',
    );
  });

  test('is imported from `module`', () => {
    expect(compile(source, { runtime: { module: './rt.js' } })).toContain('from "./rt.js";');
  });

  test('is required by a script', () => {
    const code = compile(source, { sourceType: 'script' });
    expect(code.replace(/\s+/g, ' ')).toMatch(
      /^const \{ wait \} = require\("@spindle\/runtime"\); const \{ \$arrow, beside, clock, waitUntil \} = require\("@spindle\/runtime\/abi"\);/,
    );
  });

  test('is reached through `global`, with no import', () => {
    const code = compile(source, { runtime: { global: 'CK.code' } });
    expect(code).not.toContain('import');
    expect(code).toContain('CK.code.$arrow(function* ()');
    expect(code).toContain('yield CK.code.wait(5);');
    expect(code).toContain('const $frame0 = CK.code.clock.frame;');
    expect(code).toContain('yield CK.code.beside(g.h());');
    expect(code).toContain('yield CK.code.waitUntil($frame0 + 1);');
    expect(code.replace(/\s+/g, ' ')).toContain('const w = { wait: CK.code.wait };');
    const twice = compile('// @compile\nf = () => { waitFor(clock.x); clock?.x().y; clock.x?.(1).y; };', {
      runtime: { global: 'CK' },
    });
    expect(twice).toContain('CK.waitFor(CK.clock.x, CK.clock)');
    expect(twice).toContain('if (CK.clock != null) (yield CK.clock.x()).y');
    expect(twice).toContain('(yield CK.$callOn(CK.$callable($fn, "clock.x"), CK.clock, 1)).y');
  });

  test('takes an alias where the file means something else by a name', () => {
    const code = compile('// @compile\nfunction f(clock, $thread) { const beside = 1; while (x) g.h(); }');
    expect(code).toContain('import { beside as $beside, clock as $clock, $thread as $thread1, waitUntil } from');
    expect(code).toContain('const $frame0 = $clock.frame;');
    expect(code).toContain('$thread1($f, ');
    expect(code).toContain('yield $beside(g.h());');
  });

  test('is not imported twice', () => {
    const code = compile(
      'import { wait, clock as time } from "@spindle/runtime";\n// @compile\nconst f = () => { while (x) wait(); };',
    );
    expect(code).toContain(
      'import { $arrow, waitUntil } from "@spindle/runtime/abi";\nimport { wait, clock as time } from',
    );
    expect(code).toContain('const $frame0 = time.frame;');
  });

  test('gives vocabulary that is free anywhere in the file, and not what the file binds', () => {
    const code = compile(
      '// @compile\nexport const f = () => {};\nfunction plain() { return [waitFor, typeof race]; }\nfunction g(wait) { wait(1); }',
    );
    expect(code).toContain('import { race, waitFor } from');
  });
});

test('names in types are no words of the runtime', () => {
  const source =
    'function f(wait: number): void;\nfunction f(x: any) {}\n// @compile\nconst g = (): typeof waitFor => f(1);';
  expect(compile(source, { typescript: true, runtime: { global: 'CK' } })).toContain('function f(wait: number): void;');
  expect(compile(source, { typescript: true })).not.toMatch(/import \{[^}]*wait/);
});

describe('frameWait', () => {
  test.each([
    ['while', 'while (x) g();'],
    ['doWhile', 'do g(); while (x);'],
    ['for', 'for (;;) g();'],
    ['forOf', 'for (const x of y) g();'],
    ['forIn', 'for (const x in y) g();'],
  ])('%s', (kind, loop) => {
    expect(body(loop, { frameWait: { [kind]: true } })).toContain('yield waitUntil($frame0 + 1);');
    expect(body(loop, { frameWait: { [kind]: false } })).not.toContain('waitUntil');
  });
});

test('fastIterations is the budget of fast loops', () => {
  expect(body('// @fast\nwhile (x) g();', { fastIterations: 50 })).toContain('if (overBudget(50)) yield nextFrame;');
});

test('countTurns counts what nothing else would stop', () => {
  expect(body('// @nowait\nwhile (x) y++;')).toBe('while (x) { countIteration(4); y++; }');
  expect(body('// @nowait\nwhile (x) y++;', { countTurns: false })).toBe('while (x) y++;');
});

test('plain names callees that never wait', () => {
  const code = body('distance(a); ui.draw(a); ui.panel.open(); this.look(); other();', {
    plain: ['distance', 'ui.*', 'this.look'],
  });
  expect(code).toBe('distance(a); ui.draw(a); ui.panel.open(); this.look(); yield other();');
});

test('a global that is declared again where it would be used is an error', () => {
  expect(() => compile('// @compile\nfunction f(CK) { g(); }', { runtime: { global: 'CK.code' } })).toThrow('[SPN211]');
  expect(brief('import CK from "ck";\n// @compile\nconst f = () => g();', { runtime: { global: 'CK' } })).toContain(
    'CK.$arrow',
  );
});
