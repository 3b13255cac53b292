/** How code uses names. */
import { isAssignmentTarget, outOfParentheses } from './ast.js';
import type { Path } from './path.js';
import type { Types } from './types.js';
import type { types as t } from '@babel/core';

/** Nodes of TypeScript and Flow that hold expressions. */
const HOLD_CODE = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'TSParameterProperty',
  'TSExportAssignment',
  'TSEnumMember',
  'TSEnumBody',
  'TSEnumDeclaration',
  'TSModuleBlock',
  'TSModuleDeclaration',
  'TypeCastExpression',
]);

/** How code uses an identifier as a variable; undefined where it names a property, a label, a type or a declaration. */
export function useOf(types: Types, path: Path): 'read' | 'written' | undefined {
  const { node, parent } = path;
  if (node.type === 'JSXIdentifier') return isComponent(path as Path<t.JSXIdentifier>) ? 'read' : undefined;
  const isWritten = isChanged(types, path);
  if (!isWritten && !types.isReferenced(node, parent, path.parentPath?.parent)) return undefined;
  return isOfTypes(types, path) ? undefined : isWritten ? 'written' : 'read';
}

/** It is assigned to, updated or deleted, also in a pattern or in parentheses. */
function isChanged(types: Types, path: Path): boolean {
  const { at, parent } = outOfParentheses(path);
  return isAssignmentTarget(at) || types.isUnaryExpression(parent?.node, { operator: 'delete' });
}

/** `<Icon>`, `<ui.Icon>`; `<icon>` is an element of the platform. */
function isComponent({ node: { name }, parent, key }: Path<t.JSXIdentifier>): boolean {
  if (parent.type === 'JSXMemberExpression') return key === 'object' && name !== 'this';
  return (parent.type === 'JSXOpeningElement' || parent.type === 'JSXClosingElement') && !/^[a-z]|-/.test(name);
}

function isOfTypes(types: Types, path: Path): boolean {
  if (path.key === 'id') return true;
  for (let at = path.parentPath; at; at = at.parentPath) {
    if ((types.isTypeScript(at.node) || types.isFlow?.(at.node)) && !HOLD_CODE.has(at.node.type)) return true;
    if (types.isStatement(at.node)) return false;
  }
  return false;
}
