import type { types as t } from '@babel/core';

/** Babel's node builders and tests, taken from the Babel that runs us: the same in Babel 7 and Babel 8. */
export type Types = typeof t;
