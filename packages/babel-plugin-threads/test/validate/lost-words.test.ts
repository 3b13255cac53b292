import { messagesOf, warned } from '../compile.js';

describe('a word that waits in a function that is not compiled', () => {
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
      '\n/* @compile */ function a() { greet(); }\nfunction greet() { wait(100); f(); }',
      'SPN610:3',
    ],
    ['an arrow without a mark', '\n/* @compile */ function a() {}\nconst f = () => { waitFor(x); };', 'SPN610:3'],
    [
      'a callback in a function without a mark',
      '\n/* @compile */ function a() {}\nfunction f() { list.forEach((x) => { wait(x); }); wait(); }',
      'SPN610:3',
    ],
    [
      'a method without a mark',
      '\n/* @compile */ function a() {}\nclass B { m() { const x = waitSignal("a"); return x; } }',
      'SPN610:3',
    ],
    [
      'a method of an Executor without a mark',
      '\n/* @compile */ function a() {}\nclass B extends Executor { m() { this.wait(5); } }',
      'SPN610:3',
    ],
    [
      'an imported word',
      'import { wait as w } from "@spindle/runtime";\n\n/* @compile */ function a() {}\nfunction f() { w(1); }',
      'SPN610:4',
    ],
    [
      'a word of the module',
      'import * as rt from "@spindle/runtime";\n\n/* @compile */ function a() {}\nfunction f() { rt.wait(1); }',
      'SPN610:4',
    ],
    [
      'an async function without a mark',
      '\n/* @compile */ function a() {}\nasync function f() { await wait(1); }',
      'SPN610:3',
    ],
    [
      'a getter without a mark',
      '\n/* @compile */ function a() {}\nconst o = { get x() { wait(); return 1; } };',
      'SPN610:3',
    ],
    ['a field', '\n/* @compile */ function a() {}\nclass B { x = wait(5); }', 'SPN610:3'],
    ['a function handed to a word', '\n/* @compile */ function a() {}\nstart(() => { wait(1); f(); });', 'SPN610:3'],
    [
      'a function handed to a word that starts a thread',
      '\n/* @compile */ function a() {}\nfunction f() { withClock(world, () => { wait(1); g(); }); }',
      'SPN610:3',
    ],
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
    [
      'a word that starts a thread',
      'onKey(() => { withClock(world, () => hero.dash()); }); async function f() { await skippable(() => play()); }',
    ],
    ['a word that is not called', 'function f() { g(wait); }'],
    ['a method of another object', 'function f() { glitch.wait(5); this.wait(5); }'],
    ['a method of another class', 'class B extends Actor { m() { this.wait(5); } }'],
    ['an own method of an Executor', 'class B extends Executor { wait() {} m() { this.wait(5); } }'],
  ])('%s is none', (_what, source) => expect(warned(`\n/* @compile */ function a() {}\n${source}`)).toEqual([]));

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
    [
      'what was compiled before',
      '\n/* @compile */ function a() {}\n// @compiled\nb = $thread(function () { wait(1); });',
    ],
    ['a generator run by hand in marked code', '"use compile"; const f = $thread(function* () { yield wait(1); });'],
  ])('%s is none', (_what, source) => expect(warned(source)).toEqual([]));

  test('is told once for each function', () => {
    const file = '\n/* @compile */ function a() {}\nfunction f() {\nwait();\nwait();\n}\nfunction h() {\nwait();\n}';
    expect(warned(file)).toEqual(['SPN610:4', 'SPN610:8']);
    expect(warned('"use compile";\nasync function f() {\nwait();\nwait();\n}')).toEqual(['SPN609:3']);
  });

  test('can be allowed', () => {
    expect(warned('\n/* @compile */ function a() {}\n// @allow SPN610\nfunction f() { wait(); }')).toEqual([]);
    expect(warned('"use compile";\n// @allow SPN609\nasync function f() { wait(); }')).toEqual([]);
  });

  test('says what to do', () => {
    expect(messagesOf('// @compile\nclass C { async go() { wait(3); } *gen() { wait(3); } }')).toEqual([
      '`wait` is in the async function `C.go`, which is not compiled, so nothing waits for it. Drop `async` and `await`: a call that waits already waits. [SPN609]',
      '`wait` is in the generator `C.gen`, which is not compiled, so nothing waits for it. Drop the `*`, and call it like any function. [SPN609]',
    ]);
    const without = (code: string): string => messagesOf(`\n/* @compile */ function a() {}\n${code}`)[0]!;
    expect(without('function greet() { wait(1); }')).toBe(
      '`wait` waits only in a compiled function, and no mark covers `greet`. Put `// @compile` above it. [SPN610]',
    );
    expect(without('class B { x = wait(1); }')).toContain(
      'covers this place. Move it into a function that is marked `// @compile`.',
    );
    expect(without('on(async () => { await wait(1); });')).toContain(
      'covers this function. Drop its `async` and `await`, and put `// @compile` above it.',
    );
    expect(without('class A { constructor() { wait(1); } }')).toContain('Move the wait into a method');
  });
});
