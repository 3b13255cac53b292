/** Where a function pauses: which of its nodes hold a pause, and what number each has. */
import type { types as t } from '@babel/core';
import { eachChild } from '../../babel/ast.js';
import type { Types } from '../../babel/types.js';
import type { FunctionPlan, Pause } from '../../plan.js';

export interface Pauses {
  /** The node is a pause of the function, or holds one. */
  holds(node: t.Node | null | undefined): boolean;
  /** The number of a pause: its place in the list of the function's pauses, from 1. */
  numberOf(node: t.YieldExpression): number;
  readonly all: Iterable<t.Node>;
  /** A `for…of` holds one. */
  readonly isInForOf: boolean;
}

/** What is below a node and runs with it: of a function in it only a computed key. */
export function partsOf(types: Types, node: t.Node): t.Node[] {
  const parts: t.Node[] = [];
  eachChild(types, node, (child) => {
    const part = types.isFunction(child) ? keyOf(child) : child;
    if (part !== undefined) parts.push(part);
  });
  return parts;
}

function keyOf(fn: t.Function): t.Node | undefined {
  return 'computed' in fn && fn.computed ? (fn as t.ObjectMethod).key : undefined;
}

/** `planned`: what the pauses were written for. */
export function readPauses(
  types: Types,
  fn: t.Function,
  { pauses }: FunctionPlan,
  planned: ReadonlyMap<t.Node, Pause>,
): Pauses {
  const holding = new Set<t.Node>();
  const numbers = new Map<t.Node, number>();
  const left = new Map(pauses.map((pause, index) => [pause, index + 1]));
  let others = pauses.length;
  let isInForOf = false;
  const look = (node: t.Node): boolean => {
    let holds = false;
    if (types.isYieldExpression(node)) {
      const known = planned.get(node);
      // Of several nodes of one pause the first has its number.
      if (known !== undefined && left.has(known)) numbers.set(node, left.get(known)!);
      else numbers.set(node, ++others);
      if (known !== undefined) left.delete(known);
      holds = true;
    }
    eachChild(types, node, (child) => {
      const part = types.isFunction(child) ? keyOf(child) : child;
      if (part !== undefined && look(part)) holds = true;
    });
    if (holds) {
      holding.add(node);
      if (node.type === 'ForOfStatement') isInForOf = true;
    }
    return holds;
  };
  look(fn.body);
  return {
    holds: (node) => node != null && holding.has(node),
    numberOf: (node) => numbers.get(node)!,
    all: numbers.keys(),
    isInForOf,
  };
}
