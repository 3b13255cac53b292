/** Endless loops that give an order in each frame, faster than it can be carried out. */
import type { types as t } from '@babel/core';
import { withoutThis } from '../../analyse/names/runtime-words.js';
import type { Analysis } from '../../analyse/facts/facts.js';
import { isMember, targetsWrittenBy } from '../../babel/ast.js';
import type { ListedPath, Path } from '../../babel/path.js';
import { propertyName } from '../../babel/function-names.js';
import { type Finding, tell } from '../../context/diagnostic.js';
import { textOf } from '../../context/text-of.js';
import { warnings } from '../../messages/warnings.js';
import type { FunctionPlan, LoopPlan } from '../../plan.js';
import { makeKnownWaits } from '../waits/known-waits.js';
import { tells } from './harmless.js';
import { type Order, readOrders, waitForOrder } from './orders.js';

/**
 * `while (true) { robot.turn(); }`: a statement call on another object is not waited for, so the loop gives one in each
 * frame. Reported where all calls of the loop are orders whose functions stand in this file, and one of them, always of
 * the same object, keeps that for longer than a frame.
 */
export function findEndlessOrders(analysis: Analysis): Finding[] {
  const { compilation, plan } = analysis;
  const loops = [...plan.loops.values()].filter(({ isEndless }) => isEndless);
  if (loops.length === 0) return [];
  const keeps = makeKnownWaits(analysis, keepsForLonger);
  const isSlow = (fn: FunctionPlan): boolean => fn.busy === undefined && fn.again === undefined && keeps.ofFunction(fn);
  const orders = new Map<t.Node, Order>(readOrders(analysis).map((order) => [order.path.node, order]));
  const found: Finding[] = [];
  for (const loop of loops) {
    const given = ordersOf(analysis, loop, orders);
    const slow = given?.find((order) => order.functions.every(isSlow) && isSameEachTime(analysis, loop, order));
    if (!slow) continue;
    const { node } = slow.path;
    const mends = [waitForOrder(compilation, node)];
    found.push(tell(node, warnings.ordersPileUp, { call: textOf(compilation, node) }, mends));
  }
  return found;
}

/** The orders of a loop in which nothing else may wait. */
function ordersOf(
  { compilation, plan, facts }: Analysis,
  { in: fn, pause, node }: LoopPlan,
  orders: ReadonlyMap<t.Node, Order>,
): Order[] | undefined {
  const { index, end } = pause.path;
  const isIn = (path: ListedPath): boolean => index < path.index && path.index < end;
  for (const loop of plan.loops.values()) if (loop.node !== node && isIn(loop.pause.path)) return undefined;
  const found: Order[] = [];
  for (const { path } of facts.callSites) {
    const call = isIn(path) ? plan.calls.get(path.node) : undefined;
    if (!call) continue;
    const order = orders.get(path.node);
    if (order && call.in === fn) found.push(order);
    else if (!tells(compilation, path)) return undefined;
  }
  return found;
}

/** `this.wait(100)`: it keeps the owner, and for longer than a frame. `this.wait()` takes one. */
function keepsForLonger(word: string, { node }: Path): boolean {
  const own = withoutThis(word);
  if (own === word) return false;
  const [first] = (node as t.CallExpression).arguments;
  if (own === 'wait') return first !== undefined && !(first.type === 'NumericLiteral' && first.value < 20);
  if (own === 'waitFrames') return !(first?.type === 'NumericLiteral' && first.value < 2);
  return !(own === 'waitUntil' && first?.type === 'BinaryExpression');
}

/** The loop neither declares nor assigns what the receiver is made of. */
function isSameEachTime({ compilation }: Analysis, { pause: { path } }: LoopPlan, order: Order): boolean {
  const { t: types, paths } = compilation;
  if (order.receiver === undefined) return false;
  const [root = '', ...properties] = order.receiver.split('.');
  const isIn = ({ node }: Path): boolean => node.start! >= path.node.start! && node.end! <= path.node.end!;
  const binding = order.path.scope.getBinding(root);
  if (binding && [binding.path, ...binding.constantViolations].some(isIn)) return false;
  return !paths
    .ofType('AssignmentExpression', 'UpdateExpression')
    .filter(isIn)
    .flatMap(({ node }) => targetsWrittenBy(node))
    .some((target) => {
      const name = isMember(target) ? propertyName(target) : undefined;
      return types.isIdentifier(target, { name: root }) || (name !== undefined && properties.includes(name));
    });
}
