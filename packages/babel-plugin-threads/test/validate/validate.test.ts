import * as babel from '@babel/core';
import plugin, { type Diagnostic, type SpindleMetadata } from '../../src/index.js';
import { compile, type CompileOptions, compileResult, errorOf, reprint } from '../compile.js';

/** The codes of what is warned of, with the line: `SPN601:3`. */
function warned(source: string, options: CompileOptions = {}): string[] {
  const found: string[] = [];
  compile(source, { onDiagnostic: ({ code, line }) => void found.push(`${code}:${line}`), ...options });
  return found;
}

const inside = (statements: string): string[] =>
  warned(`let shared, obj;\n// @compile\no = { m(own) { ${statements} } };`).map((one) => one.replace(/:3$/, ''));

describe('a value that is read before a wait', () => {
  test.each([
    'this.hp -= this.hit();',
    'obj.hp += f();',
    'obj[f()] += f();',
    'this.#hp += f();',
    'shared **= f();',
    'outer += 1 + f(2);',
    'obj.a ||= f();',
    'obj.a &&= f();',
    'obj.a ??= f();',
    'obj.a += (obj.b = f());',
    'obj.a += (() => 1)() + f();',
    'obj.a += waitSignal("x");',
    'let x = 0; h = () => { x = 1; }; x += f();',
    'let x = 0; h = () => { x += f(); };',
    'obj.a += `${f()}`;',
    'obj.a += tag`x`;',
    'if (obj.a += f()) return;',
    'obj.text += this.slice(1);',
    'shared = shared + f();',
    'this.hp = this.hp - this.hit();',
    'this.hp = Math.max(0, this.hp - f());',
    'obj.list = obj.list.concat(f());',
    'obj.a = obj.a || f();',
    'obj.a = obj.a ? f() : 1;',
    'obj[own.key] = [obj[own.key], f()];',
    'obj.a = (obj.a) + (1, f());',
    'obj.a = `${obj.a} ${f()}`;',
  ])('%s', (source) => {
    const text = source.includes('#') ? `class A { #hp; m() { ${source} } }` : source;
    expect(inside(text)).toEqual(['SPN601']);
  });

  test.each([
    'obj.a += Math.max(1, 2);',
    'obj.a = f() + obj.a;',
    'obj.a = obj.b + f();',
    'obj.a = obj.a = f();',
    'obj.a = f(obj.a);',
    'obj.a = own ? obj.a : f();',
    'obj.a = (() => obj.a) + f();',
    'obj[f()] = obj[f()] + f();',
    'let x = 0; x = x + f();',
    'own.node = own.node.next();',
    'this.a = this.a + waitSignal("x");',
    '({ a: obj.a } = obj.a + f());',
    'obj.a += 1; f();',
    'obj[f()] += 1;',
    'own += f();',
    'let x = 0; x += f();',
    'let x = 0; [1, 2].forEach((y) => { x += f(y); });',
    'const list = [0]; list[0] += f();',
    'this.a += waitSignal("x");',
    'this.a += this.waitSignal("x");',
    'obj.a += (() => f())(...own) > 0 ? 1 : 2, 0;'.replace('f()', '1'),
    'obj.h = () => f();',
    'obj.text += own.slice(1).trim();',
  ])('%s is none', (source) => expect(inside(source)).toEqual([]));

  test('one warning for one assignment', () => expect(inside('obj.a += f() + f();')).toEqual(['SPN601']));

  test.each([
    ['a method', 'heal() { this.hp++; }', true],
    ['a method that empties another', 'end(other) { other.hp = 0; }', true],
    ['a method with a pattern', 'swap(other) { [{ a: this.hp = 1 }, ...other.x] = [other]; }', true],
    ['a loop that writes it', 'all(list) { for (this.hp of list); }', true],
    ['a method that deletes it', 'end() { delete this.hp; }', true],
    ['a method that looks it up', 'look(list) { list[this.hp] = 1; }', false],
    ['the constructor', 'constructor() { this.hp = 1; }', false],
    ['a field', 'hp = 1;', false],
    ['a method that reads', 'get dead() { return this.hp <= 0; }', false],
  ])('`this.hp -= waitSignal(…)` beside %s', (_what, member, isWarned) => {
    const source = `// @compile\nclass A { suffer() { while (true) this.hp -= waitSignal("hit"); } ${member} }`;
    expect(warned(source)).toEqual(isWarned ? ['SPN601:2'] : []);
  });
});

