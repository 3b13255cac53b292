/**
 * What variables hold. `path.resolve` of Babel needs Babel's own paths, and stops at parentheses and types around the
 * value. `boundFunction` only reads the value in the declaration.
 */
import { skipTransparent, outOfParentheses } from './ast.js';
import type { Path } from './path.js';
import type { Types } from './types.js';
import type { types as t } from '@babel/core';

/** The function that a variable was given where it is declared. */
export function boundFunction(types: Types, declared: Path): t.Node | undefined {
  const { node } = declared;
  if (types.isFunctionDeclaration(node) || types.isFunctionExpression(node)) return node;
  if (!types.isVariableDeclarator(node) || !types.isIdentifier(node.id) || !node.init) return undefined;
  const value = skipTransparent(node.init);
  return types.isFunction(value) ? value : undefined;
}

/** The variable that a function is declared as, or given to where that is declared. */
export function bindingOf(types: Types, path: Path): ReturnType<Path['scope']['getBinding']> {
  const { node } = path;
  if (types.isFunctionDeclaration(node)) return node.id ? path.parentPath!.scope.getBinding(node.id.name) : undefined;
  const { parent } = outOfParentheses(path);
  if (!parent || !types.isVariableDeclarator(parent.node) || !types.isIdentifier(parent.node.id)) return undefined;
  const binding = parent.scope.getBinding(parent.node.id.name);
  return binding && boundFunction(types, binding.path) === node ? binding : undefined;
}
