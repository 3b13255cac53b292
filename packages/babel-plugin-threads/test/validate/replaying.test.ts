import { inside, messagesOf, warned } from '../compile.js';

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
    'own.input("date", () => new Date());',
  ])('%s', (source) => expect(inside(source)).toEqual(['SPN603']));

  test.each([
    'new Date(0);',
    'Math.max(1);',
    'own.Math.random();',
    'Date.parse("x");',
    'const Math = own; Math.random();',
    'scheduler.input("date", () => new Date());',
    'this.scheduler.input("now", function () { return Date.now(); });',
  ])('%s is none', (source) => expect(inside(source)).toEqual([]));

  test('code that is not compiled may do as it likes', () => {
    const source =
      'Math.random();\n// @compile\nfunction f() {}\nfunction h() { Date.now(); }\nasync function k() { new Date(); }';
    expect(warned(source)).toEqual([]);
    expect(warned(`"use compile";\n${source.replace('// @compile', '')}`)).toEqual(['SPN603:5']);
  });

  test('what comes instead: time of the game, or what the log of a run holds', () => {
    expect(messagesOf('"use compile"; f = () => [Date.now(), new Date(), performance.now()];')).toEqual([
      '`Date.now` is not the same on every run. Use `clock.now` of the runtime, or `scheduler.input` for real time. [SPN603]',
      '`new Date()` is not the same on every run. Use `scheduler.input("date", () => new Date())` of the runtime. [SPN603]',
      '`performance.now` is not the same on every run. Use `clock.now` of the runtime, or `scheduler.input` for real time. [SPN603]',
    ]);
  });

  test('a Math of the options is another one', () => {
    expect(warned('// @compile\nf = () => Math.random();', { globals: { Math: 'CK.math' } })).toEqual([]);
  });
});
