/** Values as JSON, for logs. What JSON lacks is an object with the one key `$`. */
import { show } from './labels.js';

/** What a game adds: gives JSON for a value that it knows, undefined for every other. */
export type Encode = (value: unknown) => unknown;
/** The way back. */
export type Decode = (json: unknown) => unknown;

/** The most values that one thing is looked through for: what is larger, such as a whole world, is not worth its place in a log. */
const MOST_VALUES = 10_000;

/** A value as JSON. What has no way back becomes `{ $: ["opaque", name] }`: functions, classes of the game, circles, getters that throw. */
export function encode(value: unknown, own?: Encode): unknown {
  return new Encoder(own).encode(value);
}

class Encoder {
  readonly #own: Encode | undefined;
  /** The objects around the one that is looked through: to meet one of them again is a circle. */
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
    if (typeof value !== 'object' || this.#around.has(value) || --this.#left < 0) return mark('opaque', show(value));
    this.#around.add(value);
    const json = this.#encodeObject(value);
    this.#around.delete(value);
    return json;
  };

  #encodeObject(value: object): unknown {
    if (Array.isArray(value)) return Array.from(value, this.encode);
    if (value instanceof Date) return mark('date', this.encode(value.getTime()));
    if (value instanceof Map)
      return mark(
        'map',
        Array.from(value, (entry) => entry.map(this.encode)),
      );
    if (value instanceof Set) return mark('set', Array.from(value, this.encode));
    const isError = value instanceof Error;
    const isOfPage = !isError && isEvent(value);
    if (!isError && !isOfPage && !isPlain(value)) return mark('opaque', show(value));
    const parts = isOfPage ? simpleParts(value) : partsOf(value);
    if (parts === null) return mark('opaque', show(value));
    const fields = Object.fromEntries(parts.map(([key, part]) => [key, this.encode(part)]));
    if (isError) return mark('error', value.name, value.message, fields);
    if (isOfPage) return mark('event', fields);
    return Object.hasOwn(fields, '$') ? mark('object', fields) : fields;
  }
}

const mark = (...parts: unknown[]): unknown => ({ $: parts });

const isJson = (value: number): boolean => Number.isFinite(value) && !Object.is(value, -0);

const textOf = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isEvent(value: object): boolean {
  const { Event } = globalThis as { Event?: new () => object };
  return Event !== undefined && value instanceof Event;
}

type Parts = readonly (readonly [string, unknown])[];

/** Null if a getter throws. */
function partsOf(object: object): Parts | null {
  try {
    return Object.entries(object);
  } catch {
    return null;
  }
}

/** An event has its parts as getters of its class; only strings, numbers and booleans among them can be kept. */
function simpleParts(event: object): Parts {
  const names: string[] = [];
  for (const name in event) names.push(name);
  return names.flatMap((name) => {
    const value = (event as Record<string, unknown>)[name];
    return ['string', 'number', 'boolean'].includes(typeof value) ? [[name, value] as const] : [];
  });
}

/** A value that a log cannot give back. */
export class Opaque {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** The way back of `encode`. Throws an Opaque for what cannot come back. An event comes back as an object with its simple parts. */
export function decode(json: unknown, own?: Decode): unknown {
  if (typeof json !== 'object' || json === null) return json;
  const inner = (item: unknown): unknown => decode(item, own);
  if (Array.isArray(json)) return json.map(inner);
  const parts: unknown = (json as { $?: unknown }).$;
  return Array.isArray(parts) ? decodeMark(parts, inner, own) : decodeFields(json, inner);
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
    case 'error':
      return decodeError(first as string, second as string, decodeFields(third as object, inner));
    case 'event':
    case 'object':
      return decodeFields(first as object, inner);
    case 'own':
      if (own !== undefined) return own(first);
      throw new Opaque('a value that `encode` made, without `decode`');
    default:
      throw new Opaque(String(first));
  }
}

function decodeFields(object: object, inner: (json: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, inner(value)]));
}

/** An error of the language comes back as one of its class, every other as an Error with its name. */
function decodeError(name: string, message: string, fields: Record<string, unknown>): Error {
  const known = (globalThis as unknown as Record<string, unknown>)[name] as
    (new (message: string) => Error) | undefined;
  const isKnown = typeof known === 'function' && known.prototype instanceof Error;
  const error = new (isKnown ? known : Error)(message);
  if (error.name !== name) Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true });
  return Object.assign(error, fields);
}
