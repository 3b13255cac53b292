import type { types as t } from '@babel/core';
import type { Compilation } from '../context/compilation.js';
import type { Emitter } from './emit.js';
import type { ChainPlan, Plan } from '../plan.js';
import type { CallRewriter } from './calls.js';
import { skipTransparent, isSteady } from '../babel/ast.js';

type Link = t.OptionalMemberExpression | t.OptionalCallExpression;

/**
 * Opens an optional chain that pauses in its middle:
 *
 *   a?.b().c         →  a == null ? void 0 : (yield a.b()).c
 *   a.x?.b().c       →  ($r = a.x) == null ? void 0 : (yield $r.b()).c
 *   a.b?.(x).c       →  ($f = a.b) == null ? void 0 : (yield $f.call(a, x)).c
 *   delete a?.b().c  →  a == null ? true : delete (yield a.b()).c
 *
 * In `waitFor(a?.b.open)` the last object is kept too: `a == null ? void 0 : ($r = a.b).open, $r`.
 */
export function openChain(
  { t: types }: Compilation,
  plan: Plan,
  emitter: Emitter,
  calls: CallRewriter,
  top: t.Node,
  chain: ChainPlan,
): t.Expression {
  const links: Link[] = [];
  let base: t.Node = top;
  for (;;) {
    if (types.isTSNonNullExpression(base)) base = base.expression;
    else if (types.isOptionalMemberExpression(base)) {
      links.unshift(base);
      base = base.object;
    } else if (types.isOptionalCallExpression(base)) {
      links.unshift(base);
      base = base.callee as t.Node;
    } else break;
  }
  let receiver: t.Expression | undefined;
  const opened = from(base as t.Expression, 0);
  if (receiver) calls.receivers.set(opened, receiver);
  const topCall = plan.calls.get(top);
  return topCall?.treatment === 'deferred' && !topCall.spawned ? calls.defer(topCall, opened) : opened;

  /** The chain from link `at` on, asked of `value`. */
  function from(value: t.Expression, at: number): t.Expression {
    let current = value;
    for (let i = at; i < links.length; i++) {
      const link = links[i]!;
      if (link.optional) return guarded(current, i);
      if (chain.keepsReceiver && i === links.length - 1) current = kept(current);
      current = applied(current, link);
    }
    return chain.deleted ? types.unaryExpression('delete', current) : current;
  }

  /** `$r.b` → `$r1 = $r.b` */
  function kept(value: t.Expression): t.Expression {
    const name = plan.names.temporary(chain.in.node, '$r');
    receiver = emitter.id(name);
    return emitter.assign(name, value);
  }

  function guarded(value: t.Expression, at: number): t.Expression {
    const link = links[at]!;
    const owner = types.isOptionalCallExpression(link) && types.isMemberExpression(value) ? ownerOf(value) : undefined;
    const isSimple = types.isIdentifier(value) || types.isThisExpression(value);
    const name = isSimple
      ? ''
      : plan.names.temporary(chain.in.node, types.isOptionalCallExpression(link) ? '$f' : '$r');
    const tested = isSimple ? value : emitter.assign(name, value);
    const again = (): t.Expression => (isSimple ? emitter.again(value) : emitter.id(name));
    const isNothing = types.binaryExpression('==', tested, types.nullLiteral());
    if (chain.keepsReceiver && at === links.length - 1) receiver = again();
    const rest =
      owner === undefined
        ? from(applied(again(), link), at + 1)
        : from(calledOn(owner, again(), link as t.OptionalCallExpression), at + 1);
    return types.conditionalExpression(isNothing, chain.deleted ? types.booleanLiteral(true) : nothing(), rest);
  }

  /** The object of a method, to be named once more. */
  function ownerOf(member: t.MemberExpression): t.Expression {
    if (types.isThisExpression(member.object) || types.isSuper(member.object)) return types.thisExpression();
    if (isSteady(types, member)) return emitter.again(skipTransparent(member.object) as t.Identifier);
    const name = plan.names.temporary(chain.in.node, '$r');
    member.object = emitter.assign(name, member.object);
    return emitter.id(name);
  }

  function calledOn(owner: t.Expression, fn: t.Expression, link: t.OptionalCallExpression): t.Expression {
    const args = link.arguments as t.Expression[];
    const native = plan.calls.get(link)?.native;
    const call = native
      ? emitter.call(emitter.helper('pausing'), types.stringLiteral(native.text), fn, owner, ...args)
      : emitter.call(emitter.member(fn, 'call'), owner, ...args);
    return settled(call, link);
  }

  function applied(value: t.Expression, link: Link): t.Expression {
    if (types.isOptionalMemberExpression(link)) {
      const member = types.memberExpression(value, link.property, link.computed);
      member.loc = link.loc ?? null;
      return member;
    }
    return settled(emitter.call(value, ...(link.arguments as t.Expression[])), link);
  }

  function settled(call: t.CallExpression, link: t.Node): t.Expression {
    call.loc = link.loc ?? null;
    const known = plan.calls.get(link);
    return known ? calls.made(known, call) : call;
  }

  function nothing(): t.Expression {
    // `spawn` gets a function in any case.
    if (plan.calls.get(top)?.spawned) return types.arrowFunctionExpression([], types.blockStatement([]));
    return types.unaryExpression('void', types.numericLiteral(0));
  }
}