describe('a free wait in a loop with calls on `this`', () => {
  test.each([
    'while (true) { this.walk(); wait(10); }',
    'for (;;) { if (own) wait(); else super.walk(); }',
    'do waitFrames(3); while (this.more());',
    'for (const x of own) { wait(5); this.say(x); }',
    'while (own) { this.a(); while (obj) wait(); }',
  ])('%s', (source) => expect(inside(source)).toEqual(['SPN602']));

  const boss = (members: string, head = 'class Boss'): Diagnostic[] => {
    const found: Diagnostic[] = [];
    compile(`${head} {\n${members}\ngo() { while (true) { this.fire(); wait(50); } } }`, {
      onDiagnostic: (one) => void found.push(one),
    });
    return found;
  };

  test.each([
    ['an instant method', 'class Boss', '// @instant\nfire() { this.x++; }', false],
    ['an instant function in a field', 'class Boss', '// @instant\nfire = () => { this.x++; };', false],
    ['an instant method of a base', 'class A {\n// @instant\nfire() {} }\nclass Boss extends A', '', false],
    [
      'an instant method that is overridden',
      'class A {\n// @instant\nfire() {} }\nclass Boss extends A',
      'fire() {}',
      true,
    ],
    [
      'an instant method and one that is not',
      'class Boss',
      '// @instant\nfire() { this.x++; } x = this.fire();',
      false,
    ],
    ['a method', 'class Boss', 'fire() { this.x++; }', true],
    ['a method of an unknown base', 'class Boss extends Enemy', '', true],
  ])('with %s', (_what, head, members, isWarned) =>
    expect(boss(members, `"use compile";\n${head}`).map(({ code }) => code)).toEqual(isWarned ? ['SPN602'] : []),
  );

  test('names what has to be done first, where there is no such wait yet', () => {
    const mend = (head: string): string =>
      boss(head.endsWith('=') ? 'fire() {},' : 'fire() {}', `"use compile";\n${head}`)[0]!.message;
    expect(mend('class Boss')).toContain('To keep it, let `Boss` extend `Executor` and write `this.wait(…)`');
    expect(mend('class Enemy {}\nclass Boss extends Enemy')).toContain('let `Enemy` extend `Executor`');
    expect(mend('class Boss extends Executor')).toContain('Write `this.wait(…)` to keep it');
    expect(mend('class Boss extends Enemy')).toContain('Write `this.wait(…)` to keep it');
    expect(mend('const boss =')).toContain('To keep it, give `boss` to `asExecutor` and write `this.wait(…)`');
  });

  test.each([
    'while (true) { this.walk(); this.wait(10); }',
    'while (true) { this.walk(); waitFor(this.alert); waitSignal("x"); every(5); }',
    'while (true) { obj.walk(); wait(10); }',
    'this.walk(); wait(10);',
    'while (true) { this.walk(); start(() => wait(10)); }',
    'while (true) { const f = () => this.walk(); wait(10); }',
    'while (true) { wait(10); this.hp--; }',
  ])('%s is none', (source) => expect(inside(source)).toEqual([]));
});

