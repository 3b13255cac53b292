import type { types as t } from '@babel/core';
import type { Compilation } from '../context/compilation.js';
import { refuseAt } from '../context/diagnostic.js';
import { errors } from '../messages/errors.js';
import type { Path } from '../babel/path.js';
import type { CallPlan, Plan } from '../plan.js';
import { bare, outOfParentheses } from '../babel/ast.js';

/**
 * Finds optional chains that pause in their middle. `a?.b().c` cannot become `(yield a?.b()).c`, as the whole chain ends where
 * `a` is nothing; the rewriting opens it: `a == null ? void 0 : (yield a.b()).c`.
 */
export function findChains(compilation: Compilation, plan: Plan, paths: ReadonlyMap<CallPlan, Path>): void {
  const { t: types } = compilation;
  for (const [call, path] of paths) {
    if (
      !types.isOptionalCallExpression(path.node) ||
      (call.treatment === 'handedOver' && call.native === undefined && !call.spawned)
    )
      continue;
    let top: Path = path;
    for (let next = linkAbove(top); next; next = linkAbove(top)) top = next;
    // A call made as from plain code, whose arguments wait, is taken apart: then its own `?.` must go too.
    // So must that of a native, whose receiver is named twice, and of one that is given to `spawn`.
    const isTakenApart =
      call.spawned !== undefined || (call.treatment === 'asPlain' && call.waitsBefore) || call.native !== undefined;
    if (top === path && !isTakenApart && plan.canPause === undefined) continue;
    const { parent, key } = top;
    if ((key === 'callee' || key === 'tag') && types.isOptionalMemberExpression(top.node)) {
      refuseAt(compilation, top.node, errors.parenthesisedChain());
      continue;
    }
    const deleted = types.isUnaryExpression(parent, { operator: 'delete' });
    plan.chains.set(top.node, { in: call.in, deleted, keepsReceiver: isOfWaitFor(top) });
  }
  for (const [call, path] of paths) if (call.passReceiver) openForReceiver(call, path);
  for (const call of plan.calls.values())
    if (types.isOptionalCallExpression(call.node)) call.inChain = isInOpened(paths.get(call)!);

  function isInOpened(path: Path): boolean {
    for (let at: Path | undefined = path; at; at = linkAbove(at)) if (plan.chains.has(at.node)) return true;
    return false;
  }

  /** Where a chain may end before its last link, that link's object can only be had once the chain is opened. */
  function openForReceiver(call: CallPlan, path: Path): void {
    const chain = bare((path.node as t.CallExpression).arguments[0]!);
    if (!types.isOptionalMemberExpression(chain) || chain.optional || plan.chains.has(chain)) return;
    plan.chains.set(chain, { in: call.in, deleted: false, keepsReceiver: true });
  }

  function isOfWaitFor(chain: Path): boolean {
    const { at } = outOfParentheses(chain);
    return at.listKey === 'arguments' && plan.calls.get(at.parent)?.passReceiver === true;
  }

  /** The next link of the same chain: what is asked of this one's value. */
  function linkAbove(path: Path): Path | undefined {
    let at = path;
    while (types.isTSNonNullExpression(at.parent) && at.parentPath) at = at.parentPath;
    const { parent, key, parentPath } = at;
    if (types.isOptionalMemberExpression(parent) && key === 'object') return parentPath!;
    if (types.isOptionalCallExpression(parent) && key === 'callee') return parentPath!;
    return undefined;
  }
}
