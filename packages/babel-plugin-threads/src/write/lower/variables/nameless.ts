/** Functions and classes without a name, which take that of the variable or key that they are given to. */
import type { types as t } from '@babel/core';
import type { Types } from '../../../babel/types.js';
import type { Emitter } from '../../emitter.js';

export function isNameless(types: Types, node: t.Node): boolean {
  return (
    types.isArrowFunctionExpression(node) ||
    ((types.isFunctionExpression(node) || types.isClassExpression(node)) && !node.id)
  );
}

/** `() => 1` → `{ f: () => 1 }.f`, which is called `f` wherever it stands. */
export function withName(
  { types, emit }: { readonly types: Types; readonly emit: Emitter },
  value: t.Expression,
  name: string,
): t.Expression {
  return isNameless(types, value) ? emit.expression('{ NAME: FN }.NAME', { NAME: name, FN: value }) : value;
}