describe('a word of Executor in what is none', () => {
  const told = (source: string, options: CompileOptions = {}): string[] => warned(`"use compile";\n${source}`, options);

  test.each([
    ['a class without a base', 'class Tower { shoot() { this.wait(1); } }'],
    ['an exported class', 'export class Tower { shoot() { this.wait(1); } }'],
    ['a class of the default export', 'export default class { shoot() { this.wait(1); } }'],
    ['a class in a constant', 'const Tower = class { shoot() { this.wait(1); } };'],
    ['a class whose base is one', 'class A {}\nclass Tower extends A { shoot() { this.wait(1); } }'.replace('\n', ' ')],
    ['an arrow in a method', 'class Tower { shoot() { list.forEach(() => this.waitSignal("a")); } }'],
    ['an arrow in a field', 'class Tower { shoot = () => this.all(a(), b()); }'],
    ['a private method', 'class Tower { #shoot() { this.hold(() => f()); } }'],
    [
      'a class that is used',
      'class Tower { shoot() { this.race(f()); } } new Tower().shoot(); if (x instanceof Tower) f(Tower.all);',
    ],
    ['an object', 'const hero = { walk() { this.wait(1); } }; hero.walk();'],
    ['a function in an object', 'const hero = { walk: function () { this.tracks({}); } };'],
    [
      'a class in a file that makes another one an executor',
      'class Tower { shoot() { this.wait(1); } } class A {} asExecutor(new A());',
    ],
  ])('in %s', (_what, source) => expect(told(source)).toEqual(['SPN612:2']));

  test.each([
    ['an Executor', 'class Tower extends Executor { shoot() { this.wait(1); } }'],
    ['what extends one', 'class A extends Executor {} class Tower extends A { shoot() { this.wait(1); } }'],
    [
      'an imported Executor',
      'import { Executor as E } from "@spindle/runtime"; class Tower extends E { shoot() { this.wait(1); } }',
    ],
    ['what extends an unknown class', 'class Tower extends Actor { shoot() { this.wait(1); } }'],
    ['a mixin', 'class Tower extends Waiting(Object) { shoot() { this.wait(1); } }'],
    ['a class with a method of that name', 'class Tower { shoot() { this.wait(1); } wait() {} }'],
    ['a class with a field of that name', 'class Tower { wait = later; shoot() { this.wait(1); } }'],
    ['a class whose base has it', 'class A { wait() {} } class Tower extends A { shoot() { this.wait(1); } }'],
    ['a class whose child has it', 'class Tower { shoot() { this.wait(1); } } class A extends Tower { wait() {} }'],
    ['a class that gets it', 'class Tower { constructor() { this.wait = later; } shoot() { this.wait(1); } }'],
    ['a class with names that are not known', 'class Tower { [name]() {} shoot() { this.wait(1); } }'],
    ['a class that makes itself one', 'class Tower { constructor() { asExecutor(this); } shoot() { this.wait(1); } }'],
    [
      'a class that takes a mixin',
      'class Tower { constructor() { Object.assign(this, waits); } shoot() { this.wait(1); } }',
    ],
    [
      'a class whose prototype is changed',
      'class Tower { shoot() { this.wait(1); } } Object.assign(Tower.prototype, waits);',
    ],
    ['a class that is given away', 'class Tower { shoot() { this.wait(1); } } mixin(Tower);'],
    ['a class with a decorator', '@actor class Tower { shoot() { this.wait(1); } }'],
    [
      'a class whose objects become one',
      'class Tower { shoot() { this.wait(1); } } const t = new Tower(); asExecutor(t);',
    ],
    [
      'a file that makes executors of anything',
      'class Tower { shoot() { this.wait(1); } } for (const t of towers) asExecutor(t);',
    ],
    ['a static method', 'class Tower { static shoot() { this.wait(1); } }'],
    ['a class expression that is given away', 'register(class { shoot() { this.wait(1); } });'],
    ['an object that becomes one', 'const hero = asExecutor({ walk() { this.wait(1); } });'],
    ['an object that becomes one later', 'const hero = { walk() { this.wait(1); } }; asExecutor(hero);'],
    ['an object that is given away', 'const hero = { walk() { this.wait(1); } }; scene.add(hero);'],
    ['an exported object', 'export const hero = { walk() { this.wait(1); } };'],
    ['an object with its own', 'const hero = { walk() { this.wait(1); }, wait() {} };'],
    ['an object with a prototype', 'const hero = { __proto__: actor, walk() { this.wait(1); } };'],
    ['an object with a spread', 'const hero = { ...actor, walk() { this.wait(1); } };'],
    ['an object that gets it', 'const hero = { walk() { this.wait(1); } }; hero.wait = later;'],
    ['an object without a variable', 'game.hero = { walk() { this.wait(1); } };'],
    ['a free function', 'function walk() { this.wait(1); }'],
    ['a function put on a prototype', 'class Tower {} Tower.prototype.walk = function () { this.wait(1); };'],
    ['a method that is no word', 'class Tower { shoot() { this.waits(1); } }'],
  ])('%s is none', (_what, source) => {
    if (source.startsWith('@')) return expect(told(source, { decorators: true })).toEqual([]);
    return expect(told(source)).toEqual([]);
  });

  test('of TypeScript: what is declared is there', () => {
    const options = { typescript: true };
    expect(told('class Tower { declare wait: (ms: number) => void; shoot() { this.wait(1); } }', options)).toEqual([]);
    expect(told('interface Tower extends Executor {} class Tower { shoot() { this.wait(1); } }', options)).toEqual([]);
    expect(told('class Tower { constructor(private wait: any) {} shoot() { this.wait(1); } }', options)).toEqual([]);
    expect(told('abstract class Tower { abstract wait(): void; shoot() { this.wait(1); } }', options)).toEqual([]);
    expect(told('class Tower { shoot() { this.wait(1); } } const t: Tower = new Tower();', options)).toEqual([
      'SPN612:2',
    ]);
  });

  test('code that no mark covers is left alone', () => {
    expect(warned('// @compile\nfunction f() {}\nclass Tower { shoot() { this.wait(1); } }')).toEqual([]);
  });

  test('says what to do', () => {
    const found: string[] = [];
    const onDiagnostic = ({ message }: Diagnostic): void => void found.push(message);
    compile('"use compile"; class Tower { shoot() { this.wait(1); } }', { onDiagnostic });
    compile('"use compile"; const hero = { walk() { this.hold(f()); } };', { onDiagnostic });
    expect(found).toEqual([
      '`this.wait` is a method of `Executor`, and `Tower` is not an `Executor`. Write `class Tower extends Executor`, or give each of its objects to `asExecutor`. [SPN612]',
      '`this.hold` is a method of `Executor`, and `hero` is not an `Executor`. Make it one with `asExecutor({…})` where `hero` is made. [SPN612]',
    ]);
  });
});

