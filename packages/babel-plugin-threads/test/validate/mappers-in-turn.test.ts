import { messagesOf, warned } from '../compile.js';

const told = (body: string): string[] =>
  warned(`"use compile";\nclass H { walk() { wait(9); } } function go(l) { ${body}\n}`);

describe('a function given to `map` in a combinator that waits', () => {
  test('says what to write', () => {
    expect(messagesOf('"use compile"; function go(l) { Promise.all(l.map((h) => { return h.walk(); })); }')).toEqual([
      '`map` waits for each call of this function, so they run one after the other, and `Promise.all` gets their values. Write an arrow without braces that makes one call, `(one) => one.walk()`; put several statements into a function of their own. [SPN620]',
    ]);
  });

  test.each([
    'all(l.map((h) => { return h.walk(); }));',
    'all(...l.map((h) => { return h.walk(); }));',
    'race(l.map((h) => { log(h); return h.walk(); }));',
    'this.race(l.map((h) => { return h.walk(); }));',
    'all(l.map(function (h) { return h.walk(); }));',
    'Promise.all(l.map((h) => { return h.walk(); }));',
    'Promise.allSettled(l.map(function (h) { return h.walk(); }));',
    'Promise.race([...l.map((h) => { return h.walk(); })]);',
    'Promise.all(l.map((url) => { return fetch(url); }));',
    'Promise.all(l.map((h) => { wait(9); return h.name; }));',
    'all(l.map((h) => { wait(9); }));',
    'all(l.map((h) => { if (h) return h.walk(); return null; }));',
  ])('is told: %s', (body) => expect(told(body)).toEqual(['SPN620:2']));

  test.each([
    'all(l.map((h) => h.walk()));',
    'all(l.map((h) => waitFor(h.walk())));',
    'Promise.all(l.map((h) => h.walk()));',
    'all(l.map((h) => { return () => h.walk(); }));',
    'all(l.map((h) => { log(h); return () => h.walk(); }));',
    'all(l.map((h) => { wait(9); return () => h.walk(); }));',
    'all(l.map((h) => { return start(h.walk()); }));',
    'all(l.map((h) => { log(h); return walkOf(h); }));',
    'all(l.map((h) => { log(h); return h.thread; }));',
    'Promise.all(l.map((h) => { const how = log(h); return how; }));',
    'Promise.all(l.map((h) => { return h.promise; }));',
    'Promise.all(l.map(async (h) => { await h.load(); }));',
    'Promise.all(l.map((h) => { h.walk(); }));',
    'const hero = { walk() { wait(9); } }; Promise.all(l.map(() => { hero.walk(); }));',
    'const values = l.map((h) => { return h.walk(); });',
    'log(l.map((h) => { return h.walk(); }));',
    'all(l.map((h) => { return h.walk(); })); // @allow SPN620',
  ])('is not told: %s', (body) => expect(told(body)).toEqual([]));
});
