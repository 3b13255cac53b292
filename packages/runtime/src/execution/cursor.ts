/** What the loops of frame objects go through: `for…of` and `for…in` that hold their state as data. */
import { CANCEL } from './suspension.js';

type Next = () => IteratorResult<unknown>;

/** Used instead of the `apply` of a function, which scripts may replace. */
const { apply } = Reflect as { apply: (fn: Function, self: unknown, args: ArrayLike<unknown>) => any };

/* oxlint-disable typescript/unbound-method -- they are compared, and called by apply */
const valuesOf: unknown = Array.prototype.values;
const arrayIterators = Object.getPrototypeOf([].values()) as { next: Next; return?: unknown };
const nextOfArrays: unknown = arrayIterators.next;
/* oxlint-enable typescript/unbound-method */

/**
 * A `for…of` that is under way. `more` goes on to the next value, as the head of the loop does. `close`: the loop is left by
 * `break`, `return` or an outer `continue`. `fail`: an error has come out of the loop, of its head or its body, and is thrown
 * further by the caller.
 */
export class Cursor {
  value: unknown = undefined;
  /** The array, if its iterator is the realm's own; else the iterator. Null when nothing is left to go through, or to close. */
  source: object | null;
  /** The method `next` of the iterator, which the language reads once; null for an array. */
  readonly next: Next | null;
  at = 0;

  constructor(source: object, next: Next | null) {
    this.source = source;
    this.next = next;
  }

  more(): boolean {
    const { source, next } = this;
    if (next !== null) return this.step(next);
    if (source === null) return false;
    const list = source as unknown[];
    if (this.at < list.length) {
      this.value = list[this.at++];
      return true;
    }
    this.source = null;
    return false;
  }

  /** Nothing is closed of an iterator that throws, or has ended, itself. */
  step(next: Next): boolean {
    const iterator = this.source;
    if (iterator === null) return false;
    this.source = null;
    const result: unknown = apply(next, iterator, []);
    if (!isObject(result)) throw new TypeError(`Iterator result ${String(result)} is not an object`);
    if ((result as IteratorResult<unknown>).done) return false;
    this.value = (result as IteratorResult<unknown>).value;
    this.source = iterator;
    return true;
  }

  close(): void {
    const { source } = this;
    if (source === null) return;
    this.source = null;
    // The iterators of arrays have a `return` only if somebody has put one there.
    const iterator = this.next === null ? arrayIterators : (source as { return?: unknown });
    const ending = iterator.return;
    if (ending === undefined || ending === null) return;
    const result: unknown = apply(
      ending as Function,
      this.next === null ? apply(valuesOf as Next, source, []) : source,
      [],
    );
    if (!isObject(result)) throw new TypeError(`Iterator result ${String(result)} is not an object`);
  }

  fail(error: unknown): void {
    if (this.source === null) return;
    // A call that is unwound leaves the loop as `return` does.
    if (error === CANCEL) return this.close();
    try {
      this.close();
    } catch {
      // The error of the loop is the one that counts.
    }
  }
}

const isObject = (value: unknown): boolean =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

export function cursorOf(iterable: any): Cursor {
  if (iterable === undefined || iterable === null) throw new TypeError(`${String(iterable)} is not iterable`);
  const method: unknown = iterable[Symbol.iterator];
  if (method === valuesOf && arrayIterators.next === nextOfArrays && Array.isArray(iterable))
    return new Cursor(iterable, null);
  if (typeof method !== 'function') throw new TypeError(`${nameOfKind(iterable)} is not iterable`);
  const iterator: unknown = apply(method, iterable, []);
  if (!isObject(iterator)) throw new TypeError('Result of the Symbol.iterator method is not an object');
  const { next } = iterator as { readonly next: Next };
  return new Cursor(iterator as object, next);
}

const nameOfKind = (value: unknown): string => (isObject(value) ? typeof value : `${typeof value} ${String(value)}`);

/** A `for…in` that is under way: the keys that were there as it began, without those that are gone when their turn comes. */
export class Keys {
  value: string = '';
  readonly keys: string[] = [];
  readonly object: object;
  at = 0;

  constructor(object: unknown) {
    this.object = Object(object) as object;
    // oxlint-disable-next-line eslint/guard-for-in, typescript/no-for-in-array -- inherited keys belong to it
    for (const key in this.object) this.keys.push(key);
  }

  more(): boolean {
    const { keys, object } = this;
    while (this.at < keys.length) {
      const key = keys[this.at++] as string;
      if (!(key in object)) continue;
      this.value = key;
      return true;
    }
    return false;
  }
}

/** A `for…in` over this begins: over null and undefined it has no turn. */
export const keysOf = (object: unknown): Keys => new Keys(object);
