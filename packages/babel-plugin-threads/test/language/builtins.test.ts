import { isDeepStrictEqual } from 'node:util';
import { runInNewContext } from 'node:vm';
import {
  type Builtin,
  CLASSES,
  FUNCTIONS,
  METHODS,
  METHODS_BY_NAME,
  STATICS,
  type Table,
} from '../../src/language/builtins.js';
import { STANDARD_NAMES } from '../../src/language/globals.js';

/** What only pages and CommonJS have, and what is newer than the oldest Node that runs these tests. */
const OF_PLATFORMS = ['cancelAnimationFrame', 'requestAnimationFrame', 'require'];
const NEWER =
  'new Float16Array, Map.groupBy, Object.groupBy, Promise.try, set.difference, set.intersection, set.isDisjointFrom, ' +
  'set.isSubsetOf, set.isSupersetOf, set.symmetricDifference, set.union';
const isNewer = (name: string, value: unknown): boolean => value === undefined && NEWER.split(', ').includes(name);

/** The global object of the language, without what the test runner adds. */
const realm = globalThis as unknown as Record<string, unknown>;

const MEMBER_OF_LIST = Promise.resolve('in the list');
const SAMPLES: Readonly<Record<string, () => unknown>> = {
  array: () => [MEMBER_OF_LIST, 2, 1],
  'typed array': () => new Uint8Array([3, 1, 2]),
  string: () => 'abca',
  number: () => 12,
  date: () => new Date(86_400_000),
  regexp: () => /b/g,
  map: () => new Map([[0, MEMBER_OF_LIST]]),
  set: () => new Set([0, 1]),
};
const KIND_OF_CLASS: Readonly<Record<string, string>> = {
  Array: 'array',
  Date: 'date',
  RegExp: 'regexp',
  Map: 'map',
  Set: 'set',
};

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'bigint') return 'number';
  if (typeof value !== 'object' || value === null) return typeof value;
  return ArrayBuffer.isView(value) ? 'typed array' : (KIND_OF_CLASS[value.constructor?.name] ?? 'object');
}

interface Called {
  readonly receiver: unknown;
  readonly before: unknown;
  readonly args: readonly unknown[];
  readonly argsBefore: unknown;
  readonly result: unknown;
  /** The indices of the arguments that were called. */
  readonly calls: ReadonlySet<number>;
}

/** Makes a call with data, and with functions behind it up to `length`. Undefined: the language refuses such arguments. */
function callWith(fn: Function, receiver: unknown, data: readonly unknown[], length: number): Called | undefined {
  const calls = new Set<number>();
  const args: unknown[] = [...data];
  for (let at = data.length; at < length; at++) args.push(() => (calls.add(at), 'given back'));
  const [before, argsBefore] = [seen(receiver), seen(data)];
  try {
    return { receiver, before, args, argsBefore, result: Reflect.apply(fn, receiver, args), calls };
  } catch {
    return undefined;
  }
}

/** All that one can see of a value. */
function seen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Map || value instanceof Set) return [...(value as Iterable<unknown>)].map(seen);
  if (value instanceof RegExp) return value.lastIndex;
  if (value instanceof Date) return value.getTime();
  return Object.entries(Object.getOwnPropertyDescriptors(value)).map(([key, own]) => [key, seen(own.value)]);
}

/** Data before the functions: none, one and two arguments of several kinds. */
const DATA: readonly (() => unknown[])[] = [
  () => [],
  () => ['b'],
  () => [0],
  () => [1],
  () => [{ n: 1, list: [1] }],
  () => [[3, 4]],
  () => ['[1]'],
  () => [/b/],
  () => [new Set([1])],
  () => [Symbol.for('test')],
  () => [1, 2],
  () => [1, 2n],
  () => [new ArrayBuffer(8)],
  () => [[['a', 1]]],
  () => [{ raw: ['a'] }],
  () => [{ n: 1 }, 'n'],
  () => [{ n: 1 }, { m: { value: 2 } }],
  () => [{ n: 1 }, 'n', { value: 2 }],
  () => [MEMBER_OF_LIST, 1],
];

const callsOf = (fn: Function, receiver: () => unknown): Called[] =>
  DATA.flatMap((data) => [0, 3].map((length) => callWith(fn, receiver(), data(), length))).filter(
    (one) => one !== undefined,
  );

const isThenable = (value: unknown): boolean =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function';

const ANYTHING: readonly Builtin['gives'][] = ['element', 'given', 'result', 'receiver'];

/** What in the facts is not true of one call. */
function mistakesOf(facts: Builtin, { receiver, before, args, argsBefore, result, calls }: Called): string[] {
  const { isQuiet, changes, gives, isFresh } = facts;
  const found: string[] = [];
  const isSame = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b);
  const data = args.filter((one) => typeof one !== 'function');
  if (isQuiet && [...calls].some((index) => index !== facts.calls)) found.push('it calls something');
  if (changes === 'nothing' && !isSame(seen(receiver), before)) found.push('it changes its receiver');
  if (changes !== undefined && changes !== 'first argument' && !isSame(seen(data), argsBefore))
    found.push('it changes an argument');
  if (gives === 'receiver' && result !== receiver) found.push('it does not give its receiver');
  if (
    gives !== undefined &&
    (METHODS.has(gives) || gives === 'nothing') &&
    ![gives, 'nothing'].includes(kindOf(result))
  )
    found.push(`it gives a ${kindOf(result)}`);
  if (!ANYTHING.includes(gives) && isThenable(result)) found.push('it gives a Promise');
  if (isFresh && typeof result === 'object' && [receiver, ...args].includes(result)) found.push('it makes nothing');
  return found;
}

