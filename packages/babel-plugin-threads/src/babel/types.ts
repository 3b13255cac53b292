import type { types as t } from '@babel/core';

/** Babel's node builders and tests, taken from the Babel that runs us: the same in Babel 7 and Babel 8. */
export type Types = typeof t;

const plain = new WeakMap<Types, Types>();

/**
 * The same in the prototype of an object: Babel exports each through a getter, which took a twentieth of the time of a
 * file. An object with so many fields is a dictionary for the engine, but not where it is a prototype.
 */
export function plainTypes(types: Types): Types {
  let copy = plain.get(types);
  if (copy === undefined) plain.set(types, (copy = Object.create({ ...types }) as Types));
  return copy;
}
