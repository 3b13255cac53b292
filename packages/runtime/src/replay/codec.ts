/** Values as JSON, for logs. What JSON lacks is an object with the one key `$`. */
import { show } from '../messages/format.js';

/** Supplied by a game: returns JSON for a value that it knows, and undefined for every other value. */
export type Encode = (value: unknown) => unknown;
/** The inverse of `Encode`, for the same values. */
export type Decode = (json: unknown) => unknown;

/** The limit of values inside one value. A larger value, such as a whole world, does not belong in a log. */
const MOST_VALUES = 10_000;
/** The limit of nesting, because the native stack is limited. */
const DEEPEST = 500;

/**
 * Converts a value to JSON. A value that cannot be converted back becomes `{ $: ["opaque", name] }`: functions, classes
 * of the game, cycles, getters that throw.
 */
export function encode(value: unknown, own?: Encode): unknown {
  return new Encoder(own).encode(value);
}

class Encoder {
  readonly #own: Encode | undefined;
  /** The objects around the current one: if one of them appears again, it is a cycle. */
  readonly #around = new Set<unknown>();
  #left = MOST_VALUES;

  constructor(own: Encode | undefined) {
    this.#own = own;
  }

  readonly encode = (value: unknown): unknown => {
    const known = this.#own?.(value);
    if (known !== undefined) return mark('own', known);
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
    if (typeof value === 'number') return isJson(value) ? value : mark('number', textOf(value));
    if (value === undefined) return mark('undefined');
    if (typeof value === 'bigint') return mark('bigint', String(value));
    const isLeftOut = this.#around.has(value) || this.#around.size === DEEPEST || --this.#left < 0;
    const parts = typeof value !== 'object' || isLeftOut ? null : partsOf(value);
    if (parts === null) return mark('opaque', show(value));
    this.#around.add(value);
    const json = this.#encodeParts(parts);
    this.#around.delete(value);
    return json;
  };

  #encodeParts(parts: Parts): unknown {
    switch (parts.kind) {
      case 'array':
      case 'set': {
        const items = parts.items.map(this.encode);
        return parts.kind === 'array' ? items : mark('set', items);
      }
      case 'map':
        return mark(
          'map',
          parts.items.map((entry) => (entry as unknown[]).map(this.encode)),
        );
      case 'date':
        return mark('date', this.encode(parts.time));
      default: {
        const fields = Object.fromEntries(parts.fields.map(([key, part]) => [key, this.encode(part)]));
        if (parts.kind !== 'object') return mark(parts.kind, ...(parts.head ?? []), fields);
        return Object.hasOwn(fields, '$') ? mark('object', fields) : fields;
      }
    }
  }
}

/** What an object is made of, as far as a log can hold it. */
type Parts =
  | { readonly kind: 'array' | 'set' | 'map'; readonly items: readonly unknown[] }
  | { readonly kind: 'date'; readonly time: number }
  | {
      readonly kind: 'sparse' | 'error' | 'event' | 'bare' | 'object';
      readonly head?: readonly unknown[];
      readonly fields: Fields;
    };
type Fields = readonly (readonly [string, unknown])[];

/**
 * Null for classes of the game, and for an object that cannot be read: a getter that throws, a Proxy that was revoked.
 */
function partsOf(value: object): Parts | null {
  try {
    if (Array.isArray(value)) return partsOfArray(value);
    if (value instanceof Date) return { kind: 'date', time: value.getTime() };
    if (value instanceof Map) return { kind: 'map', items: Array.from(value) };
    if (value instanceof Set) return { kind: 'set', items: Array.from(value) };
    if (value instanceof Error) return partsOfError(value);
    if (isEvent(value)) return { kind: 'event', fields: simpleParts(value) };
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return null;
    return { kind: prototype === null ? 'bare' : 'object', fields: Object.entries(value) };
  } catch {
    return null;
  }
}

/** An array with holes, or with extra fields (such as the match of a pattern has), is encoded by its fields. */
function partsOfArray(array: readonly unknown[]): Parts {
  const { length } = array;
  const keys = Object.keys(array);
  const isWhole = keys.length === length && (length === 0 || keys[length - 1] === String(length - 1));
  if (isWhole) return { kind: 'array', items: Array.from(array) };
  return { kind: 'sparse', head: [length], fields: Object.entries(array) };
}

function partsOfError(error: Error): Parts {
  const { name, message } = error as { name: unknown; message: unknown };
  const fields: [string, unknown][] = Object.entries(error);
  if (error instanceof AggregateError) fields.push(['errors', error.errors]);
  return { kind: 'error', head: [textIn(name, 'Error'), textIn(message, '')], fields };
}

const mark = (...parts: unknown[]): unknown => ({ $: parts });

const isJson = (value: number): boolean => Number.isFinite(value) && !Object.is(value, -0);

const textOf = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

const textIn = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

