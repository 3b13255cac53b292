/** Which functions of the language and of hosts call what they are given: later, or at once. */

/** Methods and functions that keep what they are given and call it later, with the places of the handlers. */
export const KEEPERS: ReadonlyMap<string, readonly number[]> = new Map([
  ...named('on once addListener addEventListener off removeListener removeEventListener', 1),
  ...named('subscribe unsubscribe catch finally', 0),
  ['then', [0, 1]],
]);

/** Those that also take an object, whose `handleEvent` they call. */
export const LISTENED: ReadonlySet<string> = new Set(['addEventListener', 'removeEventListener']);

/** Natives that call what they are given at once, in the middle of their own work, with the place of the function. */
export const CALLERS: ReadonlyMap<string, number> = new Map([
  ['JSON.parse', 1],
  ['JSON.stringify', 1],
  ['Object.groupBy', 1],
  ['Map.groupBy', 1],
  ['new Promise', 0],
]);
/** Functions of hosts that keep what they are given, by their name alone or as methods of the global object. */
export const FREE_KEEPERS: ReadonlyMap<string, readonly number[]> = new Map(
  named('setTimeout setInterval requestAnimationFrame queueMicrotask', 0),
);

export const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(['window', 'globalThis']);

function named(names: string, at: number): [string, readonly number[]][] {
  return names.split(' ').map((name) => [name, [at]]);
}

/** Natives that take functions in a literal, which the language calls: the place of the literal, and how deep they stand in it. */
export const DESCRIPTORS: ReadonlyMap<string, { readonly at: number; readonly levels: number }> = new Map([
  ['Object.defineProperty', { at: 2, levels: 1 }],
  ['Reflect.defineProperty', { at: 2, levels: 1 }],
  ['Object.defineProperties', { at: 1, levels: 2 }],
  ['Object.create', { at: 1, levels: 2 }],
  ['new Proxy', { at: 1, levels: 1 }],
]);
