/** Orders in a `try` whose `catch` gets none of their errors. */
import { isFunction } from '../../babel/ast.js';
import type { types as t } from '@babel/core';
import type { Analysis } from '../../analyse/facts/facts.js';
import type { ListedPath } from '../../babel/path.js';
import { methodCalled } from '../../babel/function-names.js';
import { type Finding, tell } from '../../context/diagnostic.js';
import { sourceOf, textOf } from '../../context/text-of.js';
import { warnings } from '../../messages/warnings.js';
import { isHarmless } from './harmless.js';
import { type Order, readOrders, waitForOrder } from './orders.js';
import { makeWaitsFirst } from './waits-first.js';

/**
 * `try { player.turn(this); } catch (error) {…}`, where `turn` waits before it can throw: nobody waits for an order, so
 * its error goes to `onError`. Silent where the `catch` has something else to catch.
 */
export function findOrdersInTry(analysis: Analysis): Finding[] {
  const { compilation } = analysis;
  if (compilation.paths.ofType('CatchClause').length === 0 || closesOwners(analysis)) return [];
  const waitsFirst = makeWaitsFirst(analysis);
  const lost = new Map<t.Node, Order>();
  for (const order of readOrders(analysis)) if (order.functions.every(waitsFirst)) lost.set(order.path.node, order);
  const found: Finding[] = [];
  for (const order of lost.values()) {
    const block = tryAround(order.path);
    if (!block || catchesAtOnce(analysis, block.parent as t.TryStatement)) continue;
    if (!isHarmless(compilation, block, ({ node }) => lost.has(node))) continue;
    const { node } = order.path;
    const values = { call: textOf(compilation, node), name: order.name };
    found.push(tell(node, warnings.orderNotCaught, values, [waitForOrder(compilation, node)]));
  }
  return found;
}

/** The block of the innermost `try` with a `catch`, in the same function. */
function tryAround(path: ListedPath): ListedPath | undefined {
  for (let at = path; at.parentPath && !isFunction(at.node); at = at.parentPath)
    if (at.parent.type === 'TryStatement' && at.parent.handler && at.key === 'block') return at;
  return undefined;
}

/** A call on an owner that is closed throws at once. */
function closesOwners({ facts }: Analysis): boolean {
  return facts.callSites.some(({ path }) => methodCalled(path.node)?.name === 'close');
}

/** The `catch` names an error that a call throws at once, whatever is called. */
const catchesAtOnce = ({ compilation }: Analysis, { handler }: t.TryStatement): boolean =>
  /\b(?:OwnerGone|SchedulerClosed)Error\b/.test(sourceOf(compilation, handler!));
