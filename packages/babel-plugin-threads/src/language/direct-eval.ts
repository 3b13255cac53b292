/** The call that sees the variables around it. */
import { isCall, skipTransparent } from '../babel/ast.js';
import type { Types } from '../babel/types.js';
import type { types as t } from '@babel/core';

/** `eval(…)` by this name sees the variables around it, and may assign to them. */
export function isDirectEval(types: Types, node: t.Node): boolean {
  return isCall(node) && types.isIdentifier(skipTransparent(node.callee), { name: 'eval' });
}
