/** What is done to each node of a body, and in which order. */
import type { types as t } from '@babel/core';
import { isCall, outOfParentheses } from '../../../babel/ast.js';
import type { ListedPath } from '../../../babel/path.js';
import { HELPERS_OF_SUPER, type PlaceOfSuper } from '../../super.js';
import { helpersOfRegionCall, returnsValue } from '../../sync-regions.js';
import { shapeCall } from './call-shapes.js';
import { shapeChain } from './chain-shapes.js';
import type { Action } from './shape.js';
import type { Shaper } from './shaper.js';

type Planner = (shaper: Shaper, path: ListedPath) => Action | undefined;

/**
 * In this order they are done at one node:
 *
 * 1. What is read from a function around comes first, as nothing of the source is left of such a node; its call gets its `this` before
 *    it is written as a call.
 * 2. A chain is opened with all the calls in it, so no call of it is written by itself.
 * 3. Calls and statements exclude each other; of statements, a `try` around a `finally` block wraps what it holds before it may be such
 *    a statement itself, and a loop gets its wait before its iterations are counted, so that the count comes first.
 * 4. An argument that becomes a handler or a callback is wrapped last, around the result of all that.
 */
const PLANNERS: readonly Planner[] = [
  planCaptured,
  planSuperCall,
  planChain,
  planChainStatement,
  planTarget,
  planRegionCall,
  planRegion,
  planCall,
  planContinue,
  planLoop,
  planCatch,
  planFinally,
  planCount,
  planHandler,
  planCallback,
];

/**
 * Needs the loops and the keys; gives the actions, inner nodes before outer ones, and with them all names
 * of temporaries.
 */
export function planActions(shaper: Shaper): void {
  const { actions, analysis } = shaper;
  const nodes = nodesWithActions(shaper);
  for (const path of analysis.compilation.paths.upwards) {
    if (!nodes.has(path.node)) continue;
    const planned: Action[] = [];
    for (const plan of PLANNERS) {
      const action = plan(shaper, path);
      if (action !== undefined) planned.push(action);
    }
    if (planned.length > 0) actions.set(path.node, planned);
  }
}

/** The nodes that some fact is about. */
function nodesWithActions({ analysis }: Shaper): Set<t.Node> {
  const { plan } = analysis;
  const { assignedCalls, regionCalls, regions, calls, continues, loops } = plan;
  const { finallys, catchesOfFinally, runawayLoops, handlers, callbacks, captured, superCalls } = plan;
  const { chains, chainStatements } = plan;
  const facts = [
    assignedCalls,
    regionCalls,
    regions,
    calls,
    continues,
    loops,
    finallys,
    catchesOfFinally,
    runawayLoops,
    superCalls,
    chainStatements,
  ];
  const nodes = new Set<t.Node>();
  for (const one of [...facts, handlers, callbacks, captured, chains]) for (const node of one.keys()) nodes.add(node);
  return nodes;
}

function planCaptured({ captureNames, analysis, helpers }: Shaper, path: ListedPath): Action | undefined {
  const { t: types } = analysis.compilation;
  const capture = analysis.plan.captured.get(path.node);
  if (capture === undefined) return undefined;
  if (capture === 'undefined') return { kind: 'captured', name: capture };
  const name = captureNames.get(capture)!;
  if (capture.what === 'super') {
    const as = placeOfSuper(analysis, path);
    for (const helper of HELPERS_OF_SUPER[as]) helpers.need(helper);
    return { kind: 'superRead', name, as };
  }
  const isDeleted = capture.what === 'new.target' && types.isUnaryExpression(path.parent, { operator: 'delete' });
  return { kind: isDeleted ? 'capturedAndDeleted' : 'captured', name };
}

function placeOfSuper({ plan }: Shaper['analysis'], path: ListedPath): PlaceOfSuper {
  const { at, parent } = outOfParentheses(path);
  const { node } = parent!;
  if (node.type === 'TaggedTemplateExpression') return at.key === 'tag' ? 'tag' : 'value';
  if (!isCall(node) || at.key !== 'callee') return 'value';
  if (node.type === 'OptionalCallExpression') return 'optionalCallee';
  return plan.calls.get(node)?.native === undefined ? 'callee' : 'native';
}

