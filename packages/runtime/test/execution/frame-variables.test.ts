/** What the language does with variables and patterns, where the output calls the runtime for it. */
import { $restOf, $told } from '../../src/abi.js';

test('the rest of a pattern has what does not stand before it: symbols, too, and own enumerable properties only', () => {
  const [taken, left] = [Symbol('taken'), Symbol('left')];
  const given = Object.create({ inherited: 1 }, { hidden: { value: 1 } });
  Object.assign(given, { a: 1, 7: 2, b: 3, [taken]: 4, [left]: 5 });
  const rest = $restOf(given, ['a', 7, taken]);
  expect(Reflect.ownKeys(rest)).toEqual(['b', left]);
  expect(rest).toEqual({ b: 3, [left]: 5 });
  expect(() => $restOf(null, [])).toThrow(TypeError);
});

test('an error of the engine is told as the source would have it', () => {
  const told = (error: Error): string => ($told(error) as Error).message;
  const error = new TypeError('$this.leap is not a function');
  expect(told(error)).toBe('this.leap is not a function');
  expect(error.stack).toContain('TypeError: this.leap is not a function');
  expect(told(new TypeError('$v.map, $t0 and $t12'))).toBe(
    '(intermediate value).map, (intermediate value) and (intermediate value)',
  );
  expect(told(new TypeError('$value and $thing'))).toBe('$value and $thing');
  expect(told(new Error('$this'))).toBe('$this');
  expect(told(Object.freeze(new TypeError('$this')))).toBe('$this');
  expect($told('$this')).toBe('$this');
});
