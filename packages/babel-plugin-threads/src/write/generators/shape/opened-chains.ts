/** Which optional chains are opened. Babel opens them in a plugin of its own (`plugin-transform-optional-chaining`), which opens all of them. */
import type { types as t } from '@babel/core';
import { skipTransparent, outOfParentheses } from '../../../babel/ast.js';
import type { Path } from '../../../babel/path.js';
import type { Types } from '../../../babel/types.js';
import { refuseAt } from '../../../context/diagnostic.js';
import { errors } from '../../../messages/errors.js';
import type { CallPlan, Plan } from '../../../plan.js';
import type { Shaper } from './shaper.js';

/**
 * Finds optional chains that pause in their middle. `a?.b().c` cannot become `(yield a?.b()).c`, as the whole chain ends where
 * `a` is nothing; it is opened: `a == null ? void 0 : (yield a.b()).c`.
 *
 * Gives `chains`.
 */
export function findChains(shaper: Shaper): void {
  const { facts } = shaper.analysis;
  for (const [call, path] of facts.calls) openForCall(shaper, call, path);
  for (const [call, path] of facts.calls) if (call.passReceiver) openForReceiver(shaper, call, path);
}

function openForCall({ analysis, chains }: Shaper, call: CallPlan, path: Path): void {
  const { compilation, plan } = analysis;
  const { t: types } = compilation;
  if (!types.isOptionalCallExpression(path.node)) return;
  const isLate = call.treatment === 'deferred' || call.treatment === 'returned';
  if (isLate && call.native === undefined && !call.spawned) return;
  let top: Path = path;
  for (let next = linkAbove(types, top); next; next = linkAbove(types, top)) top = next;
  // A detached call, whose arguments wait, is taken apart: then its own `?.` must go too.
  // So must that of a native, whose receiver is named twice, and of one that is given to `spawn`.
  const isTakenApart =
    call.spawned !== undefined || (call.treatment === 'detached' && call.waitsBefore) || call.native !== undefined;
  if (top === path && !isTakenApart) return;
  const { parent, key } = top;
  if ((key === 'callee' || key === 'tag') && types.isOptionalMemberExpression(top.node))
    return refuseAt(compilation, top.node, errors.parenthesisedChain());
  const deleting = types.isUnaryExpression(parent, { operator: 'delete' }) ? parent : undefined;
  const around = deleting ? top.parentPath!.parent : parent;
  const statement = types.isExpressionStatement(around) ? around : undefined;
  chains.set(top.node, { in: call.in, deleting, statement, keepsReceiver: isOfWaitFor(plan, top) });
}

/** Where a chain may end before its last link, that link's object can only be had once the chain is opened. */
function openForReceiver({ analysis, chains }: Shaper, call: CallPlan, path: Path): void {
  const { compilation } = analysis;
  const chain = skipTransparent((path.node as t.CallExpression).arguments[0]!);
  if (!compilation.t.isOptionalMemberExpression(chain) || chain.optional || chains.has(chain)) return;
  chains.set(chain, { in: call.in, deleting: undefined, statement: undefined, keepsReceiver: true });
}

/** A call in the middle of a chain that is opened is written with that chain. */
export function isInOpened({ analysis: { compilation }, chains }: Shaper, path: Path): boolean {
  if (path.node.type !== 'OptionalCallExpression') return false;
  for (let at: Path | undefined = path; at; at = linkAbove(compilation.t, at)) if (chains.has(at.node)) return true;
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
