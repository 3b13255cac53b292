/**
 * THE table of the built-ins of the language and of platforms: all that the plugin knows of them. `test/language` holds it
 * against the language itself.
 *
 * What a question may call hangs on `changes` (docs/ownership.md, rule R5c): it belongs to the language that scripts are
 * written in, so a name that is added or taken away changes what scripts do.
 */

/** The kinds of values whose methods are known. A big integer counts as a number: it has three of the methods. */
export type Kind = 'array' | 'typed array' | 'string' | 'number' | 'date' | 'regexp' | 'map' | 'set';

/** What is known of one built-in. What is not said, nobody may rely on. */
export interface Builtin {
  /** It calls nothing of the script, unless it is given something at the index `calls`: it never waits. */
  readonly isQuiet?: true;
  /** The index of the argument that it calls before it returns. */
  readonly calls?: number;
  /** The runtime has a version of it whose callback may wait. */
  readonly canPause?: true;
  /** The indices of the arguments that it keeps, and calls later. */
  readonly keeps?: readonly number[];
  /** What it keeps may also be an object, whose method `handleEvent` it calls. */
  readonly keepsObjects?: true;
  /** It is given a literal with functions that the language calls. */
  readonly descriptor?: Descriptor;
  /** All that it changes. Unset: it may change more. */
  readonly changes?: 'nothing' | 'receiver' | 'first argument';
  /** A reader sees at a glance that nothing outside can tell how often it is called: plain computation may call it. */
  readonly isPure?: true;
  /**
   * What it gives. Unset: something else, which is never a Promise.
   *
   * - `receiver`: what it is called on.
   * - `element`, `given`, `result`: what is in the receiver, what it was given or somebody else has made, what its callback has
   *   given: anything, a Promise too.
   */
  readonly gives?: Kind | 'receiver' | 'element' | 'given' | 'result' | 'nothing';
  /** Nobody else has yet what it gives. */
  readonly isFresh?: true;
  /** Things of a game have methods of this name, so that the name alone says nothing. */
  readonly isAmbiguous?: true;
  /** It differs from run to run. The runtime's word that gives the same in each. */
  readonly instead?: string;
}

interface Descriptor {
  /** The argument that the literal is. */
  readonly at: number;
  /** How deep the functions are in it. */
  readonly levels: number;
  /** Those that are called; undefined: all. */
  readonly called?: ReadonlySet<string>;
}

export type Table = ReadonlyMap<string, Builtin>;

const READS = { isQuiet: true, changes: 'nothing' } as const satisfies Builtin;
const PURE = { ...READS, isPure: true } as const satisfies Builtin;
const CHANGES = { isQuiet: true, changes: 'receiver' } as const satisfies Builtin;
const GIVES_NUMBER = { ...READS, gives: 'number' } as const satisfies Builtin;
const GIVES_STRING = { ...READS, gives: 'string' } as const satisfies Builtin;
const SETS_DATE = { ...CHANGES, gives: 'number', isAmbiguous: true } as const satisfies Builtin;
/** They may call something of the script, but change nothing themselves. */
const ONLY_READS = { changes: 'nothing' } as const satisfies Builtin;
const CALLS = { calls: 0, canPause: true, changes: 'nothing' } as const satisfies Builtin;
const DEFINES = new Set(['get', 'set']);

/** Functions by their name, also as methods of `window`. */
export const FUNCTIONS: Table = tableOf({
  'BigInt Number parseFloat parseInt': { ...PURE, gives: 'number' },
  'String decodeURI decodeURIComponent encodeURI encodeURIComponent': { ...PURE, gives: 'string' },
  'Boolean isFinite isNaN': PURE,
  Array: { ...READS, gives: 'array', isFresh: true },
  Date: { ...READS, gives: 'string', instead: 'scheduler.input("date", () => Date())' },
  Object: { ...READS, gives: 'given' },
  RegExp: { ...READS, gives: 'regexp' },
  structuredClone: { ...READS, isFresh: true },
  'AggregateError Error EvalError RangeError ReferenceError Symbol SyntaxError TypeError URIError': READS,
  require: { isQuiet: true, gives: 'given' },
  'cancelAnimationFrame clearInterval clearTimeout': { isQuiet: true },
  'queueMicrotask requestAnimationFrame setInterval setTimeout': { isQuiet: true, keeps: [0] },
});

