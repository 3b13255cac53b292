/** Which functions can be threads. */
import type { Compilation } from '../context/compilation.js';
import { isEngineInvoked } from '../language/engine-invoked.js';
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
  if ((types.isObjectMethod(node) || types.isClassMethod(node)) && isEngineInvoked(types, node))
    return 'calledByLanguage';
  return undefined;
}
