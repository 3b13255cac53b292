/* oxlint-disable typescript/unbound-method -- natives are called by apply */
/**
 * The abstract operations of the standard's methods, none of which calls the callback: what uncompiled/pausable.ts is
 * made of. Everything is taken from the realm when this file is loaded, so that a script that changes a prototype
 * changes nothing here.
 */
import { sortChanged } from '../messages/errors.js';
import { PAUSE } from '../execution/suspension.js';
import { applyOn } from '../realm.js';

/** A version of a native that may pause: its receiver comes first. */
export type Version = (receiver: any, ...args: any[]) => any;
export type Versions = Record<string, Version>;
export type ReplaceVersion = (native: Function, receiver: any, pattern: any, callback: any) => any;

/** Anything with a length and elements. */
export type List = Record<PropertyKey, unknown>;

export const apply: (fn: Function, self: unknown, args: ArrayLike<unknown>) => unknown = applyOn;
const asObjectOf = Object;
const { defineProperty, getOwnPropertyDescriptor, hasOwn, is } = Object;
const { deleteProperty, set } = Reflect;
const nativeSort = Array.prototype.sort;
const nativeReplace = RegExp.prototype[Symbol.replace];
const mapEntries = Map.prototype.entries;
const setEntries = Set.prototype.entries;
const mapSize = Object.getOwnPropertyDescriptor(Map.prototype, 'size')!.get!;

export function asObject(value: unknown): List {
  if (value === null || value === undefined) throw new TypeError(`${value} is not an object`);
  return asObjectOf(value) as List;
}

/** The standard's LengthOfArrayLike: 0 to 2^53 - 1, whatever `length` is. */
export function lengthOf(list: List): number {
  const given = list['length'] as any;
  if (typeof given === 'number' && given >>> 0 === given) return given;
  const length = Math.trunc(+given);
  return length > 0 ? Math.min(length, Number.MAX_SAFE_INTEGER) : 0;
}

// ---- what a method makes --------------------------------------------------------------------------------------------

/**
 * What a method makes, while its callbacks run. The first `ready` elements are its own from the start, and until it is
 * finished no other code has it. So an assignment to them does what the standard requires, whatever the prototypes
 * contain, and takes a thirtieth of the time.
 */
export interface Making {
  readonly list: List;
  readonly ready: number;
}

/** The standard's ArraySpeciesCreate; about `expected` elements will come. */
export function newLike(list: List, length: number, expected: number = length): Making {
  const constructor = speciesOf(list);
  if (constructor === undefined || constructor === Array) return newArray(length, expected);
  return { list: new (constructor as new (length: number) => List)(length), ready: 0 };
}

function speciesOf(list: List): unknown {
  let constructor: unknown;
  if (Array.isArray(list)) {
    constructor = (list as unknown as List)['constructor'];
    if (isArrayOfOtherRealm(constructor)) constructor = undefined;
    if (isObject(constructor)) constructor = (constructor as unknown as List)[Symbol.species] ?? undefined;
  }
  return constructor;
}

