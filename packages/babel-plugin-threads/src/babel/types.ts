import type { types as t } from '@babel/core';

type Keys = Readonly<Record<string, readonly string[]>>;

/** Babel's node builders and tests, taken from the Babel that runs us: the same in Babel 7 and Babel 8. */
export type Types = typeof t & {
  /** The fields of each type of node that may hold code: `VISITOR_KEYS` without those of types. */
  readonly CODE_KEYS?: Keys;
};

const plain = new WeakMap<typeof t, Types>();

/**
 * The same in the prototype of an object: Babel exports each through a getter, which took a twentieth of the time of a
 * file. An object with so many fields is a dictionary for the engine, but not where it is a prototype.
 */
export function plainTypes(types: typeof t): Types {
  let copy = plain.get(types);
  if (copy === undefined)
    plain.set(types, (copy = Object.create({ ...types, CODE_KEYS: codeKeys(types.VISITOR_KEYS) }) as Types));
  return copy;
}

const OF_TYPES: ReadonlySet<string> = new Set([
  'typeAnnotation',
  'typeParameters',
  'typeArguments',
  'superTypeParameters',
  'superTypeArguments',
  'returnType',
  'predicate',
  'implements',
  'mixins',
  'variance',
]);

/** Most nodes have none of them, and to ask for each takes as long as to ask for what they have. */
function codeKeys(all: Keys): Keys {
  const keys: Record<string, readonly string[]> = {};
  for (const [type, own] of Object.entries(all)) keys[type] = own.filter((key) => !OF_TYPES.has(key));
  return keys;
}
