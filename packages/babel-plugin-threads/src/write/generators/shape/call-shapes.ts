/** How each call is written. */
import type { types as t } from '@babel/core';
import { isCall, isMember, partsOfImport, skipTransparent } from '../../../babel/ast.js';
import type { CallPlan } from '../../../plan.js';
import {
  type Callee,
  isMemberSeen,
  isOfSuper,
  receiverOf,
  seen,
  seenMember,
  type SeenMember,
} from './written-again.js';
import type { CallShape, Receiver } from './shape.js';
import type { Shaper } from './shaper.js';
import { shapeSpawned } from './spawn-shapes.js';

/** Needs the shapes of inner calls; gives the names that this one needs. */
export function shapeCall(shaper: Shaper, call: CallPlan, given?: Callee): CallShape {
  const callee = given ?? calleeOf(shaper, call.node);
  const { helpers, analysis } = shaper;
  const isDeferred = given === undefined && call.treatment === 'deferred' && call.spawned === undefined;
  const usual = {
    plan: call,
    isDeferred,
    native: nativeOf(call, callee),
    spawned: undefined,
    importNames: [],
  };
  if (call.treatment === 'detached') {
    helpers.need(helperOfDetached(call));
    if (!call.waitsBefore) return { ...usual, as: 'detached', receiver: prepared(shaper, call, callee) };
    const receiver = partsOfDetached(shaper, call, callee);
    return { ...usual, as: 'detachedInParts', receiver, importNames: importNamesOf(shaper, call) };
  }
  if (call.spawned !== undefined) {
    const receiver = prepared(shaper, call, callee);
    return { ...usual, as: 'spawned', receiver, spawned: shapeSpawned(shaper, call, callee, usual.native) };
  }
  // A deferred call waits in a compiled function of its own, or else in a thunk, which does not wait itself.
  const isInThunk = call.treatment === 'deferred' && !analysis.plan.functions.has(call.node);
  if (isInThunk || call.treatment === 'returned')
    return { ...usual, as: 'call', receiver: prepared(shaper, call, callee) };
  if (call.isUnjoined) helpers.need('beside');
  return { ...usual, as: 'wait', receiver: prepared(shaper, call, callee) };
}

/** How a call of a native is written; undefined for others, and where an opened chain has read the method before. */
function nativeOf({ native }: CallPlan, { seen: one, from, isOptional }: Callee): CallShape['native'] {
  if (native === undefined || from === 'taken' || isOptional) return undefined;
  if (from === 'super') return { ...native, form: 'super' };
  if (!isMemberSeen(one)) return undefined;
  return { ...native, form: native.isReadLate ? 'named' : 'read' };
}

/** Who waits for a Promise has the threads in his family whose calls have given it; `void` lets go of the thread. */
export const helperOfDetached = ({ isForgotten }: CallPlan): 'outside' | 'promised' =>
  isForgotten ? 'outside' : 'promised';

function calleeOf(shaper: Shaper, node: t.Node): Callee {
  const callee = isCall(node) ? skipTransparent(node.callee) : undefined;
  if (callee === undefined) return { seen: 'other', from: 'source', isOptional: false };
  if (isOfSuper(shaper.analysis.plan.captured.get(callee))) return { seen: 'other', from: 'super', isOptional: false };
  const isOptional = callee.type === 'OptionalMemberExpression';
  const one = isMember(callee) ? seenMember(shaper, callee) : seen(shaper, callee);
  return { seen: one, from: 'source', isOptional };
}

/** The object that has to be named again where the call is only made, or waited for. */
function prepared(shaper: Shaper, call: CallPlan, callee: Callee): Receiver | undefined {
  const native = nativeOf(call, callee);
  if (native) return receiverOfNative(shaper, call, { native, callee });
  if (call.takesGiven) shaper.helpers.need('given');
  return call.passReceiver && !call.takesGiven ? receiverOfArgument(shaper, call) : undefined;
}

function receiverOfNative(
  shaper: Shaper,
  call: CallPlan,
  { native, callee }: { readonly native: NonNullable<CallShape['native']>; readonly callee: Callee },
): Receiver | undefined {
  shaper.helpers.need(native.form === 'named' ? 'pausing' : 'pausingMethod');
  return native.form === 'read' ? receiverOf(shaper, call.in.node, callee.seen as SeenMember) : undefined;
}

/** Of the `door.open` in `waitFor(door.open)`. */
function receiverOfArgument(shaper: Shaper, call: CallPlan): Receiver {
  const waited = skipTransparent((call.node as t.CallExpression).arguments[0]!);
  if (shaper.analysis.plan.chains.has(waited)) return { kind: 'ofChain' };
  return receiverOf(shaper, call.in.node, seenMember(shaper, waited as t.MemberExpression));
}

/** Its arguments wait, so the function and its `this` are handed over in their own right. */
function partsOfDetached(shaper: Shaper, call: CallPlan, callee: Callee): Receiver | undefined {
  const native = nativeOf(call, callee);
  if (native) return receiverOfNative(shaper, call, { native, callee });
  const isPausing = callee.from === 'taken' && call.native !== undefined;
  if (isPausing || callee.isOptional || !isMemberSeen(callee.seen)) return undefined;
  return receiverOf(shaper, call.in.node, callee.seen);
}

function importNamesOf({ analysis, names }: Shaper, { node }: CallPlan): readonly string[] {
  return partsOfImport(analysis.compilation.t, node).map(() => names.parameter(node, '$a'));
}
