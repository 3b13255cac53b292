/** The default export of a CommonJS module of Babel: bundlers give the function, Node gives an object that holds it. */
export function defaultOf<T>(module: T): T {
  return (module as { readonly default?: T }).default ?? module;
}
