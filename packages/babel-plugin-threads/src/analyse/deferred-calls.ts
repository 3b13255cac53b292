import type { types as t } from '@babel/core';
import { usesThis } from './calls.js';
import type { Compilation } from '../context/compilation.js';
import { refuseAt } from '../context/diagnostic.js';
import { errors } from '../messages/errors.js';
import type { Spot } from '../babel/path.js';
import type { CallPlan, FunctionPlan, Plan } from '../plan.js';
import { isFunctionNode, walk } from '../babel/ast.js';

/**
 * Calls that are not made where they stand: those handed over, and those made as from plain code. Where something in
 * them waits, a call that is handed over becomes a function of its own, and a plain one has its parts worked out before; one that
 * is given to `spawn` has them worked out before anyway.
 */
export function settleHandedOver(compilation: Compilation, plan: Plan, paths: ReadonlyMap<CallPlan, Spot>): void {
  const { t: types } = compilation;
  // Inner calls end before outer ones begin: they were found first.
  for (const [call, path] of paths) {
    if (call.treatment === 'asPlain') {
      call.waitsBefore = waitsIn(call).length > 0;
      if (call.waitsBefore && types.isTaggedTemplateExpression(call.node))
        refuseAt(compilation, path.node, errors.taggedTemplateAsPlain());
    } else if (call.treatment === 'handedOver' && call.spawned === undefined) {
      const inner = waitsIn(call);
      if (inner.length > 0) makeFunction(call, path, inner);
    }
  }

  /** Calls below it, in the same function, that the thread waits for. */
  function waitsIn(outer: CallPlan): CallPlan[] {
    return callsBelow(outer, (call) => call.treatment !== 'handedOver' || call.spawned !== undefined).filter(
      (call) => call.treatment === 'wait',
    );
  }

  /** Calls below it, outside functions; `enters` says whether also those below a call. */
  function callsBelow(outer: CallPlan, enters: (call: CallPlan) => boolean): CallPlan[] {
    const found: CallPlan[] = [];
    walk(types, outer.node, (node: t.Node) => {
      if (node === outer.node) return true;
      if (isFunctionNode(types, node)) return false;
      const call = plan.calls.get(node);
      if (call && call.in === outer.in) found.push(call);
      return call === undefined || (call.in === outer.in && enters(call));
    });
    return found;
  }

  function makeFunction(call: CallPlan, path: Spot, inner: CallPlan[]): void {
    const outer = call.in;
    const own: FunctionPlan = {
      node: call.node,
      path,
      kind: 'handedOver',
      marked: false,
      id: '',
      name: '',
      length: 0,
      pauses: [...inner.map((c) => c.pause!), call.pause!],
      form: 'thread',
      usesThis: usesThis(types, call.node),
      usesSuper: false,
      usesNewTarget: false,
      atTop: outer.kind === 'arrow' && outer.atTop,
      calledOnTheSpot: false,
      selfName: undefined,
      movedFrom: undefined,
      exported: 'no',
      isCalledEarly: false,
      scope: undefined,
      binding: 'var',
      key: undefined,
      isReplaced: 'never',
      fast: false,
      instant: false,
      sloppy: false,
    };
    // Each turn of a loop around it hands over a new function.
    for (const pause of own.pauses) pause.loop = undefined;
    outer.pauses = outer.pauses.filter((pause) => !own.pauses.includes(pause));
    for (const one of [call, ...callsBelow(call, () => true)]) one.in = own;
    plan.functions.set(call.node, own);
  }
}
