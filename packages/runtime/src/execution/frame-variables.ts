/** What the language does with variables and patterns, where an emitted step has to do it itself. */
import { applyOn, callOn } from '../realm.js';

/** The properties of a pattern's rest: the own enumerable ones whose key is none of these. */
export function restOf(value: unknown, keys: readonly PropertyKey[]): object {
  if (value === undefined || value === null) throw new TypeError(`Cannot destructure ${String(value)}.`);
  const source = Object(value) as Record<PropertyKey, unknown>;
  const taken = new Set(keys.map((key) => (typeof key === 'symbol' ? key : String(key))));
  const rest = {};
  for (const key of Reflect.ownKeys(source)) {
    if (taken.has(key) || Reflect.getOwnPropertyDescriptor(source, key)?.enumerable !== true) continue;
    Object.defineProperty(rest, key, { value: source[key], writable: true, enumerable: true, configurable: true });
  }
  return rest;
}

/**
 * Reads a variable whose value is this function itself until its declaration runs: before that it throws what the engine throws. Without a value
 * it always throws.
 */
export function tdz(name: string, ...given: readonly [value?: unknown]): unknown {
  const [value] = given;
  if (value === tdz || given.length === 0) throw new ReferenceError(`Cannot access '${name}' before initialization`);
  return value;
}

/** What the engine throws where a constant is assigned to; the new value has been evaluated before. */
export function constant(): never {
  throw new TypeError('Assignment to constant variable.');
}

/** The engine names what stands in the output: `$this.leap is not a function`, `$v is not iterable`. Returns the error. */
export function told(error: unknown): unknown {
  if (!(error instanceof TypeError)) return error;
  try {
    const { message, stack } = error;
    if (!OURS.test(message)) return error;
    error.message = message.replaceAll(OURS, (name) => (name === '$this' ? 'this' : '(intermediate value)'));
    error.stack = stack?.replace(message, () => error.message) ?? '';
  } catch {
    // One that is frozen, or a class of the game with its own getter of the message, keeps its text.
  }
  return error;
}
const OURS = /\$(?:this|v|t\d+)\b/g;

function own(): IArguments {
  // oxlint-disable-next-line prefer-rest-params -- it is asked for
  return arguments;
}

/** `arguments` of a call with these, which a script may change: the list that a step got is shown in traces. `make` may share parameters with it. */
export const argumentsOf = (list: ArrayLike<unknown>, make: Function = own): any => applyOn(make, undefined, list);

export const argumentsFrom = (list: ArrayLike<unknown>, from: number, to?: number): unknown[] =>
  callOn(slice, list, from, to);
// oxlint-disable-next-line typescript/unbound-method -- called on a list
const { slice } = Array.prototype;
