/** Functions, classes and objects that are made in a loop get the variables of their iteration as arguments. */
import type { types as t } from '@babel/core';
import type { Tools } from '../facts/tools.js';
import { underKey } from './under-key.js';

interface Bound {
  readonly names: readonly string[];
  /** The name that it has without that. */
  readonly name: t.Node | undefined;
}

/** Those that pause while they are made: they are bound when their parts stand in variables. Declarations: see `declarations.ts`. */
export const boundLater: WeakMap<t.Node, Bound> = new WeakMap();

/** `((i) => class { … })(i)`, if it has to be bound. */
export function withBound(
  { types, emit }: Pick<Tools, 'types' | 'emit'>,
  node: t.ClassExpression | t.ObjectExpression,
): t.Expression {
  const bound = boundLater.get(node);
  if (bound === undefined) return node;
  const { names, name } = bound;
  const FN = name === undefined ? node : underKey(types, node, name);
  return emit.expression('((NAMES) => FN)(NAMES)', { NAMES: names, FN });
}
