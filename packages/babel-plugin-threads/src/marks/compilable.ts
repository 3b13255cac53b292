/** Which functions can be threads. */
import type { Compilation } from '../context/compilation.js';
import type { Uncompilable } from '../messages/errors.js';
import type { types as t } from '@babel/core';

/** The reason why a function cannot be a thread, or undefined if it can. */
export function whyUncompilable({ t: types }: Compilation, node: t.Node): Uncompilable | undefined {
  if (!types.isFunction(node)) return undefined;
  if ('kind' in node) {
    if (node.kind === 'get') return 'getter';
    if (node.kind === 'set') return 'setter';
    if (node.kind === 'constructor') return 'constructor';
  }
  if (node.async) return 'async';
  if (node.generator) return 'generator';
  if ((types.isObjectMethod(node) || types.isClassMethod(node)) && isCalledByLanguage(node)) return 'calledByLanguage';
  return undefined;

  function isCalledByLanguage({ key, computed }: t.ObjectMethod | t.ClassMethod): boolean {
    if (computed) return types.isMemberExpression(key) && types.isIdentifier(key.object, { name: 'Symbol' });
    const name = types.isIdentifier(key) ? key.name : types.isStringLiteral(key) ? key.value : '';
    return name === 'toString' || name === 'valueOf' || name === 'toJSON';
  }
}
