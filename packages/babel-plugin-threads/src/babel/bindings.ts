/**
 * What variables hold. `path.resolve` of Babel needs Babel's own paths, and stops at parentheses and types around the
 * value.
 */
import { isClass, isFunction, outOfParentheses, skipTransparent } from './ast.js';
import type { Path } from './path.js';
import type { types as t } from '@babel/core';

export type Binding = NonNullable<ReturnType<Path['scope']['getBinding']>>;

/**
 * What an expression is. Of a name: the function or class that it declares, or what it is given where it is declared; undefined
 * if it may be set again, or is declared in another way.
 */
export function constantValue({ scope }: Path, expression: t.Node): t.Node | undefined {
  const node = skipTransparent(expression);
  if (node.type !== 'Identifier') return node;
  const binding = scope.getBinding(node.name);
  return binding?.constant ? declaredValue(binding.path) : undefined;
}

/** What a name is given where it is declared; undefined for a parameter, an import, and a part of a pattern. */
export function declaredValue({ node }: Path): t.Node | undefined {
  if (isFunction(node) || isClass(node)) return node;
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init) return undefined;
  return skipTransparent(node.init);
}

/** The variable that a function, a class or another value is declared as, or given to where that is declared. */
export function bindingOf(path: Path): Binding | undefined {
  const { node } = path;
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration')
    return node.id ? path.parentPath!.scope.getBinding(node.id.name) : undefined;
  const { parent } = outOfParentheses(path);
  if (parent?.node.type !== 'VariableDeclarator' || parent.node.id.type !== 'Identifier') return undefined;
  const binding = parent.scope.getBinding(parent.node.id.name);
  return binding && declaredValue(binding.path) === node ? binding : undefined;
}
