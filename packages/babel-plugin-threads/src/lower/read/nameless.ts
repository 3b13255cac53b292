/** Functions and classes without a name, which take that of the variable or key that they are given to. */
import type { types as t } from '@babel/core';
import type { Types } from '../../babel/types.js';

export function isNameless(types: Types, node: t.Node): boolean {
  return (
    types.isArrowFunctionExpression(node) ||
    ((types.isFunctionExpression(node) || types.isClassExpression(node)) && !node.id)
  );
}
