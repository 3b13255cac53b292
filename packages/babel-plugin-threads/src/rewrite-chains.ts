import type { types as t } from '@babel/core';
import type { Compilation } from './compilation.js';
import type { Emitter } from './emit.js';
import type { ChainPlan, Plan } from './plan.js';
import type { CallRewriter } from './rewrite-calls.js';

type Link = t.OptionalMemberExpression | t.OptionalCallExpression;

/**
 * Opens an optional chain that pauses in its middle:
 *
 *   a?.b().c        →  ($r = a) === null || $r === void 0 ? void 0 : (yield $r.b()).c
 *   a.b?.(x).c      →  ($f = ($r = a).b) === null || $f === void 0 ? void 0 : (yield $f.call($r, x)).c
 *   delete a?.b().c →  ($r = a) === null || $r === void 0 ? true : delete (yield $r.b()).c
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
  const opened = from(base as t.Expression, 0);
  const topCall = plan.calls.get(top);
  return topCall?.treatment === 'handedOver' ? calls.handOver(topCall, opened) : opened;

  /** The chain from link `at` on, asked of `value`. */
  function from(value: t.Expression, at: number): t.Expression {
    let current = value;
    for (let i = at; i < links.length; i++) {
      const link = links[i]!;
      if (link.optional) return guarded(current, i);
      current = applied(current, link);
    }
    return chain.deleted ? types.unaryExpression('delete', current) : current;
  }

  function guarded(value: t.Expression, at: number): t.Expression {
    const link = links[at]!;
    const isMethod = types.isOptionalCallExpression(link) && types.isMemberExpression(value);
    const receiver = isMethod ? receiverOf(value) : undefined;
    const name = plan.names.temporary(chain.in.node, isMethod || types.isOptionalCallExpression(link) ? '$f' : '$r');
    const test = types.logicalExpression(
      '||',
      types.binaryExpression('===', emitter.assign(name, value), types.nullLiteral()),
      types.binaryExpression('===', emitter.id(name), nothing()),
    );
    const rest =
      receiver === undefined
        ? from(applied(emitter.id(name), link), at + 1)
        : from(calledOn(receiver, name, link as t.OptionalCallExpression), at + 1);
    return types.conditionalExpression(test, chain.deleted ? types.booleanLiteral(true) : nothing(), rest);
  }

  function receiverOf(member: t.MemberExpression): t.Expression {
    if (types.isThisExpression(member.object) || types.isSuper(member.object)) return types.thisExpression();
    const name = plan.names.temporary(chain.in.node, '$r');
    member.object = emitter.assign(name, member.object);
    return emitter.id(name);
  }

  function calledOn(receiver: t.Expression, name: string, link: t.OptionalCallExpression): t.Expression {
    const call = emitter.call(
      emitter.member(emitter.id(name), 'call'),
      receiver,
      ...(link.arguments as t.Expression[]),
    );
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
    return types.unaryExpression('void', types.numericLiteral(0));
  }
}