describe('a word that waits in a function that is not compiled', () => {
  const messages = (source: string): string[] => {
    const found: string[] = [];
    compile(source, { onDiagnostic: ({ message }) => void found.push(message) });
    return found;
  };

  test.each([
    ['an async method of a marked class', '// @compile\nclass C { async go() { wait(3); } }', 'SPN609:2'],
    ['a generator method', '// @compile\nclass C { *gen() { wait(3); } }', 'SPN609:2'],
    ['a generator that yields it', '// @compile\nclass C { *gen() { yield wait(3); } }', 'SPN609:2'],
    [
      'an async arrow in a marked function',
      '// @compile\nfunction a() { const f = async () => { await wait(10); }; f(); }',
      'SPN609:2',
    ],
    ['an async arrow of one expression', '// @compile\nfunction a() { run(async () => wait(10)); }', 'SPN609:2'],
    [
      'an async function that asks its Executor',
      '// @compile\nclass C extends Executor { async go() { await this.wait(3); } }',
      'SPN609:2',
    ],
    [
      'an async function of a marked file',
      '"use compile";\nasync function go() { const x = await waitSignal("a"); }',
      'SPN609:2',
    ],
    [
      'a function without a mark',
      '// @compile\nfunction a() { greet(); }\nfunction greet() { wait(100); f(); }',
      'SPN610:3',
    ],
    ['an arrow without a mark', '// @compile\nfunction a() {}\nconst f = () => { waitFor(x); };', 'SPN610:3'],
    [
      'a callback in a function without a mark',
      '// @compile\nfunction a() {}\nfunction f() { list.forEach((x) => { wait(x); }); wait(); }',
      'SPN610:3',
    ],
    [
      'a method without a mark',
      '// @compile\nfunction a() {}\nclass B { m() { const x = waitSignal("a"); return x; } }',
      'SPN610:3',
    ],
    [
      'a method of an Executor without a mark',
      '// @compile\nfunction a() {}\nclass B extends Executor { m() { this.wait(5); } }',
      'SPN610:3',
    ],
    [
      'an imported word',
      'import { wait as w } from "@spindle/runtime";\n// @compile\nfunction a() {}\nfunction f() { w(1); }',
      'SPN610:4',
    ],
    [
      'a word of the module',
      'import * as rt from "@spindle/runtime";\n// @compile\nfunction a() {}\nfunction f() { rt.wait(1); }',
      'SPN610:4',
    ],
    [
      'an async function without a mark',
      '// @compile\nfunction a() {}\nasync function f() { await wait(1); }',
      'SPN610:3',
    ],
    [
      'a getter without a mark',
      '// @compile\nfunction a() {}\nconst o = { get x() { wait(); return 1; } };',
      'SPN610:3',
    ],
    ['the top of the file', '// @compile\nfunction a() {}\nwait(5);', 'SPN610:3'],
    ['a function handed to a word', '// @compile\nfunction a() {}\nstart(() => { wait(1); f(); });', 'SPN610:3'],
  ])('%s', (_what, source, expected) => expect(warned(source)).toEqual([expected]));

  test.each([
    [
      'a function that gives the wait on',
      'const nap = () => wait(100); function doze(x) { return x ? wait(1) : (f(), wait(2)); }',
    ],
    ['an arrow that is started', 'start(() => wait(1)); scheduler.spawn(() => x && wait(1));'],
    ['a generator that is run by hand', 'run($thread(function* () { yield wait(1); }));'],
    ['a name of the file', 'function f(wait) { wait(1); } function all() {} function h() { all(1); }'],
    ['a word that does not wait', 'function f() { signal("a"); start(g); return random(); }'],
    ['a word that is not called', 'function f() { g(wait); }'],
    ['a method of another object', 'function f() { glitch.wait(5); this.wait(5); }'],
    ['a method of another class', 'class B extends Actor { m() { this.wait(5); } }'],
    ['an own method of an Executor', 'class B extends Executor { wait() {} m() { this.wait(5); } }'],
  ])('%s is none', (_what, source) => expect(warned(`// @compile\nfunction a() {}\n${source}`)).toEqual([]));

  test.each([
    ['a native method', '// @compile\nclass C {\n// @native\nm() { wait(3); } }'],
    ['a native async method', '// @compile\nclass C {\n// @native\nasync m() { wait(3); } }'],
    [
      'a function in a native one',
      '// @compile\nfunction f() {\n// @native\nconst h = () => { g(() => { wait(); }); }; }',
    ],
    [
      'an async function that starts threads',
      '"use compile"; async function f() { await start(() => wait(1)); g(() => { wait(); }); }',
    ],
    ['a file without a mark', 'function f() { wait(1); }'],
    ['what was compiled before', '// @compile\nfunction a() {}\n// @compiled\nb = $thread(function () { wait(1); });'],
    ['a generator run by hand in marked code', '"use compile"; const f = $thread(function* () { yield wait(1); });'],
  ])('%s is none', (_what, source) => expect(warned(source)).toEqual([]));

  test('is told once for each function', () => {
    const file = '// @compile\nfunction a() {}\nfunction f() {\nwait();\nwait();\n}\nfunction h() {\nwait();\n}';
    expect(warned(file)).toEqual(['SPN610:4', 'SPN610:8']);
    expect(warned('"use compile";\nasync function f() {\nwait();\nwait();\n}')).toEqual(['SPN609:3']);
  });

  test('can be allowed', () => {
    expect(warned('// @compile\nfunction a() {}\n// @allow SPN610\nfunction f() { wait(); }')).toEqual([]);
    expect(warned('"use compile";\n// @allow SPN609\nasync function f() { wait(); }')).toEqual([]);
  });

  test('says what to do', () => {
    expect(messages('// @compile\nclass C { async go() { wait(3); } *gen() { wait(3); } }')).toEqual([
      '`wait` is in the async function `C.go`, which is not compiled, so nothing waits for it. Drop `async` and `await`: a call that waits already waits. [SPN609]',
      '`wait` is in the generator `C.gen`, which is not compiled, so nothing waits for it. Drop the `*`, and call it like any function. [SPN609]',
    ]);
    const without = (code: string): string => messages(`// @compile\nfunction a() {}\n${code}`)[0]!;
    expect(without('function greet() { wait(1); }')).toBe(
      '`wait` waits only in a compiled function, and no mark covers `greet`. Put `// @compile` above it. [SPN610]',
    );
    expect(without('wait(1);')).toContain('covers this place. Move it into a function that is marked `// @compile`.');
    expect(without('on(async () => { await wait(1); });')).toContain(
      'covers this function. Drop its `async` and `await`, and put `// @compile` above it.',
    );
    expect(without('class A { constructor() { wait(1); } }')).toContain('Move the wait into a method');
  });
});

