/** Which functions of the language and of platforms call their callbacks: later, or at once. */

/**
 * Methods and functions that keep what they are given and call it later, with the indices of the arguments that are
 * handlers.
 */
export const KEEPERS: ReadonlyMap<string, readonly number[]> = new Map([
  ...named('on once addListener addEventListener off removeListener removeEventListener', 1),
  ...named('subscribe unsubscribe catch finally', 0),
  ['then', [0, 1]],
]);

/** The same by the whole name. `Promise.try(fn)` gives a Promise for what `fn` gives, a Thread too. */
export const DOTTED_KEEPERS: ReadonlyMap<string, readonly number[]> = new Map([['Promise.try', [0]]]);

/** Those that also take an object, and call its method of this name. */
export const LISTENED: ReadonlySet<string> = new Set(['addEventListener', 'removeEventListener']);
export const LISTENER_METHOD = 'handleEvent';

/**
 * Natives that call what they are given at once, in the middle of their own work, with the index of the argument that
 * is the function.
 */
export const CALLERS: ReadonlyMap<string, number> = new Map([
  ['JSON.parse', 1],
  ['JSON.stringify', 1],
  ['Object.groupBy', 1],
  ['Map.groupBy', 1],
  ['new Promise', 0],
]);
/** Functions of platforms that keep what they are given, by their name alone or as methods of the global object. */
export const FREE_KEEPERS: ReadonlyMap<string, readonly number[]> = new Map(
  named('setTimeout setInterval requestAnimationFrame queueMicrotask', 0),
);

export const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(['window', 'globalThis']);

function named(names: string, at: number): [string, readonly number[]][] {
  return names.split(' ').map((name) => [name, [at]]);
}

/** A literal with functions that the language calls. */
interface Descriptor {
  /** The argument that the literal is. */
  readonly at: number;
  /** How deep the functions are in it. */
  readonly levels: number;
  /** Those that are called; undefined: all. */
  readonly called: ReadonlySet<string> | undefined;
}

const ACCESSORS: ReadonlySet<string> = new Set(['get', 'set']);

/** Natives that take functions in a literal, which the language calls. */
export const DESCRIPTORS: ReadonlyMap<string, Descriptor> = new Map([
  ['Object.defineProperty', { at: 2, levels: 1, called: ACCESSORS }],
  ['Reflect.defineProperty', { at: 2, levels: 1, called: ACCESSORS }],
  ['Object.defineProperties', { at: 1, levels: 2, called: ACCESSORS }],
  ['Object.create', { at: 1, levels: 2, called: ACCESSORS }],
  ['new Proxy', { at: 1, levels: 1, called: undefined }],
]);
