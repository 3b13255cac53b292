/** How values of the game are made from a save: first the object, then its contents, as objects may lead to one another in circles. */
import { argumentsOf } from '../execution/frame-variables.js';
import { noted } from '../threads/error-trace.js';
import { type Json, listOf, type Loader } from './fields.js';
import { makeInstance, setterOf } from './private-fields.js';
import { isText } from './shown.js';

export type Entry = readonly Json[];

/** What the game gives for its own objects. */
export interface FoundObjects {
  find(id: string | number): unknown;
  loaderOf(name: string): ((value: unknown) => object) | undefined;
}

/** Who reads a save, as values need it. */
export interface ValueLoader extends Loader {
  readonly own: FoundObjects;
  /** Something that the save names is not there: all of these are told of together. */
  missing(code: string, what: string, mend: string): void;
  /** What a factory makes. */
  made(entry: readonly Json[]): object;
  /** A value with all that is in it. */
  wholeValue(json: Json): unknown;
  /** Fields of objects of the game that the save does not know. */
  readonly kept: Set<string>;
}

/** An object of the kind that an entry says, without its contents. Undefined for a kind that is not known. */
export function makeValue(entry: Entry, from: ValueLoader): object | undefined {
  const [tag, first = null, second = null, third = null, fourth = null] = entry;
  switch (tag) {
    case 'o':
    case 'F':
      return {};
    case 'p':
      return Object.create(null) as object;
    case 'i':
      return makeInstance(objectIn(first, from));
    case 'j':
      return makeInstance(classIn(first, from).prototype as object);
    case 'z':
      return makeValue(entryIn(first, from), from);
    case 'M':
      return methodOf(classIn(first, from), entry, from);
    case 'T':
      return templateOf(entryIn(first, from), entryIn(second, from), from);
    case 'l':
      return Object.create(objectIn(first, from)) as object;
    case 'q': {
      const of = entryIn(first, from);
      return of[0] === 'M' ? makeValue(of, from) : from.made(of);
    }
    case 'a':
    case 'h':
      return [];
    case 'm':
      return new Map();
    case 's':
      return new Set();
    case 'g':
      return makeValue(entryIn(second, from), from);
    case 'A':
      return argumentsOf(Array.from({ length: lengthOf(first, from) })) as object;
    case 'd':
      return new Date(numberOf(first, from));
    case 'r':
      return regExpOf(first, second, third, from);
    case 'e':
      return errorOf(objectIn(first, from));
    case 'B':
      return bufferOf(first, from);
    case 't':
      return viewOf(first, second, third, fourth, from);
    case 'x':
      return Object(from.value(first)) as object;
    case 'K':
      return ownOf(first, second, from);
    default:
      return undefined;
  }
}

/** What stands behind its tag. */
export const valuesIn = (entry: Entry, from: ValueLoader): unknown[] => entry.slice(1).map((one) => from.value(one));

/** Puts the contents of an entry into an object that `makeValue` has made. */
export function fillValue(made: object, entry: Entry, from: ValueLoader): void {
  const [tag, first = null, second = null] = entry;
  switch (tag) {
    case 'o':
    case 'p':
      return define(made, entry, 1, from);
    case 'i':
    case 'j':
    case 'l':
      return define(made, entry, 2, from);
    case 'q':
      // Accessors that a spread has overwritten.
      for (const key of entry.slice(3)) Reflect.deleteProperty(made, keyIn(key, from));
      return putContents(made, entryIn(second, from), from);
    case 'e':
      setNotes(made, second, from);
      return define(made, entry, 3, from);
    case 'a':
      for (let at = 1; at < entry.length; at++) (made as unknown[]).push(from.value(entry[at]!));
      return;
    case 'h':
      (made as unknown[]).length = lengthOf(first, from);
      return define(made, entry, 2, from);
    case 'm':
      return fillMap(made as Map<unknown, unknown>, valuesIn(entry, from), from);
    case 's':
      return valuesIn(entry, from).forEach((one) => void (made as Set<unknown>).add(one));
    case 'A':
      for (const key of Object.keys(made)) Reflect.deleteProperty(made, key);
      return define(made, entry, 2, from);
    case 'z':
      fillValue(made, entryIn(first, from), from);
      return eachPrivate(made, entry, from, (set) => set());
    case 'g':
      fillValue(made, entryIn(second, from), from);
      return from.afterFill(() => void LEVELS[first as number]?.(made));
    default:
  }
}

