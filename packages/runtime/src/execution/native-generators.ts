/** Native generators of this realm: nearly all compiled bodies return one that are no steps of frame objects. */

/** What all generator functions of this realm inherit from. */
export const generatorFunctions = Object.getPrototypeOf(function* () {}) as {
  readonly prototype: object;
};

/** Does a function return native generators of this realm? */
export const isNative = (fn: object): boolean => Object.getPrototypeOf(fn) === generatorFunctions;

/** The native generator for what a body gives that is marked `@instant`, or is none of this realm. */
export const nativeOf = ({ body }: { readonly body: Function }, given: unknown): object =>
  isNative(body) ? (given as object) : adopt(given as Iterator<unknown>);

/**
 * A native generator for the iterator of a body that other tools have compiled to plain functions, or of another realm.
 */
function* adopt(iterator: Iterator<unknown>): Iterator<unknown> & Iterable<unknown> {
  return yield* { [Symbol.iterator]: () => iterator };
}