function isEvent(value: object): boolean {
  const { Event } = globalThis as { Event?: new () => object };
  return Event !== undefined && value instanceof Event;
}

/** The parts of an event are getters of its class. Only strings, numbers and booleans among them are kept. */
function simpleParts(event: object): Fields {
  const names: string[] = [];
  for (const name in event) names.push(name);
  return names.flatMap((name) => {
    const value = (event as Record<string, unknown>)[name];
    return ['string', 'number', 'boolean'].includes(typeof value) ? [[name, value] as const] : [];
  });
}

/** A value that a log cannot restore. */
export class Opaque {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Is it JSON that `encode` may have made? A log may have been edited, so it can contain anything.
 */
export function isDecodable(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return ['string', 'number', 'boolean', 'object'].includes(typeof json);
  if (Array.isArray(json)) return isList(json);
  if (!Object.hasOwn(json, '$')) return Object.values(json).every(isDecodable);
  const { $: parts, ...more } = json as { $: unknown };
  if (!Array.isArray(parts) || Object.keys(more).length > 0) return false;
  const [kind, ...rest] = parts as unknown[];
  const shape = Object.hasOwn(MARKS, String(kind)) ? MARKS[String(kind)] : undefined;
  return shape !== undefined && rest.length === shape.length && shape.every((isRight, i) => isRight(rest[i]));
}

type Shape = readonly ((part: unknown) => boolean)[];

const isText = (part: unknown): boolean => typeof part === 'string';
const isFields = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && !Array.isArray(part) && Object.values(part).every(isDecodable);
const isList = (part: unknown): boolean => Array.isArray(part) && Array.from(part).every(isDecodable);
const isLength = (part: unknown): boolean => (part as number) >>> 0 === part;

/** The value behind each kind of mark. */
const MARKS: Readonly<Record<string, Shape>> = {
  undefined: [],
  number: [(part) => ['NaN', 'Infinity', '-Infinity', '-0'].includes(part as string)],
  bigint: [(part) => typeof part === 'string' && /^-?\d+$/.test(part)],
  date: [isDecodable],
  map: [(part) => isList(part) && (part as unknown[]).every((entry) => Array.isArray(entry) && entry.length === 2)],
  set: [isList],
  sparse: [isLength, isFields],
  error: [isText, isText, isFields],
  event: [isFields],
  object: [isFields],
  bare: [isFields],
  // What the game has made of it.
  own: [() => true],
  opaque: [isText],
};

/**
 * The inverse of `encode`. Throws an Opaque for a value that cannot be restored. An event becomes an object with its
 * simple parts.
 */
export function decode(json: unknown, own?: Decode): unknown {
  if (typeof json !== 'object' || json === null) return json;
  const inner = (item: unknown): unknown => decode(item, own);
  if (Array.isArray(json)) return json.map(inner);
  const parts: unknown = (json as { $?: unknown }).$;
  return Array.isArray(parts) ? decodeMark(parts, inner, own) : decodeFields({}, json, inner);
}

function decodeMark([kind, ...parts]: unknown[], inner: (json: unknown) => unknown, own?: Decode): unknown {
  const [first, second, third] = parts;
  switch (kind) {
    case 'undefined':
      return undefined;
    case 'number':
      return Number(first);
    case 'bigint':
      return BigInt(first as string);
    case 'date':
      return new Date(inner(first) as number);
    case 'map':
      return new Map((first as [unknown, unknown][]).map(([key, value]) => [inner(key), inner(value)]));
    case 'set':
      return new Set((first as unknown[]).map(inner));
    case 'sparse':
      return decodeFields(emptyArray(first as number), second as object, inner);
    case 'error':
      return decodeFields(makeError(first as string, second as string), third as object, inner);
    case 'event':
    case 'object':
      return decodeFields({}, first as object, inner);
    case 'bare':
      return decodeFields(Object.create(null) as object, first as object, inner);
    case 'own':
      if (own !== undefined) return own(first);
      throw new Opaque('a value that `encode` made, without `decode`');
    default:
      throw new Opaque(String(first));
  }
}

/** Puts the fields on an object. They are defined, not assigned: one may be called `__proto__`. */
function decodeFields<T extends object>(onto: T, fields: object, inner: (json: unknown) => unknown): T {
  for (const [key, value] of Object.entries(fields))
    Object.defineProperty(onto, key, { value: inner(value), configurable: true, enumerable: true, writable: true });
  return onto;
}

function emptyArray(length: number): unknown[] {
  const array: unknown[] = [];
  array.length = length;
  return array;
}

const ERRORS = [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError];

/** An error of the language comes back as one of its class, every other as an Error with its name. */
function makeError(name: string, message: string): Error {
  const known = ERRORS.find((one) => one.name === name) ?? Error;
  const error = name === 'AggregateError' ? new AggregateError([], message) : new known(message);
  if (error.name !== name) Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true });
  return error;
}