const LEVELS: readonly (((object: object) => object) | undefined)[] = [
  undefined,
  Object.preventExtensions,
  Object.seal,
  Object.freeze,
];

/** Data of the game; accessors and methods of a class stay. */
export function isOfState(made: object, key: PropertyKey): boolean {
  const property = Object.getOwnPropertyDescriptor(made, key)!;
  return property.get === undefined && property.set === undefined && property.enumerable === true;
}

/** Not assigned: one may be called `__proto__`, and a setter of the game is not called. An accessor stays what it is. */
export function put(made: object, key: PropertyKey, value: unknown): void {
  const known = Object.getOwnPropertyDescriptor(made, key);
  if (known !== undefined && !('value' in known)) return;
  Object.defineProperty(
    made,
    key,
    known === undefined ? { value, writable: true, enumerable: true, configurable: true } : { ...known, value },
  );
}

function define(made: object, entry: Entry, start: number, from: ValueLoader): void {
  const isError = entry[0] === 'e';
  eachProperty(entry, start, from, (key, json) => {
    const value = from.value(json);
    const isHidden = isError && (key === 'stack' || key === 'message' || key === 'cause' || key === 'errors');
    // Quicker, where no setter can be called.
    if (!isHidden && !(key in made)) (made as Record<PropertyKey, unknown>)[key] = value;
    else Object.defineProperty(made, key, { value, writable: true, enumerable: !isHidden, configurable: true });
  });
}

export function propertiesIn(entry: Entry, start: number, from: ValueLoader): (readonly [PropertyKey, unknown])[] {
  const fields: (readonly [PropertyKey, unknown])[] = [];
  eachProperty(entry, start, from, (key, json) => void fields.push([key, from.value(json)]));
  return fields;
}

export function eachProperty(
  entry: Entry,
  start: number,
  from: ValueLoader,
  take: (key: PropertyKey, json: Json) => void,
): void {
  if ((entry.length - start) % 2 !== 0) return from.damaged('a property without a value');
  for (let at = start; at < entry.length; at += 2) {
    take(keyIn(entry[at]!, from), entry[at + 1]!);
  }
}

function keyIn(json: Json, from: ValueLoader): string | symbol {
  const key = from.value(json);
  return typeof key === 'string' || typeof key === 'symbol' ? key : from.damaged('a property without a name');
}

function fillMap(made: Map<unknown, unknown>, pairs: readonly unknown[], from: ValueLoader): void {
  if (pairs.length % 2 !== 0) from.damaged('a key without a value');
  for (let at = 0; at < pairs.length; at += 2) made.set(pairs[at], pairs[at + 1]);
}

export const entryIn = (json: Json, from: ValueLoader): Entry =>
  Array.isArray(json) ? (json as Entry) : from.damaged('no object where one should be');

function classIn(json: Json, from: ValueLoader): Function {
  const found = from.value(json);
  return typeof found === 'function' ? found : from.damaged('no class where one should be');
}

function objectIn(json: Json, from: ValueLoader): object {
  const found = from.value(json);
  return typeof found === 'object' && found !== null ? found : from.damaged('no object where one should be');
}

/** Private fields of an object or a class, by the classes that have them. */
export function eachPrivate(made: object, entry: Entry, from: ValueLoader, take: (set: () => void) => void): void {
  for (const part of entry.slice(2)) {
    const [of = null, ...pairs] = listOf(part, from);
    const found = from.value(of);
    for (let at = 0; at < pairs.length; at += 2) {
      const name = String(pairs[at]);
      if (isText(pairs[at + 1] ?? null)) continue;
      const value = from.value(pairs[at + 1] ?? null);
      const set = setterOf(made, found, name);
      if (set === undefined)
        from.missing('property', `there is no private field \`#${name}\` in this build`, 'Keep its name.');
      else take(() => set(value));
    }
  }
}

