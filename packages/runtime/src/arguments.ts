/** Checks of options and of single arguments. */
import { DEV } from './messages/development.js';
import { tooMany } from './messages/more-arguments.js';
import { badArgument, badNumber } from './messages/errors.js';

/**
 * Refuses what is no object, what cannot be read, and an option that is not known, so that a misspelled one is noticed.
 * Each option is read here for the first time, so that a getter that throws is a wrong argument. Nothing is made for
 * options that are right: scripts are started with some ten thousand times.
 */
export function checkOptions(name: string, options: unknown, known: readonly string[]): void {
  const isObject = typeof options === 'object' && options !== null;
  let wrong: unknown = options;
  try {
    if (isObject) wrong = foreignOption(options, known);
  } catch {}
  if (!isObject || wrong !== undefined) throw badArgument(name, DEV ? `options among ${known.join(', ')}` : '', wrong);
}

/** Reads all options that are known. To ask a literal for each of them by its name took a seventh of a start. */
function foreignOption(options: object, known: readonly string[]): string | undefined {
  const values = options as Record<string, unknown>;
  for (const key in values) {
    if (known.includes(key)) void values[key];
    else if (Object.hasOwn(values, key)) return key;
  }
  // The accessors of a class are not enumerable.
  if (Object.getPrototypeOf(values) !== Object.prototype) known.forEach((key) => void values[key]);
  return undefined;
}

/**
 * Refuses more arguments than a word takes, in development: who writes one too many hears of it when the script first runs. In production
 * a call of this is nothing, and bundlers drop it.
 */
export function checkCount(word: string, most: number, given: ArrayLike<unknown>): void {
  if (DEV && given.length > most) throw tooMany(word, most, given);
}

/** Refuses what is no number, and a number that is not right. */
export function checkNumber(name: string, expected: string, value: unknown, isRight: (value: number) => boolean): void {
  if (typeof value !== 'number') throw badArgument(name, expected, value);
  if (!isRight(value)) throw badNumber(name, DEV ? withBound(expected, value) : '', value);
}

/** Names the bound that a number which is too large has to be below. */
const withBound = (expected: string, value: number): string =>
  value >= 2 ** 53 ? expected.replace(/[≥>] 0/, '< 2^53') : expected;

/** Refuses what is neither true nor false. */
export function checkBoolean(name: string, expected: string, given: unknown): void {
  if (typeof given !== 'boolean') throw badArgument(name, expected, given);
}

/** Refuses what is no text, and an empty one. */
export function checkName(name: string, expected: string, given: unknown): asserts given is string {
  if (typeof given !== 'string' || given === '') throw badArgument(name, expected, given);
}

/** Refuses what is no function; `expected` says what all it should be. */
export function checkFunction(name: string, expected: string, given: unknown): void {
  if (typeof given !== 'function') throw badArgument(name, expected, given);
}

export function checkFunctionOption(name: string, option: string, given: unknown): void {
  if (given !== undefined && typeof given !== 'function') throw badArgument(name, `${option}: a function`, given);
}

/** A call is on an object or a function, or on nothing. */
export const isReceiver = (value: unknown): boolean => value === undefined || Object(value) === value;

export function checkReceiver(name: string, receiver: unknown): void {
  if (!isReceiver(receiver)) throw badArgument(name, 'a receiver that is an object', receiver);
}

/** Is it an object of that class? No for a Proxy that cannot be read. */
export function isA<T>(value: unknown, of: abstract new (...args: never[]) => T): value is T {
  try {
    return typeof value === 'object' && value instanceof of;
  } catch {
    return false;
  }
}

/** Is it an array? No for a Proxy that cannot be read. */
export function isArray(value: unknown): value is readonly unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/** The own enumerable fields of an object. Refuses other values, and objects that cannot be read. */
export function fieldsOf(name: string, expected: string, object: unknown): [string, unknown][] {
  if (typeof object !== 'object' || object === null) throw badArgument(name, expected, object);
  try {
    return Object.entries(object);
  } catch {
    throw badArgument(name, expected, object);
  }
}

/** What stands in an array or in a plain object, with the keys of that; undefined for anything else. Refuses what cannot be read. */
export function membersOf(
  name: string,
  expected: string,
  given: unknown,
): { items: unknown[]; keys?: string[] } | undefined {
  try {
    if (Array.isArray(given)) return { items: Array.from(given) };
    if (!isPlainObject(given)) return undefined;
    return { keys: Object.keys(given), items: Object.values(given) };
  } catch {
    throw badArgument(name, expected, given);
  }
}

/** Made by a literal or `Object.create(null)`, in whatever realm. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
