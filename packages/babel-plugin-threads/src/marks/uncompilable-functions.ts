/** Which functions can be threads. */
import { isFunction } from '../babel/ast.js';
import { isSymbolOfLanguage } from '../language/named-builtins.js';
import type { Uncompilable } from '../messages/errors.js';
import type { types as t } from '@babel/core';

/** The reason why a function cannot be a thread, or undefined if it can. */
export function whyUncompilable(node: t.Node): Uncompilable | undefined {
  if (!isFunction(node)) return undefined;
  if ('kind' in node) {
    if (node.kind === 'get') return 'getter';
    if (node.kind === 'set') return 'setter';
    if (node.kind === 'constructor') return 'constructor';
  }
  if (node.async) return 'async';
  if (node.generator) return 'generator';
  if (node.type !== 'ObjectMethod' && node.type !== 'ClassMethod') return undefined;
  return isCalledByLanguage(node) ? 'calledByLanguage' : undefined;
}

const CONVERSIONS: ReadonlySet<string> = new Set(['toString', 'valueOf', 'toJSON']);

/** `toString`, `valueOf` and `toJSON`, and whatever a symbol of the language names: `[Symbol.iterator]`. */
function isCalledByLanguage({ key, computed }: t.ObjectMethod | t.ClassMethod): boolean {
  if (computed) return isSymbolOfLanguage(key);
  return CONVERSIONS.has(key.type === 'Identifier' ? key.name : key.type === 'StringLiteral' ? key.value : '');
}
