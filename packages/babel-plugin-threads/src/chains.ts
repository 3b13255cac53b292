import type { NodePath } from '@babel/core';
import type { Compilation } from './compilation.js';
import { errors } from './errors.js';
import type { CallPlan, Plan } from './plan.js';

/**
 * Finds optional chains that pause in their middle. `a?.b().c` cannot become `(yield a?.b()).c`, as the whole chain ends where
 * `a` is nothing; the rewriting opens it: `($r = a) === null || $r === void 0 ? void 0 : (yield $r.b()).c`.
 */
export function findChains({ t: types }: Compilation, plan: Plan, paths: ReadonlyMap<CallPlan, NodePath>): void {
  for (const [call, path] of paths) {
    if (!types.isOptionalCallExpression(path.node) || call.treatment === 'handedOver') continue;
    let top: NodePath = path;
    for (let next = linkAbove(top); next; next = linkAbove(top)) top = next;
    if (top === path) continue;
    const { parent, key } = top;
    if ((key === 'callee' || key === 'tag') && types.isOptionalMemberExpression(top.node))
      throw top.buildCodeFrameError(errors.parenthesisedChain());
    plan.chains.set(top.node, { in: call.in, deleted: types.isUnaryExpression(parent, { operator: 'delete' }) });
  }
  for (const call of plan.calls.values())
    if (types.isOptionalCallExpression(call.node)) call.inChain = isInOpened(paths.get(call)!);

  function isInOpened(path: NodePath): boolean {
    for (let at: NodePath | undefined = path; at; at = linkAbove(at)) if (plan.chains.has(at.node)) return true;
    return false;
  }

  /** The next link of the same chain: what is asked of this one's value. */
  function linkAbove(path: NodePath): NodePath | undefined {
    let at = path;
    while (types.isTSNonNullExpression(at.parent) && at.parentPath) at = at.parentPath;
    const { parent, key, parentPath } = at;
    if (types.isOptionalMemberExpression(parent) && key === 'object') return parentPath!;
    if (types.isOptionalCallExpression(parent) && key === 'callee') return parentPath!;
    return undefined;
  }
}
