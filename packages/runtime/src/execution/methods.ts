/** Calls of methods that compiled code has read before something else: the arguments that wait, a `super` of the function around. */
import { applyOn } from '../realm.js';

/**
 * A method that is called further down. `text`: what an engine calls it. If it is no function, that is found as it is called, when its
 * arguments have been evaluated.
 */
export const callable = (value: unknown, text: string): Function => checked(value, text, 'function');

/** The same for `new`. Of a function that makes no objects the engine says that itself. */
export const constructible = (value: unknown, text: string): Function => checked(value, text, 'constructor');

function checked(value: unknown, text: string, what: string): Function {
  if (typeof value === 'function') return value;
  return function () {
    throw new TypeError(`${text} is not a ${what}`);
  };
}

/** The method on this receiver, where that cannot be given with the call: of a tagged template, behind `?.`. Nothing stays nothing. */
export const methodOn = (method: unknown, self: unknown, text = ''): unknown =>
  method === undefined || method === null
    ? method
    : (...args: unknown[]): unknown => applyOn(callable(method, text), self, args);
