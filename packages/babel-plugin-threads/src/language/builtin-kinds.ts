/**
 * What kinds of values the language has: which of their methods call nothing back, and what these give. Babel knows kinds of
 * values (`getTypeAnnotation`), but none of their methods.
 */
import { setOf } from './set-of.js';

export type Kind = 'array' | 'typed array' | 'string' | 'number' | 'date' | 'regexp' | 'map' | 'set';

const DATE_PARTS = 'Date FullYear Hours Milliseconds Minutes Month Seconds';
const DATE_GETTERS =
  `${namesOf('get', `${DATE_PARTS} Day Time TimezoneOffset`)} ${namesOf('getUTC', `${DATE_PARTS} Day`)}` as const;
const DATE_SETTERS = `${namesOf('set', `${DATE_PARTS} Time`)} ${namesOf('setUTC', DATE_PARTS)}`;
const DATE_TEXTS =
  'toDateString toISOString toJSON toLocaleDateString toLocaleString toLocaleTimeString toString toTimeString toUTCString';

/**
 * Methods without a callback, by what the receiver is known to be. A big integer counts as a number: it has three of
 * the methods.
 */
export const KIND_METHODS: Readonly<Record<Kind, ReadonlySet<string>>> = {
  array: setOf(
    'at concat copyWithin entries fill includes indexOf join keys lastIndexOf pop push reverse shift slice splice toReversed toSpliced ' +
      'unshift values with',
  ),
  'typed array': setOf(
    'at copyWithin entries fill includes indexOf join keys lastIndexOf reverse set slice subarray toReversed values with',
  ),
  string: setOf(
    'at charAt charCodeAt codePointAt concat endsWith includes indexOf lastIndexOf localeCompare normalize padEnd padStart repeat slice ' +
      'split startsWith substr substring toLocaleLowerCase toLocaleUpperCase toLowerCase toString toUpperCase trim trimEnd trimStart valueOf',
  ),
  number: setOf('toExponential toFixed toLocaleString toPrecision toString valueOf'),
  date: setOf(`${DATE_GETTERS} ${DATE_SETTERS} ${DATE_TEXTS} valueOf`),
  regexp: setOf('exec test toString'),
  map: setOf('clear delete entries get has keys set values'),
  set: setOf('add clear delete entries has keys values'),
};

function namesOf(verb: string, parts: string): string {
  return parts.replaceAll(/\w+/g, (part) => verb + part);
}

export const TYPED_ARRAYS: ReadonlySet<string> = setOf(
  'Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array ' +
    'Float16Array Float32Array Float64Array',
);

/**
 * Methods that give another array than the one they are called on, and methods that give that one: all of a kind of
 * array.
 */
export const GIVE_ANOTHER: ReadonlySet<string> = setOf('concat slice toReversed toSpliced with');
export const GIVE_ITSELF: ReadonlySet<string> = setOf('copyWithin fill reverse');

/** What the methods of a value give, with a callback and without, as far as that is of a kind. */
const RESULTS: Readonly<Record<Kind, ReadonlyMap<string, Kind>>> = {
  array: results({
    array: 'concat copyWithin fill filter flatMap map reverse slice sort splice toReversed toSorted toSpliced with',
    number: 'findIndex findLastIndex indexOf lastIndexOf push unshift',
    string: 'join',
  }),
  'typed array': results({
    'typed array': 'copyWithin fill reverse slice toReversed with',
    number: 'indexOf lastIndexOf',
    string: 'join',
  }),
  string: results({
    string:
      'at charAt concat normalize padEnd padStart repeat replace replaceAll slice substr substring toLocaleLowerCase toLocaleUpperCase ' +
      'toLowerCase toString toUpperCase trim trimEnd trimStart valueOf',
    number: 'charCodeAt codePointAt indexOf lastIndexOf localeCompare',
    array: 'split',
  }),
  number: results({ string: 'toExponential toFixed toLocaleString toPrecision toString', number: 'valueOf' }),
  date: results({ number: `${DATE_GETTERS} ${DATE_SETTERS} valueOf`, string: DATE_TEXTS }),
  regexp: results({ string: 'toString' }),
  map: new Map(),
  set: new Map(),
};

/**
 * The same of functions of the language, and of the methods of its objects; what is not named here by itself is under
 * `*`.
 */
const FUNCTION_RESULTS: ReadonlyMap<string, Kind> = results({
  array:
    'Array Array.from Array.of Object.entries Object.getOwnPropertyNames Object.getOwnPropertySymbols Object.keys Object.values',
  string:
    'Date JSON.stringify String String.fromCharCode String.fromCodePoint String.raw decodeURI decodeURIComponent encodeURI ' +
    'encodeURIComponent',
  number:
    'BigInt Date.UTC Date.now Date.parse Math.* Number Number.parseFloat Number.parseInt parseFloat parseInt performance.now',
  regexp: 'RegExp',
});

const CLASSES: ReadonlyMap<string, Kind> = results({
  array: 'Array',
  'typed array': [...TYPED_ARRAYS].join(' '),
  date: 'Date',
  regexp: 'RegExp',
  map: 'Map',
  set: 'Set',
});

/** What a method of a value gives. */
export function kindOfResult(kind: Kind, method: string): Kind | undefined {
  return RESULTS[kind].get(method);
}

/** What `parseInt`, or `keys` of `Object`, gives. */
export function kindOfFunctionResult(name: string, method: string | undefined): Kind | undefined {
  if (method === undefined) return FUNCTION_RESULTS.get(name);
  return FUNCTION_RESULTS.get(`${name}.${method}`) ?? FUNCTION_RESULTS.get(`${name}.*`);
}

/** What `new Date()` makes. */
export function kindOfInstance(name: string): Kind | undefined {
  return CLASSES.get(name);
}

function results(table: Readonly<Partial<Record<Kind, string>>>): ReadonlyMap<string, Kind> {
  const entries = Object.entries(table) as [Kind, string][];
  return new Map(entries.flatMap(([kind, names]) => names.split(' ').map((name): [string, Kind] => [name, kind])));
}
