/** The `for…of` of code that is compiled with the option `saves`: its cursor knows the collection that it goes through, so that a save can tell where it is. */
import { Cursor, cursorOf } from '../execution/cursor.js';

const GOINGS = ['values', 'keys', 'entries'] as const;
type Going = (typeof GOINGS)[number];

export const isGoing = (text: unknown): text is Going => GOINGS.some((one) => one === text);

type Indexed = ArrayLike<unknown>;
export type Keyed = ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>;

export const isKeyed = (given: unknown): given is Keyed => given instanceof Map || given instanceof Set;

/** Used instead of the `apply` of a function, which scripts may replace. */
const { apply, getPrototypeOf } = Reflect as {
  apply: (fn: unknown, self: unknown, args: readonly unknown[]) => any;
  getPrototypeOf: (object: object) => any;
};

/** What the language gives to a kind of collection. */
interface Builtin {
  readonly prototype: Readonly<Record<PropertyKey, unknown>>;
  /** By what is gone through, and by the symbol for what a `for…of` goes through. */
  readonly methods: Readonly<Record<PropertyKey, unknown>>;
  readonly usual: Going;
  readonly iterators: { readonly next: unknown };
  readonly next: unknown;
}

function builtinOf(prototype: any, sample: object, usual: Going): Builtin {
  const iterators = getPrototypeOf(apply(prototype[usual], sample, [])) as { readonly next: unknown };
  const keys = [...GOINGS, Symbol.iterator];
  const methods = Object.fromEntries(keys.map((key) => [key, prototype[key] as unknown]));
  return { prototype, methods, usual, iterators, next: iterators.next };
}

const arrays = builtinOf(Array.prototype, [], 'values');
const views = builtinOf(getPrototypeOf(Uint8Array.prototype), new Uint8Array(0), 'values');
const maps = builtinOf(Map.prototype, new Map(), 'entries');
const sets = builtinOf(Set.prototype, new Set(), 'values');
const iteratorOfTexts: unknown = String.prototype[Symbol.iterator];
const texts = { iterators: getPrototypeOf(''[Symbol.iterator]()) as unknown, usual: 'values' } as const;

/** The kind of a collection whose method of this name is that of the language. */
function builtinFor(over: unknown, key: PropertyKey): Builtin | undefined {
  if (typeof over !== 'object' || over === null) return undefined;
  let prototype = getPrototypeOf(over) as object | null;
  if (ArrayBuffer.isView(over) && prototype !== null && !Object.hasOwn(prototype, key))
    prototype = getPrototypeOf(prototype) as object | null;
  const builtin = [arrays, views, maps, sets].find((one) => one.prototype === prototype);
  const isOwn = builtin === undefined || Object.hasOwn(over, key) || builtin.prototype[key] !== builtin.methods[key];
  return isOwn || builtin.iterators.next !== builtin.next ? undefined : builtin;
}

/** Goes through an array, bytes or a text. */
export class IndexCursor extends Cursor {
  over: Indexed;
  going: Going;

  constructor(over: Indexed, going: Going) {
    super(Object(over) as object, null);
    this.over = over;
    this.going = going;
  }

  override more(): boolean {
    const { over, at, going } = this;
    if (this.source === null) return false;
    if (at >= over.length) {
      this.source = null;
      return false;
    }
    const size = typeof over === 'string' && isPair(over, at) ? 2 : 1;
    const value = size === 2 ? `${String(over[at])}${String(over[at + 1])}` : over[at];
    this.at = at + size;
    this.value = going === 'values' ? value : going === 'keys' ? at : [at, value];
    return true;
  }
}

/** Two units of a text that are one character. */
const isPair = (text: string, at: number): boolean =>
  text[at]! >= '\ud800' && text[at]! <= '\udbff' && text[at + 1]! >= '\udc00' && text[at + 1]! <= '\udfff';

/** Goes through a Map or a Set, with an iterator of the language: that sees what is added and what is taken out. */
export class KeyedCursor extends Cursor {
  over: Keyed;
  going: Going;

  constructor(over: Keyed, going: Going) {
    super(iteratorOf(over, going), nextOf(over));
    this.over = over;
    this.going = going;
  }

  /** How many of what is there now it has passed; -1: it is over. The iterator is run to its end, and another one is put there. */
  placeNow(): number {
    const { source } = this;
    if (source === null) return -1;
    const place = this.placeOf(source);
    this.goTo(place);
    return place;
  }

  /** Where an iterator stands, which is run to its end. */
  placeOf(iterator: object): number {
    const { over } = this;
    let left = 0;
    while (apply(nextOf(over), iterator, []).done !== true) left++;
    return over.size - left;
  }

  goTo(place: number): void {
    const { over, going } = this;
    const next = nextOf(over);
    // One that is loaded was made for another collection.
    Object.assign(this, { next });
    this.source = place < 0 ? null : iteratorOf(over, going);
    for (let i = 0; i < place; i++) apply(next, this.source, []);
  }
}

const kindOf = (over: Keyed): Builtin => (over instanceof Map ? maps : sets);
const nextOf = (over: Keyed): (() => IteratorResult<unknown>) => kindOf(over).next as () => IteratorResult<unknown>;
const iteratorOf = (over: Keyed, going: Going): object => apply(kindOf(over).methods[going], over, []);

/**
 * What goes through `over` from where an iterator of the language stands, which is run to its end for that; undefined for another one. `passed`: how many
 * values it has given, which counts where all of them stay.
 */
export function cursorAt(cursor: unknown, over: unknown, passed: number, going?: Going): Cursor | undefined {
  if (!(cursor instanceof Cursor) || cursor.next === null || cursor instanceof KeyedCursor) return undefined;
  const { source } = cursor;
  const builtin = typeof over === 'string' ? texts : builtinFor(over, Symbol.iterator);
  if (source === null || builtin === undefined || getPrototypeOf(source) !== builtin.iterators) return undefined;
  const known = cursorIn(over as Indexed | Keyed, going ?? builtin.usual);
  if (known instanceof KeyedCursor) known.goTo(known.placeOf(source));
  else if (typeof over !== 'string') known.at = passed;
  else for (let n = 0; n < passed; n++) known.more();
  return known;
}

/**
 * A `for…of` over this begins. `over` and `going`: the head has called that method of this collection.
 *
 *   for (const [i, x] of list.entries())   →   $cursorOver(list.entries(), list, "entries")
 */
export function $cursorOver(iterable: any, over?: unknown, going?: Going): Cursor {
  if (going !== undefined) {
    const builtin = builtinFor(over, going);
    const isFresh = builtin !== undefined && getPrototypeOf(Object(iterable) as object) === builtin.iterators;
    if (isFresh) return cursorIn(over as Indexed | Keyed, going);
  }
  if (typeof iterable === 'string')
    return String.prototype[Symbol.iterator] === iteratorOfTexts
      ? new IndexCursor(iterable, 'values')
      : cursorOf(iterable);
  const builtin = Array.isArray(iterable) ? undefined : builtinFor(iterable, Symbol.iterator);
  return builtin === undefined ? cursorOf(iterable) : cursorIn(iterable as Indexed | Keyed, builtin.usual);
}

const cursorIn = (over: Indexed | Keyed, going: Going): Cursor =>
  isKeyed(over) ? new KeyedCursor(over, going) : new IndexCursor(over, going);
