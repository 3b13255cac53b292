/** Which optional chains are opened. Babel opens them in a plugin of its own (`plugin-transform-optional-chaining`), which opens all of them. */
import type { types as t } from '@babel/core';
import { outOfParentheses, skipTransparent } from '../../babel/ast.js';
import type { Path } from '../../babel/path.js';
import { refuseAt } from '../../context/diagnostic.js';
import { calleeText } from '../../language/engine-text.js';
import { errors } from '../../messages/errors.js';
import type { CallPlan, ChainLink, Plan } from '../../plan.js';
import type { Analysis } from '../facts/facts.js';

/**
 * Finds optional chains that pause in their middle. `a?.b().c` cannot become `(yield a?.b()).c`, as the whole chain ends where
 * `a` is nothing; it is opened: `a == null ? void 0 : (yield a.b()).c`.
 *
 * Needs the natives; gives `chains` and `chainStatements`.
 */
export function findOpenedChains(analysis: Analysis): void {
  const calls = [...analysis.plan.calls.values()];
  for (const call of calls) openForCall(analysis, call);
  for (const call of calls) if (call.passReceiver) openForReceiver(analysis, call);
}

function openForCall({ compilation, plan }: Analysis, call: CallPlan): void {
  const { path } = call;
  const { t: types } = compilation;
  if (path.node.type !== 'OptionalCallExpression') return;
  const isLate = call.treatment === 'deferred' || call.treatment === 'returned';
  if (isLate && call.native === undefined && !call.spawned) return;
  let top: Path = path;
  for (let next = linkAbove(top); next; next = linkAbove(top)) top = next;
  // A detached call, whose arguments wait, is taken apart: then its own `?.` must go too.
  // So must that of a native, whose receiver is named twice, and of one that is given to `spawn`.
  const isTakenApart =
    call.spawned !== undefined || (call.treatment === 'detached' && call.waitsBefore) || call.native !== undefined;
  if (top === path && !isTakenApart) return;
  const { node, parent, key } = top;
  if ((key === 'callee' || key === 'tag') && node.type === 'OptionalMemberExpression')
    return refuseAt(compilation, node, errors.parenthesisedChain, {});
  const isDeleted = types.isUnaryExpression(parent, { operator: 'delete' });
  const around = isDeleted ? top.parentPath!.parent : parent;
  if (around.type === 'ExpressionStatement') plan.chainStatements.add(around);
  const links = linksOf(node);
  plan.chains.set(isDeleted ? parent : node, { in: call.in, links, keepsReceiver: isOfWaitFor(plan, top) });
}

/** Where a chain may end before its last link, that link's object can only be had once the chain is opened. */
function openForReceiver({ plan }: Analysis, call: CallPlan): void {
  const { path } = call;
  const chain = skipTransparent((path.node as t.CallExpression).arguments[0]!);
  if (chain.type !== 'OptionalMemberExpression' || chain.optional || plan.chains.has(chain)) return;
  plan.chains.set(chain, { in: call.in, links: linksOf(chain), keepsReceiver: true });
}

function isOfWaitFor(plan: Plan, chain: Path): boolean {
  const { at } = outOfParentheses(chain);
  return at.listKey === 'arguments' && plan.calls.get(at.parent)?.passReceiver === true;
}

/** The next link of the same chain: what is asked of this one's value. */
function linkAbove(path: Path): Path | undefined {
  let at = path;
  while (at.parent.type === 'TSNonNullExpression' && at.parentPath) at = at.parentPath;
  const { parent, key, parentPath } = at;
  if (parent.type === 'OptionalMemberExpression' && key === 'object') return parentPath!;
  if (parent.type === 'OptionalCallExpression' && key === 'callee') return parentPath!;
  return undefined;
}

/** The links, innermost first. */
function linksOf(top: t.Node): ChainLink[] {
  const links: ChainLink[] = [];
  for (let node = top; ;) {
    if (node.type === 'TSNonNullExpression') node = node.expression;
    else if (node.type === 'OptionalMemberExpression') {
      links.unshift({ node, text: '' });
      node = node.object;
    } else if (node.type === 'OptionalCallExpression') {
      links.unshift({ node, text: calleeText(node.callee) });
      node = node.callee;
    } else return links;
  }
}
