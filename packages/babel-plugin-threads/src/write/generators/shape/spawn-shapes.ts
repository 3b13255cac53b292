/** Calls that are given to `spawn`: which parts are taken over, and as what. */
import type { types as t } from '@babel/core';
import { isCall, isMember, skipTransparent } from '../../../babel/ast.js';
import type { CallPlan } from '../../../plan.js';
import { type Callee, isMemberSeen } from './written-again.js';
import type { CallShape, SpawnShape } from './shape.js';
import type { Shaper } from './shaper.js';

/** A part of the call as it is written; undefined for one that is not the source's, and is always taken over. */
type Part = t.Node | undefined;

export function shapeSpawned(shaper: Shaper, call: CallPlan, callee: Callee, native: CallShape['native']): SpawnShape {
  const { node } = call;
  if (node.type === 'TaggedTemplateExpression')
    return { ...calleeOfSource(shaper, call, node.tag), args: takenAll(shaper, call, node.quasi.expressions) };
  if (!isCall(node)) {
    const { source, options } = node as t.ImportExpression;
    return { ...NONE, args: takenAll(shaper, call, options ? [source, options] : [source]) };
  }
  // pausing(object, "map", …)
  if (native?.form === 'named') {
    const object = callee.from === 'source' ? (skipTransparent(node.callee) as t.MemberExpression).object : undefined;
    return { ...NONE, args: [taken(shaper, call, object, '$a'), undefined, ...takenAll(shaper, call, node.arguments)] };
  }
  const isPausing = native !== undefined || (callee.from === 'taken' && call.native !== undefined);
  // pausingMethod(text, method, object, …)
  if (isPausing) {
    const args = takenAll(shaper, call, [undefined, undefined, ...node.arguments]);
    return { ...NONE, args: [undefined, ...args] };
  }
  // $callOn(method, object, …)
  if (!isOfSource(callee)) return { ...NONE, args: takenAll(shaper, call, [undefined, undefined, ...node.arguments]) };
  // `waitFor(door.open)` gets the object too.
  const receiver = call.passReceiver && !call.takesGiven ? [undefined] : [];
  const parts = [...node.arguments, ...receiver];
  return { ...calleeOf(shaper, call, callee), args: takenAll(shaper, call, parts) };
}

const NONE = { callee: undefined, object: undefined, property: undefined };

/** Not a method that was read before, or a captured `super.m`, which are arguments of `$callOn`. */
function isOfSource({ from }: Callee): boolean {
  return from === 'source' || from === 'link';
}

function calleeOf(shaper: Shaper, call: CallPlan, given: Callee): Omit<SpawnShape, 'args'> {
  const { from, seen: one } = given;
  const { callee } = call.node as t.CallExpression;
  if (from === 'source') return calleeOfSource(shaper, call, callee);
  if (!isMemberSeen(one)) return { ...NONE, callee: taken(shaper, call, undefined, '$callee') };
  const { computed, property } = callee as t.OptionalMemberExpression;
  return {
    callee: undefined,
    object: taken(shaper, call, undefined, '$o'),
    property: computed ? taken(shaper, call, property, '$k') : undefined,
  };
}

function calleeOfSource(shaper: Shaper, call: CallPlan, wrapped: t.Node): Omit<SpawnShape, 'args'> {
  const { t: types } = shaper.analysis.compilation;
  const callee = skipTransparent(wrapped);
  if (types.isImport(callee)) return NONE;
  if (!isMember(callee) || shaper.analysis.plan.captured.has(callee))
    return { ...NONE, callee: taken(shaper, call, wrapped, '$callee') };
  return {
    callee: undefined,
    object: types.isSuper(callee.object) ? undefined : taken(shaper, call, callee.object, '$o'),
    property: callee.computed ? taken(shaper, call, callee.property, '$k') : undefined,
  };
}

function takenAll(shaper: Shaper, call: CallPlan, parts: readonly Part[]): (string | undefined)[] {
  return parts.map((part) => taken(shaper, call, part, '$a'));
}

/** The name under which the part's value is taken over, unless it may stay. */
function taken(shaper: Shaper, call: CallPlan, part: Part, wanted: string): string | undefined {
  const { plan, compilation } = shaper.analysis;
  const isText = part && compilation.t.isStringLiteral(plan.replaced.get(part)?.replacement.expression ?? part);
  // A spread is taken over as a list.
  const stays = isText === true || (part && part.type !== 'SpreadElement' && call.spawned!.has(part));
  return stays ? undefined : shaper.names.parameter(call.node, wanted);
}
