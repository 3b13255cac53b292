/** The node builders and tests of the Babel that runs us. */
import type { types as t } from '@babel/core';

/** Babel's node builders and tests, taken from the Babel that runs us: the same in Babel 7 and Babel 8. */
export type Types = typeof t;

/**
 * `@babel/types` exports getters. The same values in a prototype are found as fast as variables, so that engines inline them.
 * A Babel has one such object of 1,300 names, and makes a plugin anew for each set of options: it is copied once.
 */
export function asFastTypes(types: Types): Types {
  const made = fast.get(types) ?? (Object.create({ ...types }) as Types);
  fast.set(types, made);
  return made;
}

const fast = new WeakMap<Types, Types>();