/** Into a function, or an object with accessors, that a factory has made. */
function putContents(made: object, entry: Entry, from: ValueLoader): void {
  if (entry[0] === 'z') {
    putContents(made, entryIn(entry[1] ?? null, from), from);
    return eachPrivate(made, entry, from, (set) => set());
  }
  if (entry[0] !== 'o') return from.damaged('contents that no object has');
  const fields = new Map(propertiesIn(entry, 1, from));
  for (const key of Reflect.ownKeys(made))
    if (!fields.has(key) && isOfState(made, key)) Reflect.deleteProperty(made, key);
  for (const [key, value] of fields) {
    const known = Object.getOwnPropertyDescriptor(made, key);
    // It is put behind those before it.
    if (known?.configurable === true && Reflect.deleteProperty(made, key)) Object.defineProperty(made, key, known);
    put(made, key, value);
  }
}

/** This build has nothing of the name that a save has. */
export const tellMissing = (kind: string, name: unknown, from: ValueLoader): void =>
  from.missing(
    kind,
    `there is no ${kind} \`${String(name)}\` in this build`,
    kind === 'function'
      ? `Load the file that has it, or put \`// @was ${String(name)}\` above the function that it is now.`
      : 'Load the file that has it, or keep its old name.',
  );

export function numberOf(json: Json, from: ValueLoader): number {
  const value = from.value(json);
  return typeof value === 'number' ? value : from.damaged('no number where one should be');
}

export const lengthOf = (json: Json, from: ValueLoader): number =>
  (json as number) >>> 0 === json ? json : from.damaged('a list without a length');

function regExpOf(source: Json, flags: Json, lastIndex: Json, from: ValueLoader): RegExp {
  try {
    return Object.assign(new RegExp(String(source), String(flags)), { lastIndex: numberOf(lastIndex, from) });
  } catch {
    return from.damaged('a regular expression that is none');
  }
}

/** A method of a class that a factory has made. */
function methodOf(of: Function, [, , isStatic, key, id]: Entry, from: ValueLoader): object {
  const found: unknown = Object.getOwnPropertyDescriptor(isStatic === true ? of : of.prototype, String(key))?.value;
  if (typeof found !== 'function') return from.damaged('a method that its class has not');
  from.edits.noteMade(String(id), found);
  return found;
}

function templateOf(texts: Entry, raw: Entry, from: ValueLoader): object {
  const [made, value] = [texts, raw].map((list) => list.map((one) => from.value(one)));
  return Object.defineProperty(made!, 'raw', { value: Object.freeze(value) });
}

/** Without calling the constructor of a class of the game. */
function errorOf(prototype: object): Error {
  const error = new Error('');
  Object.setPrototypeOf(error, prototype);
  Reflect.deleteProperty(error, 'stack');
  Reflect.deleteProperty(error, 'message');
  return error;
}

/** What is known of where it came from. */
function setNotes(error: object, json: Json, from: ValueLoader): void {
  if (json === null) return;
  const [calls = [], starters = [], isOnStack = false] = listOf(json, from);
  const called = (text: Json) => ({ label: String(text), args: null, code: null, site: undefined });
  noted.set(error, {
    calls: listOf(calls, from).map(called),
    starters: listOf(starters, from).map(called),
    isOnStack: isOnStack === true,
  });
}

function bufferOf(json: Json, from: ValueLoader): ArrayBuffer {
  if (typeof json !== 'string' || !/^(?:[0-9a-f]{2})*$/.test(json)) return from.damaged('bytes that are none');
  return Uint8Array.from({ length: json.length / 2 }, (_, at) => Number.parseInt(json.slice(2 * at, 2 * at + 2), 16))
    .buffer;
}

const VIEWS: readonly (new (buffer: ArrayBuffer, offset: number, length: number) => ArrayBufferView)[] = [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  DataView,
];

export function viewOf(name: Json, buffer: Json, offset: Json, length: Json, from: ValueLoader): ArrayBufferView {
  const View = VIEWS.find((one) => one.name === name);
  const bytes = from.value(buffer);
  try {
    if (View !== undefined && bytes instanceof ArrayBuffer)
      return new View(bytes, numberOf(offset, from), numberOf(length, from));
  } catch {}
  return from.damaged('numbers without their bytes');
}

/** An object of a class of the game that loads itself. */
function ownOf(name: Json, saved: Json, from: ValueLoader): object {
  const load = typeof name === 'string' ? from.own.loaderOf(name) : undefined;
  if (load !== undefined) return load(from.wholeValue(saved));
  from.missing('class', `\`classes\` of \`saves\` has no \`${String(name)}\` that loads itself`, 'Give it to `saves`.');
  return {};
}
