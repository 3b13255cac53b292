/** Natives with a callback that have a version which can pause. */
import { skipTransparent } from '../babel/ast.js';
import type { Path } from '../babel/path.js';
import { propertyName } from '../babel/property-name.js';
import { type Compilation, isFree } from '../context/compilation.js';
import type { Kind } from './builtin-kinds.js';
import type { types as t } from '@babel/core';

/**
 * Methods of the standard that the runtime has a pausing version of, with the index of the argument that is their
 * callback.
 */
export const NATIVES: ReadonlyMap<string, number> = new Map([
  ...'forEach map filter some every find findIndex findLast findLastIndex reduce reduceRight flatMap sort toSorted'
    .split(' ')
    .map((name): [string, number] => [name, 0]),
  ['from', 1],
  ['replace', 1],
  ['replaceAll', 1],
]);

/** Natives that give what their callback gave. */
export const FOLDS: ReadonlySet<string> = new Set(['reduce', 'reduceRight']);

/** Natives that do nothing with what their callback gives. */
export const DROPS: ReadonlySet<string> = new Set(['forEach']);

/** Natives of `Array` itself, and those of strings; all others are of arrays. */
const OF_ARRAY_CLASS: ReadonlySet<string> = new Set(['from']);
const OF_STRINGS: ReadonlySet<string> = new Set(['replace', 'replaceAll']);

/** A native of `Array` itself: `Array.from`. Methods of that name of other objects may be given nothing to call. */
export function isOfArrayClass(name: string): boolean {
  return OF_ARRAY_CLASS.has(name);
}

/** A value of that kind has a native of that name. */
export function hasNative(kind: Kind | undefined, name: string): boolean {
  if (OF_STRINGS.has(name)) return kind === 'string';
  return kind === 'array' && NATIVES.has(name) && !OF_ARRAY_CLASS.has(name);
}

/** `Array.from` */
export function isArrayStatic(
  compilation: Compilation,
  path: Path,
  callee: t.MemberExpression | t.OptionalMemberExpression,
): boolean {
  const { t: types } = compilation;
  const isOfArray = types.isIdentifier(skipTransparent(callee.object), { name: 'Array' });
  return isOfArray && isFree(compilation, path, 'Array') && isOfArrayClass(propertyName(types, callee) ?? '');
}

/** A method of this name may be one that has a version which can pause. */
export function isNativeMethodName(name: string): boolean {
  return NATIVES.has(name);
}
