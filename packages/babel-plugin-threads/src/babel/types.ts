import type { types as t } from '@babel/core';

/** Babel's node builders and tests, taken from the Babel that runs us: the same in Babel 7 and Babel 8. */
export type Types = typeof t;

const plain = new WeakMap<Types, Types>();

/** The same in a plain object: Babel exports each through a getter, and that took a twentieth of the time of a file. */
export function plainTypes(types: Types): Types {
  let copy = plain.get(types);
  if (copy === undefined) plain.set(types, (copy = { ...types }));
  return copy;
}
