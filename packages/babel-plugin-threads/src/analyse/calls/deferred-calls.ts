import type { types as t } from '@babel/core';
import { computedKeyOf, isFunction, outOfParentheses, walk } from '../../babel/ast.js';
import { refuseAt } from '../../context/diagnostic.js';
import { errors } from '../../messages/errors.js';
import type { CallPlan } from '../../plan.js';
import type { Analysis } from '../facts/facts.js';
import { beginFunction } from '../facts/function-plans.js';
import { usesThis } from './judge-calls.js';
import { takerOf } from './takers.js';

/**
 * Calls that are not made at once: deferred and detached ones. Where something in them waits, a deferred
 * call becomes a function of its own (a thunk), and a detached one has its parts evaluated before; one that
 * is given to `spawn` has them evaluated before anyway.
 *
 * Needs the calls that wait, and no other; gives the functions of such calls to the Plan, and `waitsBefore` to detached
 * ones.
 */
export function deferCalls(analysis: Analysis): void {
  const { compilation, plan } = analysis;
  // Inner calls end before outer ones begin: they were found first.
  for (const call of plan.calls.values()) {
    if (call.treatment === 'detached') {
      call.waitsBefore = waitsIn(analysis, call).length > 0;
      if (call.waitsBefore && call.node.type === 'TaggedTemplateExpression')
        refuseAt(compilation, call.node, errors.taggedTemplateDetached, {});
    } else if (call.treatment === 'deferred' && call.spawned === undefined) {
      if (waitsIn(analysis, call).length > 0) makeThunk(analysis, call);
    }
  }
}

/** Calls below it, in the same function, that the thread waits for. */
function waitsIn(analysis: Analysis, outer: CallPlan): CallPlan[] {
  return callsBelow(analysis, outer, (call) => call.treatment !== 'deferred' || call.spawned !== undefined).filter(
    (call) => call.treatment === 'wait',
  );
}

/** Calls below it, outside functions, whose computed keys are outside; `enters` says whether also those below a call. */
function callsBelow(
  { compilation: { t: types }, plan }: Analysis,
  outer: CallPlan,
  enters: (call: CallPlan) => boolean,
): CallPlan[] {
  const found: CallPlan[] = [];
  const look = (node: t.Node): boolean => {
    if (node === outer.node) return true;
    if (isFunction(node)) {
      const key = computedKeyOf(node);
      if (key !== undefined) walk(types, key, look);
      return false;
    }
    const call = plan.calls.get(node);
    if (call && call.in === outer.in) found.push(call);
    return call === undefined || (call.in === outer.in && enters(call));
  };
  walk(types, outer.node, look);
  return found;
}

function makeThunk(analysis: Analysis, call: CallPlan): void {
  const { compilation, plan } = analysis;
  const { node, path, in: outer } = call;
  const own = beginFunction({
    node,
    path,
    kind: 'deferred',
    wrapper: 'suspendable',
    wrapperReason: 'The combinator makes this call, and waits for it.',
    usesThis: usesThis(compilation.t, node),
    atTop: outer.kind === 'arrow' && outer.atTop,
    isStrict: outer.isStrict,
    concise: true,
  });
  for (const one of [call, ...callsBelow(analysis, call, () => true)]) {
    one.in = own;
    // Each iteration of a loop around it makes a new function.
    if (one.pause) one.pause.loop = undefined;
  }
  plan.functions.set(node, own);
}

/**
 * An arrow that the author gives to a combinator, and that waits for one call only, which it returns, is what the
 * plugin itself would write for that call: it stays as it is.
 *
 *   race(() => this.walk(), wait(100))  →  race(() => this.walk(), () => wait(100))
 *
 * Needs the functions of deferred calls; gives `returned` to such calls, which then are no pauses.
 */
export function keepThunks(analysis: Analysis): void {
  const { compilation, plan } = analysis;
  // Where nothing is taken not to wait, each function begins with a pause of its own.
  if (compilation.assumesWaits) return;
  for (const call of plan.calls.values()) {
    const { in: fn, path } = call;
    const { node } = fn;
    if (call.treatment !== 'wait' || fn.kind !== 'arrow' || fn.marked || fn.instant) continue;
    if (node.type !== 'ArrowFunctionExpression' || node.params.length > 0 || node.async) continue;
    if (outOfParentheses(path).at.parent !== node || takerOf(compilation, fn.path) !== 'word') continue;
    if (waitsIn(analysis, call).length === 0) call.treatment = 'returned';
  }
}
