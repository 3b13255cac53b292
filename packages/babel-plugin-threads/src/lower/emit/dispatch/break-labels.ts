/** A `break` of the source that stands in a `switch ($pc)` of the dispatch gets a label, so that it leaves its own statement. */
import type { types as t } from '@babel/core';
import { eachStatement } from '../../../babel/ast.js';
import type { Lowering } from '../lowering.js';

/**
 * `label`: that of the source, if the statement has one. Gives the label that the `break`s have got, the same or a new one; undefined if none needs one.
 */
export function labelBreaks(l: Lowering, body: t.Node, label: string | undefined): string | undefined {
  const { types, switches } = l;
  let name: string | undefined;
  const look = (node: t.Node, isInOurs: boolean): void => {
    if (types.isBreakStatement(node)) {
      if (node.label || !isInOurs) return;
      name ??= label ?? l.nameLabel();
      node.label = l.id(name);
      return;
    }
    if (types.isLoop(node)) return;
    const isOurs = switches.has(node);
    if (types.isSwitchStatement(node) && !isOurs) return;
    eachStatement(types, node, (child) => look(child, isInOurs || isOurs));
  };
  look(body, false);
  return name;
}