/** Its `prototype` is an array itself, as that of no class is. */
function isArrayOfOtherRealm(constructor: unknown): boolean {
  if (typeof constructor !== 'function' || constructor === Array) return false;
  return Array.isArray(getOwnPropertyDescriptor(constructor, 'prototype')?.value);
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** A new array that no other code has a reference to. */
function newArray(length: number, expected: number = length): Making {
  const ready = Math.min(expected, MAX_READY);
  const list = (ready < 9 ? short(ready) : apply(gather, undefined, blank(ready))) as List;
  if (length > ready) list['length'] = length;
  return { list, ready };
}

const MAX_READY = 128;

/** An engine makes literals at once. */
function short(length: number): unknown[] {
  const none = undefined;
  switch (length) {
    case 0:
      return [];
    case 1:
      return [none];
    case 2:
      return [none, none];
    case 3:
      return [none, none, none];
    case 4:
      return [none, none, none, none];
    case 5:
      return [none, none, none, none, none];
    case 6:
      return [none, none, none, none, none, none];
    case 7:
      return [none, none, none, none, none, none, none];
    default:
      return [none, none, none, none, none, none, none, none];
  }
}

const gather = (...all: unknown[]): unknown[] => all;
/** By their length; without a prototype in which a script could put one. */
const blanks = Object.create(null) as Record<number, unknown[]>;

function blank(length: number): unknown[] {
  const known = blanks[length];
  if (known !== undefined) return known;
  const made: unknown[] = [];
  for (let i = 0; i < length; i++) define(made as unknown as List, i, undefined);
  blanks[length] = made;
  return made;
}

/** The standard's CreateDataPropertyOrThrow. */
export function put({ list, ready }: Making, index: number, value: unknown): void {
  if (index < ready) list[index] = value;
  else define(list, index, value);
}

function define(list: List, index: number, value: unknown): void {
  defineProperty(list, index, { value, writable: true, enumerable: true, configurable: true });
}

/** Nothing is put there. */
export function setHole({ list, ready }: Making, index: number): void {
  if (index < ready) deleteProperty(list, index);
}

/** Puts a value at `end`, or the elements of an array from there on; returns the new end. */
export function putFlat(making: Making, end: number, value: unknown): number {
  if (!Array.isArray(value)) {
    put(making, end, value);
    return end + 1;
  }
  const inner = value as unknown as List;
  const length = lengthOf(inner);
  let next = end;
  for (let i = 0; i < length; i++) if (i in inner) put(making, next++, inner[i]);
  return next;
}

/** All has been put, up to `end`. */
export function finish({ list, ready }: Making, end: number): List {
  if (ready > end) list['length'] = end;
  return list;
}

export const nothingToReduce = (): TypeError => new TypeError('Reduce of empty array with no initial value');

// ---- Array.from, Map, Set -------------------------------------------------------------------------------------------

export function iteratorMethodOf(items: any): Function | undefined {
  const method = items[Symbol.iterator] as Function | null | undefined;
  if (method === null || method === undefined) return undefined;
  if (typeof method !== 'function') throw new TypeError('The value of [Symbol.iterator] is not a function');
  return method;
}

/** `for…of` over this asks `items` for an iterator by a method that has been read already. */
export function iterable(items: unknown, method: Function): Iterable<unknown> {
  return { [Symbol.iterator]: () => apply(method, items, []) as Iterator<unknown> };
}

/** What `Array.from` makes: by its receiver if that is a constructor, else an array. */
export function construct(constructor: unknown, ...length: number[]): Making {
  if (constructor === Array || !isConstructor(constructor)) return newArray(length[0] ?? 0, length[0] ?? EXPECTED);
  return { list: new (constructor as new (...length: number[]) => List)(...length), ready: 0 };
}
/** The number of values of an iterator is not known in advance. */
const EXPECTED = 16;

/** All has been put, up to `end`, and the length is set in any case. */
export function finishWith({ list }: Making, end: number): List {
  list['length'] = end;
  return list;
}

/** A proxy can be called with `new` if its target can. This check runs no code of the target. */
function isConstructor(value: unknown): boolean {
  if (typeof value !== 'function') return false;
  try {
    Reflect.construct(new Proxy(value, { construct: () => ({}) }), []);
    return true;
  } catch {
    return false;
  }
}

export function entriesOf(receiver: any): Iterable<[unknown, unknown]> {
  return apply(isMap(receiver) ? mapEntries : setEntries, receiver, []) as Iterable<[unknown, unknown]>;
}

function isMap(value: unknown): boolean {
  try {
    apply(mapSize, value, []);
    return true;
  } catch {
    return false;
  }
}

// ---- sorting --------------------------------------------------------------------------------------------------------

/** Thrown out of the native sort when a comparison waits. */
const SUSPENDED = Symbol('suspended');

/**
 * A sort under way. The realm's own sort does it, so that it compares the same pairs in the same order. When a
 * comparison waits, the sort is abandoned and starts again with the answers so far, until all are known. For `c`
 * comparisons of which `w` wait that costs O(c · w) look-ups; each comparison is made once.
 */
export interface Sort {
  readonly items: readonly unknown[];
  readonly compare: Function;
  readonly answers: number[];
  sorted: unknown[];
  state: 'sorting' | 'answered' | 'sorted';
  hasWaited: boolean;
}

export function beginSort(items: readonly unknown[], compare: Function): Sort {
  return { items: withoutHoles(items), compare, answers: [], sorted: [], state: 'sorting', hasWaited: false };
}

function withoutHoles(items: readonly unknown[]): unknown[] {
  const present = newArray(0, items.length);
  let end = 0;
  for (let i = 0; i < items.length; i++) if (hasOwn(items, i)) put(present, end++, items[i]);
  return finish(present, end) as unknown as unknown[];
}

export const isSorted = (sort: Sort): boolean => sort.state === 'sorted';

/** Sorts to the end, or returns the pause of a comparison, which is resumed with the result of the comparison. */
export function goOnSorting(sort: Sort): unknown {
  const sorted = withoutHoles(sort.items);
  let asked = 0;
  try {
    apply(nativeSort, sorted, [
      (a: unknown, b: unknown) => {
        const known = sort.answers[asked++];
        if (known !== undefined) return known;
        const given = apply(sort.compare, undefined, [a, b]);
        // oxlint-disable-next-line no-throw-literal -- it is caught below
        if (given === PAUSE) throw SUSPENDED;
        sort.answers.push(+(given as any));
        return sort.answers[asked - 1];
      },
    ]);
  } catch (error) {
    if (error !== SUSPENDED) throw error;
    sort.hasWaited = true;
    sort.state = 'answered';
    return PAUSE;
  }
  sort.sorted = sorted;
  sort.state = 'sorted';
  return undefined;
}

export function answer(sort: Sort, given: unknown): void {
  if (sort.state !== 'answered') return;
  sort.answers.push(+(given as any));
  sort.state = 'sorting';
}

/** With holes where the list has them. */
export function snapshot(list: List, length: number): unknown[] {
  const items = newArray(0, length);
  for (let i = 0; i < length; i++)
    if (i in list) put(items, i, list[i]);
    else setHole(items, i);
  return finish(items, length) as unknown as unknown[];
}

/** All elements; a hole reads as undefined. */
export function allOf(list: List, length: number): unknown[] {
  const items = newArray(length);
  for (let i = 0; i < length; i++) put(items, i, list[i]);
  return finish(items, length) as unknown as unknown[];
}

export function isChanged(list: List, length: number, before: readonly unknown[]): boolean {
  if (lengthOf(list) !== length) return true;
  for (let i = 0; i < length; i++) if (i in list !== hasOwn(before, i) || !is(list[i], before[i])) return true;
  return false;
}

export const changedMeanwhile: () => Error = sortChanged;

/** What was sorted first, then no elements up to the old length: holes end up behind. */
export function writeBack(list: List, length: number, sorted: readonly unknown[]): void {
  for (let i = 0; i < sorted.length; i++) {
    if (!set(list, i, sorted[i], list)) throw new TypeError(`Cannot assign to read only property '${i}'`);
  }
  for (let i = sorted.length; i < length; i++) {
    if (i in list && !deleteProperty(list, i)) throw new TypeError(`Cannot delete property '${i}'`);
  }
}

// ---- replacing ------------------------------------------------------------------------------------------------------

/** The matches of a replacing, as its callback gets them, and the text that has been put together so far. */
export interface Found {
  readonly matches: unknown[][];
  /** What the native gave: the answer where nothing matched. */
  readonly unchanged: string;
  text: string;
  end: number;
}

/** Does the realm's own replacing serve this pattern? An object may bring its own. */
export function isOwnPattern(pattern: unknown): boolean {
  return !isObject(pattern) || [nativeReplace, undefined, null].includes((pattern as RegExp)[Symbol.replace]);
}

export function matchesOf(native: Function, receiver: unknown, pattern: unknown): Found {
  const matches: unknown[][] = [];
  const collect = (...match: unknown[]): string => {
    matches.push(match);
    return '';
  };
  return { matches, unchanged: apply(native, receiver, [pattern, collect]) as string, text: '', end: 0 };
}

export function addReplacement(found: Found, match: unknown[], given: unknown): void {
  const replacement = `${given as any}`;
  const source = match[sourceAt(match)] as string;
  const start = match[sourceAt(match) - 1] as number;
  if (start < found.end) return;
  found.text += source.slice(found.end, start) + replacement;
  found.end = start + (match[0] as string).length;
}

/** Match, groups, position, the source, and then the named groups if there are any. */
function sourceAt(match: unknown[]): number {
  const { length } = match;
  return typeof match[length - 1] === 'string' ? length - 1 : length - 2;
}

export function replaced({ matches, unchanged, text, end }: Found): string {
  const first = matches[0];
  return first === undefined ? unchanged : text + (first[sourceAt(first)] as string).slice(end);
}
