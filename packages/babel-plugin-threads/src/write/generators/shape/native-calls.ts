/** Calls of methods that may be natives whose callbacks may wait. */
import type { types as t } from '@babel/core';
import { skipTransparent } from '../../../babel/ast.js';
import { calleeText } from '../../../language/engine-text.js';
import type { CallPlan } from '../../../plan.js';
import type { CallShape } from './shape.js';
import type { Shaper } from './shaper.js';
import { type Callee, isMemberSeen } from './written-again.js';

/** How such a call is written; undefined for others, and where an opened chain has read the method before. */
export function nativeOf(shaper: Shaper, call: CallPlan, { seen: one, from, isOptional }: Callee): CallShape['native'] {
  if (call.native === undefined || from === 'taken' || isOptional) return undefined;
  const native = { name: call.native, text: textOf(call) };
  if (from === 'super') return { ...native, form: 'super' };
  if (!isMemberSeen(one)) return undefined;
  return { ...native, form: mayBeReadLate(shaper, call) ? 'named' : 'read' };
}

/** What the engine would call the method, were it no function: `this.rooms.map`. */
function textOf({ node }: CallPlan): string {
  return calleeText((node as t.CallExpression).callee);
}

/** The arguments are functions, literals, and names of what never changes: to evaluate them cannot change what the method is. */
function mayBeReadLate({ analysis }: Shaper, call: CallPlan): boolean {
  const { t: types } = analysis.compilation;
  const { callee, arguments: args } = call.node as t.CallExpression;
  const { scope } = analysis.facts.calls.get(call)!;
  const member = skipTransparent(callee) as t.MemberExpression;
  return !types.isSuper(member.object) && args.every((argument) => isInert(skipTransparent(argument)));

  function isInert(value: t.Node): boolean {
    if (types.isIdentifier(value)) {
      const binding = scope.getBinding(value.name);
      return binding ? binding.constant : value.name === 'undefined';
    }
    if (types.isTemplateLiteral(value)) return value.expressions.length === 0;
    if (types.isArrayExpression(value))
      return value.elements.every((one) => one === null || isInert(skipTransparent(one)));
    if (types.isObjectExpression(value))
      return value.properties.every(
        (one) => types.isObjectProperty(one) && !one.computed && isInert(skipTransparent(one.value)),
      );
    return types.isFunction(value) || types.isLiteral(value) || types.isThisExpression(value);
  }
}