describe('what is not the same on every run', () => {
  test.each([
    'Math.random();',
    'f(Math.random);',
    'Math["random"]();',
    'Math?.random();',
    'Date.now();',
    'new Date();',
    'new Date;',
    'Date();',
    'performance.now();',
    'crypto.randomUUID();',
  ])('%s', (source) => expect(inside(source)).toEqual(['SPN603']));

  test.each([
    'new Date(0);',
    'Math.max(1);',
    'own.Math.random();',
    'Date.parse("x");',
    'const Math = own; Math.random();',
  ])('%s is none', (source) => expect(inside(source)).toEqual([]));

  test('code that is not compiled may do as it likes', () => {
    const source =
      'Math.random();\n// @compile\nfunction f() {}\nfunction h() { Date.now(); }\nasync function k() { new Date(); }';
    expect(warned(source)).toEqual([]);
    expect(warned(`"use compile";\n${source.replace('// @compile', '')}`)).toEqual(['SPN603:5']);
  });

  test('a Math of the options is another one', () => {
    expect(warned('// @compile\nf = () => Math.random();', { globals: { Math: 'CK.math' } })).toEqual([]);
  });
});

describe('a wait in a place that cannot pause', () => {
  test.each([
    ['a getter', 'class A { get x() { wait(1); } }'],
    ['a setter', 'o = { set x(v) { waitFor(v); } };'],
    ['a constructor', 'class A { constructor() { if (x) wait(); } }'],
    ['a field', 'class A { x = waitSignal("a"); }'],
    ['a static block', 'class A { static { wait(); } }'],
    ['the constructor of an owner', 'class A extends Executor { constructor() { super(); this.wait(5); } }'],
    ['toString', 'class A { toString() { return wait(); } }'],
    ['a method of a symbol', 'o = { [Symbol.iterator]() { wait(); } };'],
    ['an arrow before super()', 'class A extends B { constructor() { (() => wait())(); super(); } }'],
    ['JSON.parse', 'f = () => JSON.parse(x, () => { wait(); });'],
    ['JSON.stringify', 'f = () => JSON.stringify(x, function () { wait(); });'],
    ['new Promise', 'f = () => new Promise((resolve) => { wait(); resolve(); });'],
    ['a condition', 'f = () => waitUntil(() => wait());'],
    ['a condition of this', 'f = function () { this.waitUntil(() => { wait(); return 1; }); };'],
    ['a filter', 'f = () => waitForEvent(x, "y", { filter: () => wait() });'],
  ])('%s', (_what, source) => expect(warned(`// @compile\n${source}`)).toEqual(['SPN604:2']));

  test.each([
    ['a map of a typed array', 'f = () => { const list = new Uint8Array(3); list.map(() => wait()); };'],
    ['a trap', 'f = () => new Proxy(o, { get() { return wait(); } });'],
    ['an accessor', 'f = () => Object.defineProperty(o, "x", { get: () => wait() });'],
    ['a trap that is an arrow', 'f = () => new Proxy(o, { get: () => wait() });'],
    ['a check', 'f = () => scheduler.check(() => { wait(); return 1; });'],
  ])('%s', (_what, source) => expect(warned(`// @compile\n${source}`)).toEqual(['SPN604:2']));

  test.each([
    ['a condition', 'f = () => waitUntil(() => { for (const a of b) { while (a) c(); } });'],
    ['an instant function', '/* @instant */ f = () => { while (a) c(); };'],
  ])('a loop in %s', (_what, source) => expect(warned(`// @compile\n${source}`)).toEqual(['SPN606:2']));

  test('a function said to run at once', () => {
    expect(warned('"use compile";\n// @instant\nfunction f() { wait(); }')).toEqual(['SPN604:3']);
  });

  test.each([
    'class A { get x() { return signal("a"); } constructor() { void wait(1); start(wait(2)); } }',
    'class A { x = () => wait(); get y() { return () => wait(); } constructor() { this.z = () => wait(); } }',
    'f = () => JSON.parse(wait(1));',
    'f = () => waitUntil(() => x);',
    'f = () => list.map(() => wait());',
    'f = () => JSON.parse(x, other, () => wait());',
    '"use compile"; new Promise(() => wait());',
    'f = () => new Proxy(wait(), { get: (a) => a });',
    '/* @instant */ f = () => { for (const a of b) c(); const d = []; for (let i = 0; i < 3; i++) d[i] = 1; };',
    'class A { get x() { return this.y() + this.waited(); } }',
  ])('%s is none', (source) => expect(warned(`// @compile\n${source}`)).toEqual([]));
});

