/** Natives with a callback that have a version which can pause. */
import { skipTransparent } from '../babel/ast.js';
import type { Path } from '../babel/path.js';
import { propertyName } from '../babel/property-name.js';
import { type Compilation, isFree } from '../context/compilation.js';
import type { types as t } from '@babel/core';

/** Methods of the standard that the runtime has a pausing version of, with the place of their callback. */
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

/** `Array.from` */
export function isArrayStatic(
  compilation: Compilation,
  path: Path,
  callee: t.MemberExpression | t.OptionalMemberExpression,
): boolean {
  const { t: types } = compilation;
  const isOfArray = types.isIdentifier(skipTransparent(callee.object), { name: 'Array' });
  return isOfArray && isFree(compilation, path, 'Array') && propertyName(types, callee) === 'from';
}

/** A method of this name may be one that has a version which can pause. */
export function isNativeMethodName(name: string): boolean {
  return NATIVES.has(name);
}
