import { diagnosticsOf, messagesOf } from '../compile.js';

const HERO = 'class Hero { walk() { wait(9); } jump() { wait(9); } open() { wait(9); } sees() { wait(9); } }';

const told = (source: string): string[] =>
  diagnosticsOf(`"use compile"; ${HERO}\n${source}`).map((one) => `${one.code}:${one.line}`);

describe('arrows with and without braces around the same call', () => {
  test('names both lines and what to write', () => {
    expect(
      messagesOf(`"use compile"; ${HERO}\nconst a = (h) => h.walk();\nconst b = (h) => { h.walk(); };`)[0],
    ).toContain(
      '`(h) => h.walk()` waits for its call, because it gives its value; with braces, as in line 3, an arrow only gives the order and goes on. Say which one you mean: write `waitFor(h.walk())` to wait, or braces to go on. [SPN617]',
    );
  });

  test.each([
    'const a = (h) => h.walk();\nconst b = (g) => { g.walk(); };',
    'const a = (h) => { h.walk(); };\nexport const b = { send: (g) => (g.walk()) };',
    'class A { send = (h) => h.walk(); order = (h) => { h.walk(); }; }',
    'function go(h) { all(() => h.walk(), wait(9));\nall(() => { h.walk(); }, wait(9)); }',
    'function go(a, b) { each(a, (h) => h.walk()); each(b, (h) => { h.walk(); }); }',
    'const hero = { walk() { wait(10); } }; const a = () => hero.walk(); const b = () => { hero.walk(); };',
  ])('is told: %s', (source) => expect(told(source).map((one) => one.slice(0, 6))).toEqual(['SPN617']));

  test.each([
    ['both without', 'const a = (h) => h.walk(); const b = (g) => g.walk();'],
    ['both with', 'const a = (h) => { h.walk(); }; const b = (g) => { g.walk(); };'],
    ['with `waitFor`', 'const a = (h) => waitFor(h.walk()); const b = (g) => { g.walk(); };'],
    ['with `return`', 'const a = (h) => { return h.walk(); }; const b = (g) => { g.walk(); };'],
    ['another method', 'const a = (h) => h.walk(); const b = (g) => { g.jump(); };'],
    ['another object', 'const a = () => door.open(); const b = () => { valve.open(); };'],
    [
      'another object of the file',
      'const a = { open() {} }, b = { open() {} }; const x = () => a.open(), y = () => { b.open(); };',
    ],
    ['more in the braces', 'const a = (h) => h.walk(); const b = (g) => { g.walk(); log(g); };'],
    ['on `this`', 'class A { a = () => this.walk(); b = () => { this.walk(); }; }'],
    ['forEach', 'function go(l) { l.forEach((h) => h.walk()); l.forEach((h) => { h.walk(); }); }'],
    ['find', 'function go(l) { l.find((h) => h.sees(l)); l.forEach((h) => { h.sees(l); }); }'],
    ['a list of calls', 'function go(l) { all(l.map((h) => h.walk())); l.forEach((h) => { h.walk(); }); }'],
    ['start', 'function go(h) { start(() => h.walk()); start(() => { h.walk(); }); }'],
    ['handlers', "function go(b, h) { b.on('click', () => h.walk()); b.on('click', () => { h.walk(); }); }"],
    ['different places', 'const a = (h) => h.walk(); function go(b, h) { each(b, (g) => { g.walk(); }); }'],
    [
      'a question',
      'class A { near(x) { return x < this.x; } } const a = (h) => h.near(1); const b = (h) => { h.near(1); };',
    ],
    [
      'of another file',
      'import assert from "assert"; const a = () => assert.ok(1); const b = () => { assert.ok(2); };',
    ],
    ['a plain call', 'const a = () => walk(); const b = () => { walk(); };'],
    ['allowed', '// @allow SPN617\nconst a = (h) => h.walk();\nconst b = (g) => { g.walk(); };'],
  ])('is not told: %s', (_what, source) => expect(told(source)).toEqual([]));

  test('nor in code that is not compiled', () => {
    expect(
      messagesOf('const a = (h) => h.walk(); const b = (g) => { g.walk(); };\n// @compile\nfunction f() {}'),
    ).toEqual([]);
  });
});