/** Methods of objects of the language, by the name of the object. What is said of `*` holds for all that are not listed. */
export const STATICS: ReadonlyMap<string, Table> = tablesOf({
  Array: {
    from: { ...CALLS, calls: 1, gives: 'array', isFresh: true },
    isArray: READS,
    of: { ...READS, gives: 'array', isFresh: true },
  },
  ArrayBuffer: { isView: PURE },
  Atomics: { '*': { isQuiet: true } },
  BigInt: { '*': ONLY_READS, 'asIntN asUintN': PURE },
  Date: {
    '*': ONLY_READS,
    'UTC parse': GIVES_NUMBER,
    now: { ...READS, gives: 'number', instead: 'clock.now' },
  },
  JSON: {
    '*': PURE,
    parse: { ...PURE, calls: 1, isFresh: true },
    stringify: { ...PURE, calls: 1, gives: 'string' },
  },
  Map: { groupBy: { ...ONLY_READS, calls: 1, isFresh: true } },
  Math: { '*': { ...PURE, gives: 'number' }, random: { ...PURE, gives: 'number', instead: 'random()' } },
  Number: {
    '*': ONLY_READS,
    'isFinite isInteger isNaN isSafeInteger': PURE,
    'parseFloat parseInt': { ...PURE, gives: 'number' },
  },
  Object: {
    'entries getOwnPropertyNames getOwnPropertySymbols keys values': { ...READS, gives: 'array', isFresh: true },
    fromEntries: { ...READS, isFresh: true },
    'getOwnPropertyDescriptor getOwnPropertyDescriptors hasOwn is isExtensible isFrozen isSealed': READS,
    getPrototypeOf: { ...READS, gives: 'given' },
    groupBy: { ...ONLY_READS, calls: 1, isFresh: true },
    'assign freeze preventExtensions seal': { isQuiet: true, changes: 'first argument', gives: 'given' },
    setPrototypeOf: { isQuiet: true, gives: 'given' },
    create: { isQuiet: true, gives: 'given', descriptor: { at: 1, levels: 2, called: DEFINES } },
    defineProperties: { isQuiet: true, gives: 'given', descriptor: { at: 1, levels: 2, called: DEFINES } },
    defineProperty: { isQuiet: true, gives: 'given', descriptor: { at: 2, levels: 1, called: DEFINES } },
  },
  Promise: { try: { keeps: [0], gives: 'result' } },
  Reflect: {
    'getOwnPropertyDescriptor has isExtensible ownKeys': READS,
    'get getPrototypeOf': { ...READS, gives: 'given' },
    preventExtensions: { isQuiet: true, changes: 'first argument' },
    'deleteProperty set setPrototypeOf': { isQuiet: true },
    defineProperty: { isQuiet: true, descriptor: { at: 2, levels: 1, called: DEFINES } },
  },
  String: { '*': ONLY_READS, 'fromCharCode fromCodePoint raw': { ...PURE, gives: 'string' } },
  Symbol: { 'for keyFor': READS },
  console: { '*': READS },
  crypto: { 'getRandomValues randomUUID': { instead: 'random()' } },
  performance: { now: { ...READS, gives: 'number', instead: 'clock.now' } },
});

const TYPED_ARRAYS =
  'BigInt64Array BigUint64Array Float16Array Float32Array Float64Array Int16Array Int32Array Int8Array Uint16Array Uint32Array ' +
  'Uint8Array Uint8ClampedArray';

/** What `new` makes, by the name of the class. `changes: 'nothing'`: the constructor only makes a value. */
export const CLASSES: Table = tableOf({
  'AggregateError Error EvalError RangeError ReferenceError SyntaxError TypeError URIError': ONLY_READS,
  'ArrayBuffer Boolean DataView Number String WeakMap WeakSet': ONLY_READS,
  [TYPED_ARRAYS]: { ...ONLY_READS, gives: 'typed array' },
  Array: { ...ONLY_READS, gives: 'array' },
  Date: { ...ONLY_READS, gives: 'date', instead: 'scheduler.input("date", () => new Date())' },
  Map: { ...ONLY_READS, gives: 'map' },
  Object: { ...ONLY_READS, gives: 'given' },
  Promise: { calls: 0, gives: 'result' },
  Proxy: { descriptor: { at: 1, levels: 1 } },
  RegExp: { ...ONLY_READS, gives: 'regexp' },
  Set: { ...ONLY_READS, gives: 'set' },
});

