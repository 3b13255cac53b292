/** Where a function pauses: which of its nodes hold a pause, and what number each has. */
import type { types as t } from '@babel/core';
import { computedKeyOf, eachChild } from '../../babel/ast.js';
import type { Types } from '../../babel/types.js';
import type { FunctionPlan, Pause } from '../../plan.js';
import type { Tools } from './tools.js';

/** The children of a node that are evaluated with it: of a function only a computed key. */
export function partsOf(types: Types, node: t.Node): t.Node[] {
  const parts: t.Node[] = [];
  eachChild(types, node, (child) => {
    const part = types.isFunction(child) ? computedKeyOf(child) : child;
    if (part !== undefined) parts.push(part);
  });
  return parts;
}

/**
 * The body is read once. A node that a pass has written since is looked at when somebody asks for it: of the nodes in it the answer is known. So a
 * pass must not put a pause into a node that held none, nor leave one without its pause: it writes a new node.
 */
export class Pauses {
  /** A `for…of` holds a pause. */
  isInForOf = false;
  readonly #tools: Pick<Tools, 'types' | 'edges'>;
  readonly #isHolding = new Map<t.Node, boolean>();
  readonly #numbers = new Map<t.Node, number>();
  readonly #plannedFor: ReadonlyMap<t.Node, Pause>;
  /** The numbers of planned pauses that no node has yet: of several nodes of one pause the first gets it. */
  readonly #free: Map<Pause, number>;
  #last: number;

  /** `plannedFor`: the pause of the plan for which a `yield` was written. */
  constructor(
    tools: Pick<Tools, 'types' | 'edges'>,
    fn: t.Function,
    { pauses }: Pick<FunctionPlan, 'pauses'>,
    plannedFor: ReadonlyMap<t.Node, Pause>,
  ) {
    this.#tools = tools;
    this.#plannedFor = plannedFor;
    this.#free = new Map(pauses.map((pause, index) => [pause, index + 1]));
    this.#last = pauses.length;
    this.#read(fn.body);
  }

  /** The node is a pause of the function, or holds one. */
  holds(node: t.Node | null | undefined): boolean {
    if (!node) return false;
    return this.#isHolding.get(node) ?? (!this.#tools.types.isFunction(node) && this.#read(node));
  }

  /** The number of a pause, from 1: its place in the list of the plan; behind those the pauses that no plan names. */
  numberOf(node: t.YieldExpression): number {
    return this.#numbers.get(node)!;
  }

  #read(node: t.Node): boolean {
    const { types, edges } = this.#tools;
    let isHolding = node.type === 'YieldExpression';
    if (isHolding) this.#number(node);
    const edge = edges.get(node);
    // What `finally` blocks need in a generator is taken out.
    if (edge === 'yield') isHolding = false;
    else if (edge === 'catch') isHolding = this.holds((node as t.TryStatement).block);
    else
      eachChild(types, node, (child) => {
        const part = types.isFunction(child) ? computedKeyOf(child) : child;
        if (part !== undefined && (this.#isHolding.get(part) ?? this.#read(part))) isHolding = true;
      });
    this.#isHolding.set(node, isHolding);
    if (isHolding && node.type === 'ForOfStatement') this.isInForOf = true;
    return isHolding;
  }

  #number(node: t.Node): void {
    const pause = this.#plannedFor.get(node);
    const number = pause && this.#free.get(pause);
    this.#numbers.set(node, number ?? ++this.#last);
    if (pause !== undefined) this.#free.delete(pause);
  }
}