function planSuperCall({ analysis }: Shaper, { node }: ListedPath): Action | undefined {
  return analysis.plan.superCalls.has(node) ? { kind: 'superCall' } : undefined;
}

/** A `delete` in front goes into the chain, so it is the `delete` that is written anew. */
function planChain(shaper: Shaper, { node }: ListedPath): Action | undefined {
  const chain = shaper.analysis.plan.chains.get(node);
  if (chain === undefined) return undefined;
  return { kind: 'chain', chain: shapeChain(shaper, chain, node.type === 'UnaryExpression') };
}

function planChainStatement({ analysis }: Shaper, { node }: ListedPath): Action | undefined {
  return analysis.plan.chainStatements.has(node) ? { kind: 'chainStatement' } : undefined;
}

function planTarget({ analysis, helpers }: Shaper, { node }: ListedPath): Action | undefined {
  if (!analysis.plan.assignedCalls.has(node)) return undefined;
  helpers.need('$valueNow');
  return { kind: 'assignmentTarget' };
}

function planRegionCall({ analysis, helpers }: Shaper, { node }: ListedPath): Action | undefined {
  const call = analysis.plan.regionCalls.get(node);
  if (call === undefined) return undefined;
  for (const helper of helpersOfRegionCall(call)) helpers.need(helper);
  return { kind: 'regionCall', call };
}

function planRegion({ analysis, helpers, names }: Shaper, { node }: ListedPath): Action | undefined {
  const { t: types } = analysis.compilation;
  const name = analysis.plan.regions.get(node);
  if (name === undefined) return undefined;
  helpers.need('$sync');
  const isConstructor = types.isClassMethod(node, { kind: 'constructor' });
  const resultName = isConstructor && returnsValue(types, node.body) ? names.unique('$value') : undefined;
  return { kind: 'region', name, resultName };
}

function planCall(shaper: Shaper, path: ListedPath): Action | undefined {
  const call = shaper.analysis.plan.calls.get(path.node);
  return call && !shaper.links.has(path.node) ? { kind: 'call', call: shapeCall(shaper, call) } : undefined;
}

function planContinue({ analysis, loops }: Shaper, { node }: ListedPath): Action | undefined {
  const loop = analysis.plan.continues.get(node);
  return loop && { kind: 'continue', iterationName: loops.get(loop)!.iterationName! };
}

function planLoop({ analysis, loops, helpers, form }: Shaper, { node }: ListedPath): Action | undefined {
  const plan = analysis.plan.loops.get(node);
  if (plan === undefined) return undefined;
  const loop = loops.get(plan)!;
  for (const helper of form.helpersOfLoop(loop)) helpers.need(helper);
  return { kind: 'loop', loop };
}

function planCatch({ analysis, helpers, errorName }: Shaper, { node }: ListedPath): Action | undefined {
  if (!analysis.plan.catchesOfFinally.has(node)) return undefined;
  helpers.need('$leaveFinally');
  return { kind: 'catch', errorName };
}

function planFinally({ analysis, helpers, errorName }: Shaper, { node }: ListedPath): Action | undefined {
  if (!analysis.plan.finallys.has(node)) return undefined;
  for (const form of ['$carry', '$enterFinally', '$leaveFinally'] as const) helpers.need(form);
  return { kind: 'finally', errorName };
}

function planCount({ analysis, helpers }: Shaper, { node }: ListedPath): Action | undefined {
  if (!analysis.plan.runawayLoops.has(node)) return undefined;
  helpers.need('countIteration');
  return { kind: 'countIterations' };
}

function planHandler({ analysis, helpers }: Shaper, { node }: ListedPath): Action | undefined {
  const helper = analysis.plan.handlers.get(node);
  if (helper === undefined) return undefined;
  helpers.need(helper);
  return { kind: 'handler', helper };
}

/** Methods of an object are wrapped as properties: see methods.ts. */
function planCallback({ analysis, helpers }: Shaper, { node }: ListedPath): Action | undefined {
  const { plan } = analysis;
  const region = plan.handlers.has(node) || node.type === 'ObjectMethod' ? undefined : plan.callbacks.get(node);
  if (region === undefined) return undefined;
  helpers.need('$callback');
  return { kind: 'callback', region };
}