describe('what `eval` does not see', () => {
  /** The words that are named. */
  function unseen(source: string): string[] {
    const found: string[] = [];
    const onDiagnostic = ({ code, message }: Diagnostic): void =>
      void (
        code === 'SPN607' &&
        found.push(...[...message.split(' of the ')[0]!.matchAll(/`([^`]*)`/g)].map(([, one]) => one!))
      );
    compile(`// @compile\n${source}`, { onDiagnostic, sourceType: 'script' });
    return found.slice(1);
  }

  test.each([
    ['an arrow', 'function f() { g(() => eval("arguments[0]")); }', ['arguments']],
    ['an arrow in an arrow', 'function f() { g(() => () => eval(`arguments`)); }', ['arguments']],
    ['a function that `new` can call', 'function f() { g(); return eval("new . target"); }', ['new.target']],
    ['a function expression', 'f = function () { return eval("new.target"); };', ['new.target']],
    ['an arrow of a constructor', 'class A { constructor() { this.f = () => eval("new.target"); } }', ['new.target']],
    ['an arrow of a method', 'o = { m() { g(() => eval("super.m()")); } };', ['super']],
    ['an arrow of a field', 'class A { f = () => eval("super.m()"); }', ['super']],
    [
      'an arrow of a getter',
      'class A { get f() { return () => eval("super.m(arguments)"); } }',
      ['arguments', 'super'],
    ],
    ['an arrow at the top', 'const f = () => eval("arguments");', ['arguments']],
    ['a text that is not known', 'function f(text) { g(() => eval(text)); }', ['arguments', 'new.target']],
    ['a text of pieces', 'o = { m(text) { g(() => eval(`${text}`)); } };', ['arguments', 'super']],
    ['a text in a function', 'function f(text) { eval(text); }', ['new.target']],
  ])('%s', (_what, source, expected) => expect(unseen(source)).toEqual(expected));

  test.each([
    ['a text that asks for none of it', 'function f() { g(() => eval("1 + argumentsOf(x)")); }'],
    ['a function with arguments of its own', 'function f() { return eval("arguments[0]"); }'],
    ['a method, which `new` cannot call', 'o = { m(text) { return eval(text) + eval("super.m(new.target)"); } };'],
    ['an arrow at the top with a text that is not known', 'const f = (text) => eval(text);'],
    ['indirect', 'function f() { g(() => (0, eval)("arguments")); }'],
    ['another function of that name', 'function f(eval) { g(() => eval("arguments")); }'],
    ['no text', 'function f() { g(() => eval(1)); eval(); }'],
    ['a function that is not compiled', 'o = { get x() { return eval("new.target"); } };'],
  ])('%s is none', (_what, source) => expect(unseen(source)).toEqual([]));
});

describe('a mark that is misspelt', () => {
  test.each([
    ['// @comple\nf();', '@compile'],
    ['// @Compile\nf();', '@compile'],
    ['/** @compil */\nf();', '@compile'],
    ['/**\n * Walks.\n * @compiel\n */\nf();', '@compile'],
    ['// @compile\nf = () => {\n// @nowiat\nfor (;;);\n};', '@nowait'],
    ['// @alow SPN601\nf();', '@allow'],
    ['"use comple";\nf();', 'use compile'],
  ])('%j', (source, mark) => {
    const found: Diagnostic[] = [];
    compile(source, { onDiagnostic: (one) => void found.push(one) });
    expect(found.map(({ code, message }) => [code, message.includes(`Did you mean \`${mark}\`?`)])).toEqual([
      ['SPN605', true],
    ]);
  });

  test.each([
    '// @instance\nf();',
    '/** @constant */\nf();',
    '// @last one\nf();',
    '// @ts-ignore\nf();',
    '// mail me @compil\nf();',
    '// @Fast() is off\nf();',
    '"use strict";\nf();',
    '"use client";\nf();',
    '// @compiled\nf();',
    '// @allow SPN605\n// @comple\nf();',
    '/* @comple */ f(); // @allow SPN605',
  ])('%j is none', (source) => expect(warned(source)).toEqual([]));
});

describe('what is meant to be a mark', () => {
  const hints = (source: string, options: CompileOptions = {}): string[] => {
    const found: string[] = [];
    compile(source, {
      onDiagnostic: ({ code, line, message }) => void found.push(`${code}:${line} ${message}`),
      ...options,
    });
    return found.map((one) =>
      one
        .replace(/^(\S+) .*(?:Did|did) you mean `([^`]*)`\?.*$/, '$1 $2')
        .replace(/ `"use compile"` has no effect.*/, ''),
    );
  };

  test.each([
    ['a word above a function', 'f();\n// compile\nfunction g() {}', 'SPN605:2 @compile'],
    ['above an exported function', 'f();\n// compile\nexport function g() {}', 'SPN605:2 @compile'],
    ['above a constant', 'f();\n/* compile */\nconst g = () => 1;', 'SPN605:2 @compile'],
    ['above a method', 'class A {\n// compile\nm() {} }', 'SPN605:2 @compile'],
    ['above a field', 'class A {\n// compile\nm = () => 1; }', 'SPN605:2 @compile'],
    ['above an assigned function', 'f();\n// compile\ng.h = function () {};', 'SPN605:2 @compile'],
    ['first in the file', '// compile\n\nimport x from "x";', 'SPN605:1 @compile'],
    ['below a licence', '// Copyright.\n\n// compile\nf();', 'SPN605:3 @compile'],
    ['with a gap', 'f();\n// @ compile\nfunction g() {}', 'SPN605:2 @compile'],
    ['another one with a gap', '// @compile\nfunction a() {\n// @ nowait\nwhile (g()) f();\n}', 'SPN605:3 @nowait'],
    ['@allow with a gap', '// @compile\nfunction a() {\n// @ allow SPN603\nf();\n}', 'SPN605:3 @allow'],
    ['a directive below an import', 'import x from "x";\n"use compile";', 'SPN611:2'],
    ['a directive below a statement of a function', 'function f() {\ng();\n"use compile";\n}', 'SPN611:3'],
    ['a directive in a block', 'if (x) {\n"use compile";\nf();\n}', 'SPN611:2'],
    ['a misspelt directive of a function', 'function f() {\n"use compil";\n}', 'SPN605:2 use compile'],
    ['"use compiled" by hand', '"use compiled";\nfunction f() { wait(1); g(); }', 'SPN605:1 use compile'],
    ['the same with marks of its own', '"use compiled";\n// @compile\nfunction f() { g(); }\n', 'SPN605:1 use compile'],
    ['the same in a function', 'function f() {\n"use compiled"; wait(1); }', 'SPN605:2 use compile'],
    ['@compiled by hand', 'g();\n// @compiled\nfunction f() { wait(1); }', 'SPN605:2 @compile'],
    ['the same of the file', '// @compiled\n\nfunction f() { wait(1); }', 'SPN605:1 @compile'],
    [
      'with imported words',
      'import { wait } from "@spindle/runtime";\n// @compiled\nfunction f() { wait(1); }',
      'SPN605:2 @compile',
    ],
  ])('%s', (_what, source, expected) => {
    expect(hints(source)).toEqual([expected]);
    expect(hints(source, { diagnostics: 'off' })).toEqual([]);
    const line = Number(/:(\d+)/.exec(expected)![1]);
    const code = /SPN\d+/.exec(expected)![0];
    const lines = source.split('\n');
    lines.splice(line - 1, 0, `/* @allow ${code} */`);
    if (!/first|of the file|below a licence|by hand$/.test(_what)) expect(hints(lines.join('\n'))).toEqual([]);
  });

  test.each([
    ['a comment that says more', 'f();\n// compile the text\nfunction g() {}'],
    ['a word above something else', 'f();\n// compile\nconst config = { a: 1 };'],
    ['a word above a call', 'f();\n// compile\nrun(() => build());'],
    ['a word behind code', 'f(); // compile\nfunction g() {}'],
    ['other words', 'f();\n// native\nfunction g() {}\n// wait\nfunction h() {}'],
    ['a text', 'f("use compile");'],
    ['a text in brackets', 'g();\n("use strict");'],
    ['"use compiled" without words', '"use compiled";\nfunction f() { g(); }'],
    ['"use compiled" with a native function', '"use compiled";\n// @native\nfunction f() { wait(1); }'],
    ['"use compiled" with an async function', '"use compiled";\nasync function f() { wait(1); }'],
    ['"use compiled" with a wait that is given on', '"use compiled";\nconst f = () => wait(1);'],
    ['"use compiled" with a word at the top', '"use compiled";\nwait(1);'],
    ['@compiled above a generator', '// @compiled\nfunction* f() { yield wait(1); }'],
  ])('%s is none', (_what, source) => expect(hints(source)).toEqual([]));

  test.each([
    '"use compile";\nfunction f() { wait(1); }',
    '// @compile\n\nfunction f() { wait(1); }\nasync function g() { await wait(1); }',
    '"use compile"; class A { get x() { return 1; }\n// @native\nm() { wait(1); } k() { wait(); } }',
    'function f() { "use compile"; wait(1); }',
    '// @compile\nfunction f() { "use compile"; wait(1); }',
  ])('output says nothing: %j', (source) => {
    for (const options of [{}, { runtime: { global: 'CK.code' } }, { calls: 'fast' as const }]) {
      const output = compile(source, options);
      expect(hints(output, options)).toEqual([]);
      expect(compile(output, options)).toBe(reprint(output));
    }
  });
});

describe('@allow', () => {
  const method = (lines: string): string[] => warned(`// @compile\no = { m() {\n${lines}\n} };`);

  test.each([
    ['above the statement', '// @allow SPN603\nMath.random();'],
    ['at the end of the line', 'Math.random(); // @allow SPN603'],
    ['at the end of a statement of several lines', 'f(\nMath.random(),\n); // @allow SPN603'],
    ['above a block', '// @allow SPN603\nif (x) {\nf();\nMath.random();\n}'],
    ['with a reason', '// @allow SPN603: it is only seen\nMath.random();'],
    ['of several', '// @allow SPN601, SPN603\nthis.a += f(Math.random());'],
    ['above several lines of comments', '// @allow SPN603\n// It is only seen.\nMath.random();'],
  ])('%s', (_where, lines) => expect(method(lines)).toEqual([]));

  test('above a class or a function it is good for all in it', () => {
    expect(
      warned('// @compile\n// @allow SPN604 SPN603\nclass A { get x() { wait(); } m() {\nMath.random(); } }'),
    ).toEqual([]);
  });

  test.each([
    ['another code', '// @allow SPN601\nMath.random();', ['SPN608:3', 'SPN603:4']],
    ['the next statement', '// @allow SPN603\nMath.random();\nMath.random();', ['SPN603:5']],
    ['the line below', 'f(); // @allow SPN603\nMath.random();', ['SPN608:3', 'SPN603:4']],
  ])('does not reach %s', (_what, lines, expected) => expect(method(lines)).toEqual(expected));

  test.each([
    ['no code', '// @allow\nf();'],
    ['a code that is none', '// @allow SPN603 SPN101\nf();'],
    ['a code in words', '// @allow random\nf();'],
  ])('with %s is an error', (_what, lines) => {
    expect(errorOf(`// @compile\no = { m() {\n${lines}\n} };`)).toContain('[SPN109]');
  });

  test.each([
    ['nothing at all', '// @allow SPN603\nf();', ['SPN608:3']],
    ['one of two codes', '// @allow SPN601, SPN603\nMath.random();', ['SPN608:3']],
    ['both', 'f(); // @allow SPN602 SPN607', ['SPN608:3', 'SPN608:3']],
    ['a misspelt mark that is not there', '// @allow SPN605\nf();', ['SPN608:3']],
    ['what is silenced further out', '// @allow SPN603\nif (x) {\n// @allow SPN601\nMath.random();\n}', ['SPN608:5']],
  ])('that silences %s is told', (_what, lines, expected) => expect(method(lines)).toEqual(expected));

  test.each([
    ['a misspelt mark', '// @allow SPN605\n// @comple\nf();'],
    ['what another one silences too', '// @allow SPN603\nif (x) {\n// @allow SPN603\nMath.random();\n}'],
  ])('that silences %s is none', (_what, lines) => expect(method(lines)).toEqual([]));

  test('in a file without a mark, in output, or with the option "off" is not judged', () => {
    const unused = '// @allow SPN603\nf();';
    expect(warned(unused)).toEqual([]);
    expect(warned(`// @compiled\nfunction f() {\n${unused}\n}\n// @compile\nfunction g() {}`)).toEqual([]);
    expect(warned(`"use compile";\n${unused}`, { diagnostics: 'off' })).toEqual([]);
  });

  test('above nothing is an error', () => {
    expect(errorOf('// @compile\no = { m() {\n// @allow SPN603\n} };')).toContain('[SPN107]');
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