/** The same of all calls that the language takes. */
function mistakesIn(facts: Builtin, fn: Function, receiver: () => unknown): string[] {
  const called = callsOf(fn, receiver);
  const found = called.flatMap((one) => mistakesOf(facts, one));
  if (called.length === 0) found.push('the language refuses all calls');
  if (facts.calls !== undefined && !called.some(({ calls }) => calls.has(facts.calls!)))
    found.push('it calls nothing at that index');
  const isChanged = ({ receiver: own, before }: Called): boolean => !isDeepStrictEqual(seen(own), before);
  if (facts.changes === 'receiver' && !called.some(isChanged)) found.push('it never changes its receiver');
  return [...new Set(found)];
}

const listed = (table: Table): [string, Builtin][] => [...table].filter(([name]) => name !== '*');

describe('the table of built-ins says what the language does', () => {
  const methods = [...METHODS].flatMap(([kind, table]) =>
    listed(table).map(([name, facts]): [string, string, Builtin] => [kind, name, facts]),
  );
  test.each(methods)('%s: %s', (kind, name, facts) => {
    const sample = SAMPLES[kind]!;
    const method = (sample() as Record<string, Function>)[name]!;
    expect(isNewer(`${kind}.${name}`, method) ? [] : mistakesIn(facts, method, sample)).toEqual([]);
  });

  const statics = [...STATICS].flatMap(([object, table]) =>
    listed(table).map(([name, facts]): [string, string, Builtin] => [object, name, facts]),
  );
  test.each(statics)('%s.%s', (object, name, facts) => {
    const owner = realm[object] as Record<string, Function>;
    // What is known of those of `crypto` is only that they differ from run to run.
    const isOther = isNewer(`${object}.${name}`, owner?.[name]) || object === 'crypto';
    expect(isOther ? [] : mistakesIn(facts, owner[name]!, () => owner)).toEqual([]);
  });

  const functions = listed(FUNCTIONS).filter(([name, { keeps }]) => !OF_PLATFORMS.includes(name) && !keeps);
  test.each(functions)('%s', (name, facts) => {
    expect(mistakesIn(facts, realm[name] as Function, () => undefined)).toEqual([]);
  });

  test.each(listed(CLASSES))('new %s', (name, facts) => {
    const make = (...args: unknown[]): unknown => Reflect.construct(realm[name] as Function, args);
    expect(isNewer(`new ${name}`, realm[name]) ? [] : mistakesIn(facts, make, () => undefined)).toEqual([]);
  });

  test.each(['Math', 'JSON', 'Number', 'String', 'BigInt', 'Date'])('all methods of %s', (object) => {
    const owner = realm[object] as Record<string, unknown>;
    const table = STATICS.get(object)!;
    const names = Object.getOwnPropertyNames(owner).filter((name) => typeof owner[name] === 'function');
    const mistakes = names.map((name) => [
      name,
      mistakesIn({ ...(table.get(name) ?? table.get('*')!) }, owner[name] as Function, () => owner),
    ]);
    expect(mistakes).toEqual(names.map((name) => [name, []]));
  });

  test('names of the language are names that each script has', () => {
    const known = [...FUNCTIONS.keys(), ...STATICS.keys(), ...CLASSES.keys()];
    const others = known.filter((name) => !STANDARD_NAMES.has(name)).sort();
    expect(others).toEqual([
      ...'cancelAnimationFrame clearInterval clearTimeout crypto performance queueMicrotask requestAnimationFrame require setInterval'.split(
        ' ',
      ),
      ...'setTimeout structuredClone'.split(' '),
    ]);
  });

  test('what only a name tells is the same for all kinds of values that have such a method', () => {
    for (const [name, facts] of METHODS_BY_NAME)
      for (const [kind, table] of METHODS) {
        const own = table.get(name);
        if (own === undefined) continue;
        expect([kind, name, own.changes]).toEqual([kind, name, facts.changes]);
        expect([kind, name, own.calls]).toEqual([kind, name, facts.calls]);
      }
  });

  test('who keeps a function calls it later', () => {
    const calls: string[] = [];
    const answer = runInNewContext('Promise.resolve(1)') as Promise<number>;
    for (const name of ['then', 'finally'] as const) void answer[name](() => void calls.push(name));
    queueMicrotask(() => void calls.push('queueMicrotask'));
    expect(calls).toEqual([]);
    return Promise.resolve().then(() => expect(calls.sort()).toEqual(['finally', 'queueMicrotask', 'then']));
  });
});
