/** The call that sees the variables around it. */
import { skipTransparent } from '../babel/ast.js';
import type { Types } from '../babel/types.js';
import type { types as t } from '@babel/core';

/** `eval(…)` by this name sees the variables around it, and may assign to them. `eval?.(…)` sees those of the page only. */
export function isDirectEval(types: Types, node: t.Node): boolean {
  return types.isCallExpression(node) && types.isIdentifier(skipTransparent(node.callee), { name: 'eval' });
}