const KINDS: Readonly<Record<Kind, Rows>> = {
  array: {
    'concat slice toReversed toSpliced with': { ...READS, gives: 'array', isFresh: true },
    'entries includes keys values': READS,
    'indexOf lastIndexOf': GIVES_NUMBER,
    at: { ...READS, gives: 'element' },
    join: GIVES_STRING,
    'copyWithin fill reverse': { ...CHANGES, gives: 'receiver' },
    'pop shift': { ...CHANGES, gives: 'element' },
    'push unshift': { ...CHANGES, gives: 'number' },
    splice: { ...CHANGES, gives: 'array' },
    flat: { ...ONLY_READS, isFresh: true },
    'every some': CALLS,
    'filter flatMap map toSorted': { ...CALLS, gives: 'array', isFresh: true },
    'find findLast': { ...CALLS, gives: 'element' },
    'findIndex findLastIndex': { ...CALLS, gives: 'number' },
    forEach: { ...CALLS, gives: 'nothing' },
    'reduce reduceRight': { ...CALLS, gives: 'result' },
    sort: { ...CALLS, changes: 'receiver', gives: 'receiver' },
  },
  'typed array': {
    'slice toReversed with': { ...READS, gives: 'typed array', isFresh: true },
    'at entries includes keys subarray values': READS,
    'indexOf lastIndexOf': GIVES_NUMBER,
    join: GIVES_STRING,
    'copyWithin fill reverse': { ...CHANGES, gives: 'receiver' },
    set: CHANGES,
  },
  string: {
    'at charAt concat padEnd padStart slice substr substring toString trim trimEnd trimStart valueOf': GIVES_STRING,
    'toLocaleLowerCase toLocaleUpperCase toLowerCase toUpperCase': GIVES_STRING,
    'normalize repeat': { ...READS, gives: 'string', isAmbiguous: true },
    'charCodeAt codePointAt indexOf lastIndexOf localeCompare': GIVES_NUMBER,
    'endsWith includes startsWith': READS,
    split: { ...READS, gives: 'array', isFresh: true },
    'replace replaceAll': { ...CALLS, calls: 1, gives: 'string' },
    'match matchAll search': { ...ONLY_READS, isAmbiguous: true },
  },
  number: {
    'toExponential toFixed toLocaleString toPrecision toString': GIVES_STRING,
    valueOf: GIVES_NUMBER,
  },
  date: {
    'getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth getSeconds getTime getTimezoneOffset':
      GIVES_NUMBER,
    'getUTCDate getUTCDay getUTCFullYear getUTCHours getUTCMilliseconds getUTCMinutes getUTCMonth getUTCSeconds':
      GIVES_NUMBER,
    'setDate setFullYear setHours setMilliseconds setMinutes setMonth setSeconds setTime': SETS_DATE,
    'setUTCDate setUTCFullYear setUTCHours setUTCMilliseconds setUTCMinutes setUTCMonth setUTCSeconds': SETS_DATE,
    'toDateString toISOString toJSON toLocaleDateString toLocaleString toLocaleTimeString toString toTimeString toUTCString':
      GIVES_STRING,
    valueOf: GIVES_NUMBER,
  },
  regexp: {
    'exec test': { ...CHANGES, isAmbiguous: true },
    toString: GIVES_STRING,
  },
  map: {
    'entries has keys values': READS,
    get: { ...READS, gives: 'element' },
    'clear delete': CHANGES,
    set: { ...CHANGES, gives: 'receiver' },
  },
  set: {
    'entries has keys values': READS,
    'difference intersection isDisjointFrom isSubsetOf isSupersetOf symmetricDifference union': ONLY_READS,
    'clear delete': CHANGES,
    add: { ...CHANGES, gives: 'receiver' },
  },
};

/** Methods of values of other kinds: they are known by their name alone. */
const OTHER_METHODS: Rows = {
  'hasOwnProperty isPrototypeOf propertyIsEnumerable': ONLY_READS,
  'addListener off on once removeListener': { keeps: [1] },
  'addEventListener removeEventListener': { keeps: [1], keepsObjects: true },
  'subscribe unsubscribe': { keeps: [0] },
  'catch finally': { keeps: [0] },
  // oxlint-disable-next-line unicorn/no-thenable -- a table of names, which nobody awaits
  then: { keeps: [0, 1] },
};

/** Methods by the kind of the value that they are called on. */
export const METHODS: ReadonlyMap<string, Table> = tablesOf(KINDS);

/** What the name of a method says by itself, whatever it is called on. */
export const METHODS_BY_NAME: Table = mergeByName([...METHODS.values(), tableOf(OTHER_METHODS)]);

/** Those that the runtime has a pausing version of, `Array.from` too, with the index of the argument that is their callback. */
export const NATIVES: ReadonlyMap<string, number> = new Map(
  [...METHODS.values(), STATICS.get('Array')!].flatMap((table) =>
    [...table].flatMap(([name, { canPause, calls }]) => (canPause ? [[name, calls!]] : [])),
  ),
);

/** Methods of a Promise. Each gives another one. */
export const PROMISE_METHODS: ReadonlySet<string> = new Set(['then', 'catch', 'finally']);

/** Statics of `Promise` that take a list of values. */
export const PROMISE_COMBINATORS: ReadonlySet<string> = new Set(['all', 'allSettled', 'any', 'race']);

/** Objects with functions that add members to what they are given: `Object.assign(this, waits)`. */
export const ADD_MEMBERS: ReadonlySet<string> = new Set(['Object', 'Reflect']);

/** By names that share facts: `{ 'pop shift': … }`. */
type Rows = Readonly<Record<string, Builtin>>;

function tableOf(rows: Rows): Table {
  return new Map(
    Object.entries(rows).flatMap(([names, facts]) => names.split(' ').map((name): [string, Builtin] => [name, facts])),
  );
}

function tablesOf(groups: Readonly<Record<string, Rows>>): ReadonlyMap<string, Table> {
  return new Map(Object.entries(groups).map(([name, rows]) => [name, tableOf(rows)]));
}

function mergeByName(tables: readonly Table[]): Table {
  const merged = new Map<string, Builtin>();
  for (const table of tables)
    for (const [name, facts] of table) if (!facts.isAmbiguous) merged.set(name, { ...merged.get(name), ...facts });
  return merged;
}
