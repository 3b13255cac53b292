/** What objects of the game consist of, as far as a save would write it by its value: it is copied, and put back in place. No accessor is asked. */
import type { Names } from '../names.js';
import { privateFieldsOf, setterOf } from '../private-fields.js';
import { isAccessor, ownKeysOf } from '../properties.js';
import { originOf } from '../registry.js';
import type { OwnObjects } from '../values.js';
import type { Copies } from './copies.js';

const BYTES = /^\[object (?:ArrayBuffer|DataView|\w+Array)\]$/;

export class Contents {
  readonly #own: OwnObjects;
  readonly names: Names;
  readonly #copies: Copies;
  /** Looks at what an object leads to. */
  readonly #lookAt: (value: unknown) => void;

  constructor(own: OwnObjects, names: Names, copies: Copies, lookAt: (value: unknown) => void) {
    this.#own = own;
    this.names = names;
    this.#copies = copies;
    this.#lookAt = lookAt;
  }

  /** One that the game keeps is its own matter, but for the fields that a save has of it. */
  #keepFound(given: object): void {
    if (!this.#own.all.has(given)) return;
    this.properties(given, () => {
      const { all } = this.names.fieldsOf(given);
      return (key) => all.has(key);
    });
    this.#privateFields(given);
  }

  /** An object that is met for the first time. */
  keep(given: object): void {
    if (this.#own.idOf(given) !== undefined) return this.#keepFound(given);
    const copies = this.#copies;
    if (Array.isArray(given)) {
      if (Object.isFrozen(given)) given.forEach(this.#lookAt);
      else if (ownKeysOf(given).length === given.length + 1) {
        copies.list(given);
        given.forEach(this.#lookAt);
      } else this.properties(given);
    } else if (given instanceof Map || given instanceof Set) {
      copies.collection(given);
      given.forEach((one: unknown, key: unknown) => {
        this.#lookAt(key);
        this.#lookAt(one);
      });
    } else if (given instanceof Date) {
      const ms = given.getTime();
      copies.rest.push(() => void given.setTime(ms));
    } else if (given instanceof RegExp) {
      const { lastIndex } = given;
      copies.rest.push(() => Reflect.set(given, 'lastIndex', lastIndex));
    } else if (BYTES.test(Object.prototype.toString.call(given))) copies.bytes(given as ArrayBuffer);
    else if (this.#isOfScripts(Object.getPrototypeOf(given) as object | null)) {
      this.properties(given);
      this.#privateFields(given);
    }
  }

  /** A plain object, or one of a compiled class. */
  #isOfScripts(prototype: object | null): boolean {
    if (prototype === null || prototype === Object.prototype) return true;
    const [kind] = this.names.of(prototype) ?? [];
    if (kind !== undefined) return kind === 'prototype';
    const { constructor: made } = prototype as { constructor?: unknown };
    if (!Object.hasOwn(prototype, 'constructor')) return this.#isOfScripts(Object.getPrototypeOf(prototype) as object);
    return typeof made === 'function' && made.prototype === prototype && originOf(made) !== undefined;
  }

  /** What a function has of its own: nearly always nothing. */
  functionFields(given: object): void {
    if (Object.keys(given).length > 0) return this.properties(given, () => isField);
    this.#copies.rest.push(() => Object.keys(given).forEach((key) => Reflect.deleteProperty(given, key)));
  }

  /** The data properties, in their order. `wantsNow`: asked again when they are put back. */
  properties(given: object, wantsNow: () => Wants = () => () => true): void {
    const wants = wantsNow();
    const keys = ownKeysOf(given);
    const kept: (readonly [string | symbol, PropertyDescriptor])[] = [];
    for (const key of keys) {
      const property = Object.getOwnPropertyDescriptor(given, key);
      if (property === undefined || !wants(key)) continue;
      kept.push([key, property]);
      if (!isAccessor(property)) this.#lookAt(property.value);
    }
    if (kept.length > 0 || Object.isExtensible(given))
      this.#copies.rest.push(() => putProperties(given, keys, kept, wantsNow()));
  }

  #privateFields(given: object): void {
    if (Object.getPrototypeOf(given) === null) return;
    for (const [of, fields] of privateFieldsOf(given))
      for (const [name, get] of fields) {
        const set = setterOf(given, of, name);
        if (set === undefined) continue;
        const value = get(given);
        this.#lookAt(value);
        this.#copies.rest.push(() => set(value));
      }
  }
}

type Wants = (key: string | symbol) => boolean;

const isField: Wants = (key) => key !== 'prototype' && key !== 'length' && key !== 'name';

function putProperties(
  given: object,
  keys: readonly (string | symbol)[],
  kept: readonly (readonly [string | symbol, PropertyDescriptor])[],
  wants: Wants,
): void {
  const now = ownKeysOf(given);
  // One that was deleted would come back behind the others, where it can come back.
  if (Object.isExtensible(given) && (now.length !== keys.length || now.some((key, at) => key !== keys[at])))
    for (const key of now)
      if (wants(key) && Object.getOwnPropertyDescriptor(given, key)?.configurable === true)
        Reflect.deleteProperty(given, key);
  for (const [key, property] of kept) {
    const found = Object.getOwnPropertyDescriptor(given, key);
    if (found === undefined) Reflect.defineProperty(given, key, property);
    else if (found.writable === true && !isAccessor(property))
      (given as Record<PropertyKey, unknown>)[key] = property.value;
  }
}
