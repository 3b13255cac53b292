/** `break` in a `switch ($pc)` of the dispatch: it shall leave the loop around that. */
import type { types as t } from '@babel/core';
import { eachStatement } from '../../../babel/ast.js';
import type { Lowering } from '../lowering.js';

/**
 * Gives those `break`s of a loop or a `switch` of the source a label that would leave a `switch` of ours. Returns the label, if there is
 * such a one: the source's own, or a new one.
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
