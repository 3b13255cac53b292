import { diagnosticsOf } from '../compile.js';

describe('what `eval` does not see', () => {
  /** The names in the diagnostic. */
  function unseen(source: string): string[] {
    const found = diagnosticsOf(`// @compile\n${source}`, { sourceType: 'script' }).filter(
      ({ code }) => code === 'SPN607',
    );
    const named = found.flatMap(({ message }) => [...message.split(' of the ')[0]!.matchAll(/`([^`]*)`/g)]);
    return named.map(([, one]) => one!).slice(1);
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
