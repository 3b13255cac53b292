/** How values of the game are made from a save: first the object, then its contents, as objects may lead to one another in circles. */
import { argumentsOf } from '../execution/frame-variables.js';
import { noted } from '../threads/error-trace.js';
import { type Json, listOf, type Loader } from './fields.js';

type Entry = readonly Json[];

/** What the game gives for its own objects. */
export interface FoundObjects {
  find(id: string | number): unknown;
  loaderOf(name: string): ((value: unknown) => object) | undefined;
}

/** Who reads a save, as values need it. */
interface ValueLoader extends Loader {
  readonly own: FoundObjects;
  /** Something that the save names is not there: all of these are told of together. */
  missing(code: string, what: string, mend: string): void;
  /** What a factory makes. */
  made(entry: readonly Json[]): object;
  /** A value with all that is in it. */
  wholeValue(json: Json): unknown;
}

/** An object of the kind that an entry says, without its contents. Undefined for a kind that is not known. */
export function makeValue(entry: Entry, from: ValueLoader): object | undefined {
  const [tag, first = null, second = null, third = null, fourth = null] = entry;
  switch (tag) {
    case 'o':
      return {};
    case 'p':
      return Object.create(null) as object;
    case 'i':
      return Object.create(prototypeOf(first, second, from)) as object;
    case 'j':
      return Object.create(classIn(first, from).prototype as object) as object;
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
      return errorOf(first, second, from);
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
const valuesIn = (entry: Entry, from: ValueLoader): unknown[] => entry.slice(1).map((one) => from.value(one));

/** Puts the contents of an entry into an object that `makeValue` has made. */
export function fillValue(made: object, entry: Entry, from: ValueLoader): void {
  const [tag, first = null, second = null] = entry;
  switch (tag) {
    case 'o':
    case 'p':
      return define(made, entry, 1, from);
    case 'i':
      return define(made, entry, 3, from);
    case 'j':
    case 'l':
      return define(made, entry, 2, from);
    case 'q':
      return putContents(made, entryIn(second, from), from);
    case 'e':
      setNotes(made, entry[3] ?? null, from);
      return define(made, entry, 4, from);
    case 'a':
      for (let at = 1; at < entry.length; at++) (made as unknown[]).push(from.value(entry[at]!));
      return;
    case 'h':
      (made as unknown[]).length = lengthOf(first, from);
      return define(made, entry, 2, from);
    case 'm':
      return pairs(valuesIn(entry, from), from).forEach(
        ([key, one]) => void (made as Map<unknown, unknown>).set(key, one),
      );
    case 's':
      return valuesIn(entry, from).forEach((one) => void (made as Set<unknown>).add(one));
    case 'A':
      for (const key of Object.keys(made)) Reflect.deleteProperty(made, key);
      return define(made, entry, 2, from);
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

/** The constant of a module, or what the game has found, is to have these contents. All is checked now, and changed at the end. */
export function changeContent(made: object, entry: Entry, from: ValueLoader): void {
  const [tag, first = null, second = null] = entry;
  if (tag === 'g') return;
  if (tag === 'm' && made instanceof Map) {
    const wanted = pairs(valuesIn(entry, from), from);
    return void from.changes.push(() => {
      made.clear();
      for (const [key, one] of wanted) made.set(key, one);
    });
  }
  if (tag === 's' && made instanceof Set) {
    const wanted = valuesIn(entry, from);
    return void from.changes.push(() => {
      made.clear();
      for (const one of wanted) made.add(one);
    });
  }
  if (tag === 'q') return changeContent(made, entryIn(second, from), from);
  if (changesWhole(made, entry, from)) return;
  const isArray = tag === 'a' || tag === 'h';
  const start = isArray ? 2 : FIELDS_AT[tag as string];
  if (isArray !== Array.isArray(made) || start === undefined)
    return from.missing('variable', 'a constant that has another kind of value in this build', 'Give it a new name.');
  const length = tag === 'h' ? lengthOf(first, from) : tag === 'a' ? entry.length - 1 : null;
  const fields =
    tag === 'a' ? valuesIn(entry, from).map((one, at) => [String(at), one] as const) : propertiesIn(entry, start, from);
  changeProperties(made, fields, length, from);
}

/** Where the properties of an entry begin. */
export const FIELDS_AT: Readonly<Record<string, number>> = { o: 1, p: 1, j: 2, l: 2, i: 3, e: 4 };

/** A date, a regular expression, numbers: they have no properties. */
function changesWhole(made: object, entry: Entry, from: ValueLoader): boolean {
  const [tag, first = null, second = null, third = null] = entry;
  if (tag === 'd' && made instanceof Date) {
    const ms = numberOf(first, from);
    return from.changes.push(() => made.setTime(ms)) > 0;
  }
  if (tag === 'r' && made instanceof RegExp && made.source === first && made.flags === second) {
    const at = numberOf(third, from);
    return from.changes.push(() => (made.lastIndex = at)) > 0;
  }
  const isBuffer = tag === 'B' && made instanceof ArrayBuffer;
  if (!isBuffer && (tag !== 't' || !ArrayBuffer.isView(made))) return tag === 'x';
  const wanted = isBuffer
    ? (makeValue(entry, from) as ArrayBuffer)
    : viewOf(first, second, third, entry[4] ?? null, from);
  if (Object.getPrototypeOf(wanted) !== Object.getPrototypeOf(made) || wanted.byteLength !== made.byteLength)
    return false;
  return from.changes.push(() => bytesIn(made).set(bytesIn(wanted))) > 0;
}

const bytesIn = (given: ArrayBufferView | ArrayBuffer): Uint8Array =>
  given instanceof ArrayBuffer
    ? new Uint8Array(given)
    : new Uint8Array(given.buffer, given.byteOffset, given.byteLength);

function changeProperties(
  made: object,
  fields: readonly (readonly [PropertyKey, unknown])[],
  length: number | null,
  from: ValueLoader,
): void {
  const wanted = new Map(fields);
  const gone = Reflect.ownKeys(made).filter((key) => !wanted.has(key) && isOfState(made, key));
  const stuck = gone.find(
    (key) => Object.getOwnPropertyDescriptor(made, key)!.configurable === false && length === null,
  );
  const closed = Object.isExtensible(made) ? undefined : fields.find(([key]) => !Object.hasOwn(made, key));
  const fixed = fields.find(([key]) => Object.getOwnPropertyDescriptor(made, key)?.writable === false);
  const odd = stuck ?? closed?.[0] ?? fixed?.[0];
  if (odd !== undefined)
    return from.missing(
      'property',
      `\`${String(odd)}\` of a constant cannot be put back`,
      'Let it be a plain property.',
    );
  from.changes.push(() => {
    if (length !== null) (made as unknown[]).length = 0;
    else for (const key of gone) Reflect.deleteProperty(made, key);
    for (const [key, value] of fields) put(made, key, value);
    if (length !== null) (made as unknown[]).length = length;
  });
}

/** Data of the game; accessors and methods of a class stay. */
function isOfState(made: object, key: PropertyKey): boolean {
  const property = Object.getOwnPropertyDescriptor(made, key)!;
  return property.get === undefined && property.set === undefined && property.enumerable === true;
}

/** Not assigned: one may be called `__proto__`, and a setter of the game is not called. An accessor stays what it is. */
function put(made: object, key: PropertyKey, value: unknown): void {
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
  eachProperty(entry, start, from, (key, value) => {
    const isHidden = isError && (key === 'stack' || key === 'message' || key === 'cause' || key === 'errors');
    // Quicker, where no setter can be called.
    if (!isHidden && !(key in made)) (made as Record<PropertyKey, unknown>)[key] = value;
    else Object.defineProperty(made, key, { value, writable: true, enumerable: !isHidden, configurable: true });
  });
}

function propertiesIn(entry: Entry, start: number, from: ValueLoader): (readonly [PropertyKey, unknown])[] {
  const fields: (readonly [PropertyKey, unknown])[] = [];
  eachProperty(entry, start, from, (key, value) => void fields.push([key, value]));
  return fields;
}

function eachProperty(
  entry: Entry,
  start: number,
  from: ValueLoader,
  take: (key: PropertyKey, value: unknown) => void,
): void {
  if ((entry.length - start) % 2 !== 0) return from.damaged('a property without a value');
  for (let at = start; at < entry.length; at += 2) {
    const key = from.value(entry[at]!);
    if (typeof key !== 'string' && typeof key !== 'symbol') return from.damaged('a property without a name');
    take(key, from.value(entry[at + 1]!));
  }
}

function pairs(list: readonly unknown[], from: ValueLoader): (readonly [unknown, unknown])[] {
  if (list.length % 2 !== 0) return from.damaged('a key without a value');
  return Array.from({ length: list.length / 2 }, (_, at) => [list[2 * at], list[2 * at + 1]] as const);
}

const entryIn = (json: Json, from: ValueLoader): Entry =>
  Array.isArray(json) ? (json as Entry) : from.damaged('no object where one should be');

function classIn(json: Json, from: ValueLoader): Function {
  const found = from.value(json);
  return typeof found === 'function' ? found : from.damaged('no class where one should be');
}

function objectIn(json: Json, from: ValueLoader): object {
  const found = from.value(json);
  return typeof found === 'object' && found !== null ? found : from.damaged('no object where one should be');
}

/** Into an object with methods that a factory has made. */
function putContents(made: object, entry: Entry, from: ValueLoader): void {
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

function prototypeOf(kind: Json, name: Json, from: ValueLoader): object {
  const found =
    typeof kind === 'string' && typeof name === 'string'
      ? from.names.find(kind, name)
      : from.damaged('a class without a name');
  if (typeof found === 'object' && found !== null) return found;
  from.missing(
    'class',
    `there is no class \`${String(name)}\` in this build`,
    'Load the file that has it, or keep its old name.',
  );
  return {};
}

function numberOf(json: Json, from: ValueLoader): number {
  const value = from.value(json);
  return typeof value === 'number' ? value : from.damaged('no number where one should be');
}

const lengthOf = (json: Json, from: ValueLoader): number =>
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
function errorOf(kind: Json, name: Json, from: ValueLoader): Error {
  const error = new Error('');
  Object.setPrototypeOf(error, prototypeOf(kind, name, from));
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

function viewOf(name: Json, buffer: Json, offset: Json, length: Json, from: ValueLoader): ArrayBufferView {
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
