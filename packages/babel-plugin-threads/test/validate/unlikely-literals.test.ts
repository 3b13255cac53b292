import { diagnosticsOf, inside, messagesOf } from '../compile.js';

describe('a literal that cannot be meant', () => {
  test.each([
    ['waitFor(1000);', 'a number is nothing to wait for. Write `wait(1000)` for milliseconds. [SPN616]'],
    ["waitFor('ring');", "a text is nothing to wait for. Write `waitSignal('ring')` for a signal. [SPN616]"],
    ['wait(0.5);', '`wait(0.5)` is given 0.5 milliseconds. If you mean seconds, write 500. [SPN616]'],
    ['wait(1.5);', 'If you mean seconds, write 1500.'],
    ['every(0.25);', 'If you mean seconds, write 250.'],
    ['withTimeout(2.5, walk());', 'If you mean seconds, write 2500.'],
    ['withTimeout(walk(), 1000);', 'expects 1000 first, then the call. Write `withTimeout(1000, walk())`. [SPN616]'],
    ['withTimeout(() => walk(), 1000);', 'Write `withTimeout(1000, () => walk())`.'],
    ['all(3, 4, 5);', '`all` throws a TypeError, because 3 is not a call. Write `wait(3)` for milliseconds. [SPN616]'],
    ['race(walk(), 1000);', '`race` throws a TypeError, because 1000 is not a call.'],
    ["race([walk(), 'skip']);", "Write `waitSignal('skip')` for a signal."],
  ])('%s', (statement, text) => expect(messagesOf(`// @compile\nfunction go() { ${statement} }`)[0]).toContain(text));

  test.each([
    ['this.waitFor(42);', 'Write `this.wait(42)` for milliseconds.'],
    ['this.wait(1.5);', '`this.wait(1.5)` is given 1.5 milliseconds.'],
    ['this.withTimeout(this.walk(), 9);', 'Write `this.withTimeout(9, this.walk())`.'],
    ['this.all(3, 4);', '`all` throws a TypeError'],
  ])('of an Executor: %s', (statement, text) =>
    expect(messagesOf(`// @compile\nclass A extends Executor { go() { ${statement} } walk() {} }`)[0]).toContain(text),
  );

  test.each([
    'wait(1000);',
    'wait(1);',
    'wait(16.7);',
    'wait(33.3);',
    'wait(own * 0.5);',
    'wait(1.5 * second);',
    'waitFor(own);',
    'waitFor(1000 + own);',
    'withTimeout(1000, obj.walk());',
    'withTimeout(own, obj.walk());',
    'all(obj.a(), obj.b());',
    'race([obj.walk(), wait(10)]);',
    'race({ walk: obj.walk(), time: wait(10) });',
    'Promise.all([1, 2]);',
    'obj.wait(0.5);',
    'waitUntil(5);',
    'this.wait(0.5);',
    'all();',
  ])('is none in %s', (statement) => expect(inside(statement)).toEqual([]));

  test.each([
    ['a variable of that name', 'const wait = (s) => s;\n// @compile\nfunction go() { wait(0.5); }'],
    ['a method of the class', '// @compile\nclass A extends Executor { go() { this.wait(0.5); } wait(s) {} }'],
    ['code without a mark', '/* @compile */ function go() {}\nfunction f() { return wait(0.5); }'],
    ['what is allowed', '// @compile\nfunction go() { wait(0.5); } // @allow SPN616'],
  ])('is none of %s', (_what, source) => expect(diagnosticsOf(source)).toEqual([]));
});
