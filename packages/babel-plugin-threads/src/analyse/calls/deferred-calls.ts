import type { types as t } from '@babel/core';
import { isFunctionNode, outOfParentheses, walk } from '../../babel/ast.js';
import type { ListedPath } from '../../babel/path.js';
import { refuseAt } from '../../context/diagnostic.js';
import { errors } from '../../messages/errors.js';
import type { CallPlan, FunctionPlan } from '../../plan.js';
import type { Analysis } from '../facts/facts.js';
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
  const { compilation, facts } = analysis;
  // Inner calls end before outer ones begin: they were found first.
  for (const [call, path] of facts.calls) {
    if (call.treatment === 'detached') {
      call.waitsBefore = waitsIn(analysis, call).length > 0;
      if (call.waitsBefore && call.node.type === 'TaggedTemplateExpression')
        refuseAt(compilation, path.node, errors.taggedTemplateDetached());
    } else if (call.treatment === 'deferred' && call.spawned === undefined) {
      const inner = waitsIn(analysis, call);
      if (inner.length > 0) makeFunction(analysis, call, { path, inner });
    }
  }
}

/** Calls below it, in the same function, that the thread waits for. */
function waitsIn(analysis: Analysis, outer: CallPlan): CallPlan[] {
  return callsBelow(analysis, outer, (call) => call.treatment !== 'deferred' || call.spawned !== undefined).filter(
    (call) => call.treatment === 'wait',
  );
}

/** Calls below it, outside functions; `enters` says whether also those below a call. */
function callsBelow(
  { compilation: { t: types }, plan }: Analysis,
  outer: CallPlan,
  enters: (call: CallPlan) => boolean,
): CallPlan[] {
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

function makeFunction(
  analysis: Analysis,
  call: CallPlan,
  { path, inner }: { readonly path: ListedPath; readonly inner: readonly CallPlan[] },
): void {
  const { compilation, plan } = analysis;
  const outer = call.in;
  const own: FunctionPlan = {
    node: call.node,
    path,
    kind: 'deferred',
    marked: false,
    id: '',
    name: '',
    length: 0,
    pauses: [...inner.map((c) => c.pause!), call.pause!],
    wrapper: 'suspendable',
    wrapperReason: 'The combinator makes this call, and waits for it.',
    usesThis: usesThis(compilation.t, call.node),
    usesSuper: false,
    usesNewTarget: false,
    parent: undefined,
    atTop: outer.kind === 'arrow' && outer.atTop,
    isImmediatelyInvoked: false,
    selfName: undefined,
    exported: 'no',
    isReplaced: 'never',
    fast: false,
    instant: false,
    busy: undefined,
    again: undefined,
    isQuestion: false,
    noQuestionFor: undefined,
    isStrict: outer.isStrict,
    concise: true,
  };
  // Each iteration of a loop around it makes a new function.
  for (const pause of own.pauses) pause.loop = undefined;
  outer.pauses = outer.pauses.filter((pause) => !own.pauses.includes(pause));
  for (const one of [call, ...callsBelow(analysis, call, () => true)]) one.in = own;
  plan.functions.set(call.node, own);
}

/**
 * An arrow that the author gives to a combinator, and that waits for one call only, which it returns, is what the
 * plugin itself would write for that call: it stays as it is.
 *
 *   race(() => this.walk(), wait(100))  →  race(() => this.walk(), () => wait(100))
 *
 * Needs the pauses of each function; gives `returned` to such calls, which then are no pauses.
 */
export function keepThunks({ compilation, facts }: Analysis): void {
  const { t: types } = compilation;
  for (const [call, path] of facts.calls) {
    const { in: fn } = call;
    if (call.treatment !== 'wait' || fn.kind !== 'arrow' || fn.marked || fn.pauses.length > 1) continue;
    const { node } = fn;
    if (!types.isArrowFunctionExpression(node) || node.params.length > 0 || node.async) continue;
    if (outOfParentheses(path).at.parent !== node || fn.instant || takerOf({ compilation, path: fn.path }) !== 'word')
      continue;
    call.treatment = 'returned';
    fn.pauses = [];
  }
}
