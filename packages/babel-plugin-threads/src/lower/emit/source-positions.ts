/** Source positions of the statements that the plugin has added: there debuggers stop. */
import type { types as t } from '@babel/core';
import { locate } from '../../write/emitter.js';

/**
 * A statement without a position gets that of the statement around it, or that of the function. A debugger steps from line to line of the source, and passes
 * over statements with the same position.
 *
 *   while ($pc !== 0 || n < 3) {     the line of the loop
 *     switch ($pc) {                 the line of the loop
 *       case 0:
 *         step(n);                   its own
 */
export function placeStatements(body: readonly t.Statement[], around: t.Node): void {
  for (const one of body) placeStatement(one, around);
}

function placeStatement(node: t.Statement, around: t.Node): void {
  // Debuggers do not stop at a block. One that the plugin has written has no end in the source, so it gets no position.
  if (node.type === 'BlockStatement') return placeStatements(node.body, node.loc ? node : around);
  const at = node.loc ? node : around;
  if (!node.loc) locate(node, around);
  switch (node.type) {
    case 'IfStatement':
      placeStatement(node.consequent, at);
      if (node.alternate) placeStatement(node.alternate, at);
      return;
    case 'SwitchStatement':
      for (const { consequent } of node.cases) placeStatements(consequent, at);
      return;
    case 'TryStatement':
      placeStatement(node.block, at);
      if (node.handler) placeStatement(node.handler.body, at);
      if (node.finalizer) placeStatement(node.finalizer, at);
      return;
    case 'LabeledStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
      return placeStatement(node.body, at);
  }
}
