/** The node builders and tests of the Babel that runs us. */
import type { types as t } from '@babel/core';

/** Babel's node builders and tests, taken from the Babel that runs us: the same in Babel 7 and Babel 8. */
export type Types = typeof t;

/** `@babel/types` exports getters. The same values in a prototype are found as fast as variables, so that engines inline them. */
export function asFastTypes(types: Types): Types {
  return Object.create({ ...types }) as Types;
}
