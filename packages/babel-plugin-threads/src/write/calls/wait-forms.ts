/** How a wait is written. */
import type { types as t } from '@babel/core';
import type { LoopPlan } from '../../plan.js';
import { locate } from '../emitter.js';
import type { Pacing, ReadyCall, WaitForm, Writer } from '../writer.js';
import { joinCall, makeCall } from './calls.js';

/** `yield f()`; dropped, on an owner unknown: `yield beside(glitch.walk())` */
export const readable: WaitForm = { call: yieldCall, pace: paceLoop, begin: () => [] };

function yieldCall(writer: Writer, call: ReadyCall): t.Expression {
  const { types, pauses } = writer;
  const { plan } = call;
  const wait = types.yieldExpression(joinCall(writer, plan, makeCall(writer, call)));
  if (plan.pause) pauses.set(wait, plan.pause);
  return locate(wait, plan.node);
}

/** What a loop waits for maps to the loop. */
function paceLoop({ types, emit, compilation, firstNames, pauses, frameWaits }: Writer, plan: LoopPlan): Pacing {
  const { node } = plan;
  const frameName = firstNames.loops.get(plan)!.frame;
  const note = (statement: t.Statement): t.Statement => {
    const wait = (statement as t.ExpressionStatement).expression as t.YieldExpression;
    pauses.set(wait, plan.pause);
    if (frameName === undefined) frameWaits.add(wait);
    locate(wait, node);
    return locate(statement, node);
  };
  if (frameName !== undefined) {
    const begin = emit.statement('const FRAME = clock.frame;', { FRAME: frameName }, node);
    const wait = emit.statement('yield waitUntil(FRAME + 1);', { FRAME: frameName });
    return { before: [begin], after: [note(wait)] };
  }
  if (plan.pace === 'frame') return { before: [], after: [note(emit.statement('yield nextFrame;'))] };
  const ITERATIONS = types.numericLiteral(compilation.options.fastIterations);
  const check = emit.statement('if (overBudget(ITERATIONS)) yield nextFrame;', { ITERATIONS }, node);
  note((check as t.IfStatement).consequent);
  return { before: [], after: [check] };
}
