import type { types as t } from '@babel/core';
import { skipTransparent, outOfParentheses } from '../babel/ast.js';
import type { Path } from '../babel/path.js';
import type { Types } from '../babel/types.js';
import { refuseAt } from '../context/diagnostic.js';
import { errors } from '../messages/errors.js';
import type { CallPlan, Plan } from '../plan.js';
import type { Analysis } from './analysis.js';

/**
 * Finds optional chains that pause in their middle. `a?.b().c` cannot become `(yield a?.b()).c`, as the whole chain ends where
 * `a` is nothing; the rewriting opens it: `a == null ? void 0 : (yield a.b()).c`.
 *
 * Needs the calls, complete; gives `chains`, and to each call whether it stands in one.
 */
export function findChains(analysis: Analysis): void {
  const { compilation, plan, facts } = analysis;
  for (const [call, path] of facts.calls) openForCall(analysis, call, path);
  for (const [call, path] of facts.calls) if (call.passReceiver) openForReceiver(analysis, call, path);
  for (const call of plan.calls.values())
    if (call.node.type === 'OptionalCallExpression')
      call.inChain = isInOpened(compilation.t, plan, facts.calls.get(call)!);
}

function openForCall({ compilation, plan }: Analysis, call: CallPlan, path: Path): void {
  const { t: types } = compilation;
  if (!types.isOptionalCallExpression(path.node)) return;
  if (call.treatment === 'deferred' && call.native === undefined && !call.spawned) return;
  let top: Path = path;
  for (let next = linkAbove(types, top); next; next = linkAbove(types, top)) top = next;
  // A detached call, whose arguments wait, is taken apart: then its own `?.` must go too.
  // So must that of a native, whose receiver is named twice, and of one that is given to `spawn`.
  const isTakenApart =
    call.spawned !== undefined || (call.treatment === 'detached' && call.waitsBefore) || call.native !== undefined;
  if (top === path && !isTakenApart && plan.canPause === undefined) return;
  const { parent, key } = top;
  if ((key === 'callee' || key === 'tag') && types.isOptionalMemberExpression(top.node))
    return refuseAt(compilation, top.node, errors.parenthesisedChain());
  const deleted = types.isUnaryExpression(parent, { operator: 'delete' });
  plan.chains.set(top.node, { in: call.in, deleted, keepsReceiver: isOfWaitFor(plan, top) });
}

/** Where a chain may end before its last link, that link's object can only be had once the chain is opened. */
function openForReceiver({ compilation, plan }: Analysis, call: CallPlan, path: Path): void {
  const chain = skipTransparent((path.node as t.CallExpression).arguments[0]!);
  if (!compilation.t.isOptionalMemberExpression(chain) || chain.optional || plan.chains.has(chain)) return;
  plan.chains.set(chain, { in: call.in, deleted: false, keepsReceiver: true });
}

function isInOpened(types: Types, plan: Plan, path: Path): boolean {
  for (let at: Path | undefined = path; at; at = linkAbove(types, at)) if (plan.chains.has(at.node)) return true;
  return false;
}

function isOfWaitFor(plan: Plan, chain: Path): boolean {
  const { at } = outOfParentheses(chain);
  return at.listKey === 'arguments' && plan.calls.get(at.parent)?.passReceiver === true;
}

/** The next link of the same chain: what is asked of this one's value. */
function linkAbove(types: Types, path: Path): Path | undefined {
  let at = path;
  while (types.isTSNonNullExpression(at.parent) && at.parentPath) at = at.parentPath;
  const { parent, key, parentPath } = at;
  if (types.isOptionalMemberExpression(parent) && key === 'object') return parentPath!;
  if (types.isOptionalCallExpression(parent) && key === 'callee') return parentPath!;
  return undefined;
}
