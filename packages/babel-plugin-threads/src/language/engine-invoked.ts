/** Which methods the language itself calls. */
import { isMember } from '../babel/ast.js';
import type { Types } from '../babel/types.js';
import type { types as t } from '@babel/core';

const CONVERSIONS = new Set(['toString', 'valueOf', 'toJSON']);

/** `toString`, `valueOf` and `toJSON`, and whatever a symbol of the language names: `[Symbol.iterator]`. */
export function isEngineInvoked(types: Types, { key, computed }: t.ObjectMethod | t.ClassMethod): boolean {
  if (computed) return isSymbolOfLanguage(types, key);
  return CONVERSIONS.has(types.isIdentifier(key) ? key.name : types.isStringLiteral(key) ? key.value : '');
}

/** `Symbol.iterator` */
export function isSymbolOfLanguage(types: Types, node: t.Node): boolean {
  return isMember(node) && types.isIdentifier(node.object, { name: 'Symbol' });
}
