/** Calls with pauses in their parts. */
import type { types as t } from '@babel/core';
import { isMember, skipTransparent } from '../../../babel/ast.js';
import { locate } from '../../../write/emitter.js';
import type { Lowering } from '../lowering.js';
import { keep, listParts, lowerParts, type Part, part } from './keep-earlier-parts.js';
import type { Sequence } from '../../plan/sequence.js';

/**
 *   (yield a()).m(b)   →   $v.m(b)
 *   f(yield a())       →   $t0 = f; …; $t0($v)
 *   o.m(yield a())     →   $t0 = o; $t1 = $t0.m; …; $callOn($callable($t1, "o.m"), $t0, $v)
 */
export function lowerCall(l: Lowering, seq: Sequence, node: t.CallExpression | t.NewExpression): t.Expression {
  const { types } = l;
  const isWaitingForArguments = node.arguments.some((one) => l.holds(one));
  const callee = skipTransparent(node.callee);
  const args = listParts(l, node, 'arguments');
  if (types.isNewExpression(node) || !isMember(callee) || l.emit.isOfGlobal(callee)) {
    lowerParts(l, seq, [...(types.isImport(callee) ? [] : [part(node, 'callee')]), ...args]);
    if (types.isNewExpression(node)) node.callee = guardCallee(l, node, node.callee, '$constructible');
    return node;
  }
  lowerParts(l, seq, partsOfMember(callee), isWaitingForArguments);
  if (!isWaitingForArguments) return node;
  const method = keep(l, seq, callee, 'method');
  lowerParts(l, seq, args);
  return callOn(l, node, { method, object: repeatPart(l, callee.object) });
}

/** Calls a method that was read before its arguments, without reading `call` of it. */
export function callOn(
  l: Lowering,
  node: t.CallExpression | t.OptionalCallExpression,
  { method, object }: { readonly method: t.Expression; readonly object: t.Expression },
): t.Expression {
  const parts = { METHOD: guardCallee(l, node, method), OBJECT: object, ARGS: node.arguments as t.Expression[] };
  return locate(l.emit.expression('$callOn(METHOD, OBJECT, ARGS)', parts), node);
}

/** `$callable($t1, "o.m")`: the error names the member if it is no function, and not the temporary. */
function guardCallee(
  l: Lowering,
  call: t.Node,
  value: t.Expression,
  helper: '$callable' | '$constructible' = '$callable',
): t.Expression {
  const text = l.simple.calleeTexts.get(call);
  if (text === undefined) return value;
  return l.emit.expression(`${helper}(VALUE, TEXT)`, { VALUE: value, TEXT: l.emit.text(text) });
}

/** `o` and `k` of `o[k]` */
export function partsOfMember(member: t.MemberExpression | t.OptionalMemberExpression): Part[] {
  return [
    ...(member.object.type === 'Super' ? [] : [part(member, 'object')]),
    ...(member.computed ? [part(member, 'property')] : []),
  ];
}

/** Repeats a part that is in a temporary or stable. */
export function repeatPart({ types, emit }: Lowering, kept: t.Node): t.Expression {
  const node = skipTransparent(kept);
  if (types.isSuper(node)) return types.thisExpression();
  return types.isIdentifier(node) ? emit.repeatName(node) : types.cloneNode(node as t.Expression, true, true);
}

/** `o.tag\`${yield a()}\`` → `$t0 = o; $t1 = $t0.tag; …; $methodOn($callable($t1, "o.tag"), $t0)\`${$v}\`` */
export function lowerTagged(l: Lowering, seq: Sequence, node: t.TaggedTemplateExpression): t.Expression {
  const { emit } = l;
  const tag = skipTransparent(node.tag);
  const values = node.quasi.expressions.map((_, i) => part(node.quasi, 'expressions', i));
  const isWaitingForValues = values.some((one) => l.holds(one.node));
  if (!isMember(tag)) {
    lowerParts(l, seq, [part(node, 'tag'), ...values]);
    return node;
  }
  lowerParts(l, seq, partsOfMember(tag), isWaitingForValues);
  if (!isWaitingForValues) return node;
  const method = keep(l, seq, tag, 'method');
  lowerParts(l, seq, values);
  const parts = { METHOD: guardCallee(l, node, method), OBJECT: repeatPart(l, tag.object) };
  node.tag = emit.expression('$methodOn(METHOD, OBJECT)', parts);
  return node;
}
