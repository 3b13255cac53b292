import type { types as t } from '@babel/core';
import type { Compilation } from '../../context/compilation.js';
import type { Types } from '../../babel/types.js';
import type { Plan } from '../../plan.js';
import { become } from '../../context/replacements.js';

/**
 * Writes what the options put in the place of free names, before all else, so that the rest of the writing finds ordinary code:
 *
 * Position.at(x)   →  CK.api.Position.at(x)      { Position }   →  { Position: CK.api.Position }
 * spawnGlitch()    →  (0, CK.api.spawnGlitch)()  <Icon />       →  <CK.ui.Icon />
 * walk(NORTH)      →  walk(Direction(0))
 */
export function replaceNames({ t: types }: Compilation, plan: Plan): void {
  for (const [node, { path, replacement, isCallee }] of plan.replaced) {
    const expression = types.cloneNode(replacement.expression, true, true);
    if (node.type === 'JSXIdentifier') {
      const tag = types.inheritsComments(asTag(types, expression), node);
      (path.parent as unknown as Record<string, t.Node>)[path.key as string] = tag;
    } else become(types, node as t.Identifier, path.parent, { expression, isCallee });
  }
}

/** `CK.ui.Icon` as the name of a tag. */
function asTag(types: Types, expression: t.Expression): t.JSXIdentifier | t.JSXMemberExpression {
  if (expression.type === 'Identifier') return types.jsxIdentifier(expression.name);
  const { object, property } = expression as t.MemberExpression;
  return types.jsxMemberExpression(asTag(types, object), types.jsxIdentifier((property as t.Identifier).name));
}
