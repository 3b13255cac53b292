/** Functions given to `map` that wait, so that what should run side by side runs one after the other. */
import type { types as t } from '@babel/core';
import { type Taker, takerOfMapper } from '../../analyse/calls/takers.js';
import type { Analysis } from '../../analyse/facts/facts.js';
import { functionAround, isThisOrSuper, memberCalled, skipTransparent } from '../../babel/ast.js';
import { dotted } from '../../babel/function-names.js';
import type { Path } from '../../babel/path.js';
import { type Finding, tell } from '../../context/diagnostic.js';
import { warnings } from '../../messages/warnings.js';
import type { FunctionPlan } from '../../plan.js';

/**
 * Only an arrow that is one call is started by the combinator. In all others `map` waits for each value:
 *
 *   all(list.map((one) => one.walk()))                  side by side
 *   all(list.map((one) => { return one.walk(); }))      one after the other, and `all` gets values
 *   all(list.map((one) => { return () => one.walk(); }))   side by side
 */
export function findMappersInTurn(analysis: Analysis): Finding[] {
  const { compilation, plan } = analysis;
  return [...plan.functions.values()].flatMap((fn) => {
    const taken = fn.pauses.length > 0 ? takerOfMapper(compilation, fn.path) : undefined;
    if (!taken || !givesValues(analysis, fn, taken.taker)) return [];
    const callee = dotted((taken.call as t.CallExpression).callee) ?? 'it';
    return [tell(fn.node, warnings.mapsInTurn, { taker: callee })];
  });
}

/** It surely waits, or gives the value of a call. What gives functions or Threads to a word is left out: those are started. */
function givesValues({ compilation, plan, facts }: Analysis, fn: FunctionPlan, taker: Taker): boolean {
  const { t: types } = compilation;
  const given = valuesGiven(facts.exits, fn);
  const isWaited = (one: t.Node): boolean =>
    plan.calls.get(one)?.treatment === 'wait' && (taker === 'Promise' || isOnOther(one));
  if (given.some(isWaited)) return true;
  if (taker === 'word' && !given.every((one) => types.isLiteral(one))) return false;
  return fn.pauses.some(({ reason }) => reason.isSure);
}

/** What it returns. */
function valuesGiven(exits: readonly Path[], fn: FunctionPlan): t.Node[] {
  const { body } = fn.node as t.ArrowFunctionExpression;
  if (body.type !== 'BlockStatement') return [skipTransparent(body)];
  return exits.flatMap((exit) => {
    const { node } = exit;
    const isOwn = node.type === 'ReturnStatement' && node.argument && functionAround(exit)?.node === fn.node;
    return isOwn ? [skipTransparent(node.argument!)] : [];
  });
}

function isOnOther(call: t.Node): boolean {
  const member = memberCalled(call);
  return member !== undefined && !isThisOrSuper(member.object);
}
