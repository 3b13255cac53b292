/** Where compiled functions may pause, as far as each call and each loop tells by itself. */
import type { types as t } from '@babel/core';
import { parameterOf, type ListedPath } from '../../babel/path.js';
import type { CallPlan, Pause } from '../../plan.js';
import type { Analysis, CallJudgement } from '../facts/facts.js';
import { isDirectEval } from '../../language/direct-eval.js';
import { judgeCall } from '../calls/judge-calls.js';
import { regionOf, type FunctionContext } from '../facts/function-contexts.js';
import { endsByItself } from '../loops/counted.js';
import { isEndless, paceOf } from '../loops/pace.js';
import { PauseMaker } from './pause-maker.js';
import { surely } from '../facts/reasons.js';
import { partsThatStay } from '../calls/spawned-calls.js';

/**
 * Judges each call and each loop. Needs the functions of the Plan; gives its calls and loops, each with its pause,
 * the calls in code that runs to its end at once, and to each function of the file the calls in it.
 */
export function findPauses(analysis: Analysis): void {
  const { compilation, plan, facts } = analysis;
  const pauses = new PauseMaker(compilation);
  if (compilation.assumesWaits)
    for (const { path, pauses: own } of plan.functions.values())
      own.push(pauses.at(path, { kind: 'start', value: 'dropped', reason: surely('its start') }));
  for (const path of facts.callsAndLoops) {
    const context = facts.contexts.around(path);
    if (compilation.t.isLoop(path.node)) onLoop(analysis, path as ListedPath<t.Loop>, context, pauses);
    else if (path.node.type === 'NewExpression') facts.callSites.push({ path, context, waitsIn: undefined });
    else onCall(analysis, path, context, pauses);
  }
}

/** Needs the calls that wait, and no other, and the functions of deferred ones; gives the functions their pauses. */
export function listPauses({ plan }: Analysis): void {
  for (const loop of plan.loops.values()) loop.in.pauses.push(loop.pause);
  for (const call of plan.calls.values())
    if (call.treatment === 'wait' || call.in.node === call.node) call.in.pauses.push(call.pause!);
}

function onCall(analysis: Analysis, path: ListedPath, context: FunctionContext, pauses: PauseMaker): void {
  const { compilation, plan, facts } = analysis;
  // What `eval` reads is not known: parameters stay where they are.
  if (context.plan && isDirectEval(path.node) && parameterOf(path, context.path.node) !== undefined) return;
  const judged = judgeCall(compilation, path);
  if (isAssigned(analysis, path)) {
    if (context.plan && judged.treatment === 'wait') plan.assignedCalls.add(path.node);
    return;
  }
  const waitsIn = context.plan ? undefined : noteInRegion(analysis, path, context, judged);
  facts.callSites.push({ path, context, waitsIn });
  const { treatment } = judged;
  if (treatment === 'instant') return;
  const call = context.plan && addCall(analysis, path, { ...judged, treatment, in: context.plan }, pauses);
  facts.summaries.get(context.path.node)?.calls.push({ path, plan: call, reason: judged.reason });
}

/** `f() = 1` is no call that could wait: sloppy code may have it, and throws. */
function isAssigned({ compilation: { t: types } }: Analysis, { parent, key }: ListedPath): boolean {
  return (
    ((parent.type === 'AssignmentExpression' || types.isForXStatement(parent)) && key === 'left') ||
    parent.type === 'UpdateExpression'
  );
}

function addCall(
  { compilation, plan }: Analysis,
  path: ListedPath,
  { value, reason, ...judged }: CallJudgement & Pick<CallPlan, 'treatment' | 'in'>,
  pauses: PauseMaker,
): CallPlan {
  const { treatment } = judged;
  const call: CallPlan = {
    ...judged,
    node: path.node,
    path,
    pause: treatment === 'detached' ? undefined : pauses.at(path, { kind: 'call', value, reason }),
    waitsBefore: false,
    spawned: treatment === 'deferred' ? partsThatStay(compilation, path) : undefined,
    native: undefined,
  };
  plan.calls.set(path.node, call);
  return call;
}

/**
 * Notes a call in a getter, a constructor or the like, which cannot pause. Gives the name of that code, if the call may
 * wait.
 */
function noteInRegion(
  { facts }: Analysis,
  path: ListedPath,
  around: FunctionContext,
  judged: CallJudgement,
): string | undefined {
  let context: FunctionContext | undefined = around;
  while (context?.kind === 'arrow' && context.isCovered && !(context.path.node as t.Function).async)
    context = context.parent;
  const name = context && regionOf(context);
  if (context === undefined || name === undefined || judged.treatment === 'instant') return undefined;
  const region = { node: context.path.node, name };
  facts.regionCallSites.push({ path, judged, region, isDirect: context === around });
  return judged.treatment === 'wait' ? name : undefined;
}

function onLoop(
  { compilation, marks, plan, facts }: Analysis,
  path: ListedPath<t.Loop>,
  context: FunctionContext,
  pauses: PauseMaker,
): void {
  const owner = context.plan;
  if (!owner) return;
  const { node } = path;
  const pace = paceOf(compilation, path, marks.kinds.get(node), owner.fast);
  if (pace === 'none') {
    if (!endsByItself(compilation.t, node)) facts.unpacedLoops.push(path);
    return;
  }
  const reason = surely(pace === 'frame' ? 'a frame each iteration' : 'after many iterations');
  const pause: Pause = pauses.at(path, { kind: 'loop', value: 'dropped', reason });
  pause.loop = pace === 'frame' ? undefined : pause.line;
  const summary = facts.summaries.get(owner.node);
  if (summary) summary.hasLoop = true;
  const endless = isEndless(compilation.t, node);
  plan.loops.set(node, { node, in: owner, pause, pace, isEndless: endless, isContinued: false });
}
