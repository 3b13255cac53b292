/** What arrows that become functions of their own get of `super`, as `write/functions/prologue.ts` declares it. */
import type { types as t } from '@babel/core';

/**
 *   const $super = $key => super[$key];
 *
 * A frame does not keep it, as no save could have it: it is made again wherever the function goes on.
 */
export const isSuperCapture = (node: t.Node | undefined): boolean =>
  node?.type === 'VariableDeclarator' &&
  node.start == null &&
  node.init?.type === 'ArrowFunctionExpression' &&
  node.init.body.type === 'MemberExpression' &&
  node.init.body.object.type === 'Super';

export const declaresSuperCapture = (node: t.Statement): boolean =>
  node.type === 'VariableDeclaration' && isSuperCapture(node.declarations[0]);
