import { messagesOf, warned } from '../compile.js';

const told = (body: string): string[] => warned(`// @compile\nfunction go(a, b) { ${body}\n}`);

describe('a Promise that nothing waits for', () => {
  test.each([
    'new Promise((done) => setTimeout(done, 500));',
    'new Promise((done, fail) => a.load(done, fail));',
    'if (a) new Promise(a);',
    'a && new Promise(b);',
    'a ? new Promise(b) : b();',
    '(new Promise(a));',
    '[1].forEach(() => new Promise(a));',
    'const f = () => { new Promise(a); }; f();',
    'const loaded = new Promise(a); loaded;',
    'b;',
  ])('is told: %s', (body) => expect(told(body)).toEqual(['SPN622:2']));

  test.each([
    'waitFor(new Promise(a));',
    'void new Promise(a);',
    'new Promise(a).then(b);',
    'const loaded = new Promise(a); waitFor(loaded);',
    'return new Promise(a);',
    'b(new Promise(a));',
    'b.all = new Promise(a);',
    'const f = () => new Promise(a); f();',
    'new Image();',
    'const Promise = b; new Promise(a);',
    'a.offsetWidth;',
    'b();',
    '"a text";',
    '\n// @native\nfunction f() { new Promise(a); }',
  ])('nothing is said of: %s', (body) => expect(told(body)).toEqual([]));

  test('plain code is not looked at', () => {
    expect(warned('/* @compile */ function a() {}\nnew Promise(a);\nfunction f() { new Promise(a); f; }')).toEqual([]);
  });

  test.each([
    ['(done) => setTimeout(done, 500)', 'wait(500)'],
    ['(done) => { setTimeout(done, a + b); }', 'wait(a + b)'],
    ['function (done) { return setTimeout(() => done(), 500); }', 'wait(500)'],
    ['(done) => setTimeout(() => { done(5); }, 500)', 'wait(500)'],
    ['(done) => requestAnimationFrame(done)', 'wait()'],
    ['(done) => { requestAnimationFrame(() => done(undefined)); }', 'wait()'],
    ['(done) => setTimeout(a, 500)', undefined],
    ['(done) => setTimeout(done)', undefined],
    ['(done) => setTimeout(done, 500, a)', undefined],
    ['(done) => { a(); setTimeout(done, 500); }', undefined],
    ['(done) => a.setTimeout(done, 500)', undefined],
    ['a', undefined],
  ])('new Promise(%s): write %s', (executor, word) => {
    const [message] = messagesOf(`// @compile\nfunction go(a, b) { new Promise(${executor}); }`);
    const mend =
      word === undefined
        ? 'Write `waitFor(new Promise(…))`, or put `void` before it to go on at once.'
        : `Write \`${word}\`.`;
    expect(message).toBe(`Nothing waits for this \`new Promise\`. ${mend} [SPN622]`);
  });
});
