/** Which methods the language itself calls. */
import type { Types } from '../babel/types.js';
import type { types as t } from '@babel/core';

const CONVERSIONS = new Set(['toString', 'valueOf', 'toJSON']);

/** `toString`, `valueOf` and `toJSON`, and whatever a symbol of the language names: `[Symbol.iterator]`. */
export function isEngineInvoked(types: Types, { key, computed }: t.ObjectMethod | t.ClassMethod): boolean {
  if (computed) return types.isMemberExpression(key) && types.isIdentifier(key.object, { name: 'Symbol' });
  return CONVERSIONS.has(types.isIdentifier(key) ? key.name : types.isStringLiteral(key) ? key.value : '');
}
