/** How a wait is written. */
import type { types as t } from '@babel/core';
import { located } from '../emitter.js';
import type { Helper } from '../../vocabulary.js';
import { joined, makeCall } from './calls.js';
import type { CallShape, LoopShape } from './shape/shape.js';
import type { Pacing, WaitForm, Writer } from './writer.js';

/** `yield f()`; dropped, on an owner unknown: `yield beside(glitch.walk())` */
export const readable: WaitForm = {
  helpersOfLoop,
  call: yielded,
  pace: paced,
  begin: () => [],
};

function yielded(writer: Writer, call: CallShape, node: t.Expression): t.Expression {
  const written = writer.types.yieldExpression(joined(writer, call, makeCall(writer, call, node)));
  if (call.plan.pause) writer.written.pauses.set(written, call.plan.pause);
  return located(written, call.plan.node);
}

function helpersOfLoop({ plan, frameName }: LoopShape): readonly Helper[] {
  if (frameName !== undefined) return ['clock', 'waitUntil'];
  return plan.pace === 'frame' ? ['nextFrame'] : ['overBudget', 'nextFrame'];
}

/** What a loop waits for maps to the loop. */
function paced({ emit, compilation, written }: Writer, { plan, frameName }: LoopShape): Pacing {
  const { loc } = plan.node;
  const note = (statement: t.Statement): t.Statement => {
    const wait = (statement as t.ExpressionStatement).expression as t.YieldExpression;
    written.pauses.set(wait, plan.pause);
    if (frameName === undefined) written.frameWaits.add(wait);
    return locatedWait(statement, { loc });
  };
  if (frameName !== undefined) {
    const begin = emit.statement('const FRAME = clock.frame;', { FRAME: frameName });
    const wait = emit.statement('yield waitUntil(FRAME + 1);', { FRAME: frameName });
    return { before: [located(begin, { loc })], after: [note(wait)] };
  }
  if (plan.pace === 'frame') return { before: [], after: [note(emit.statement('yield nextFrame;', {}))] };
  const check = emit.statement('if (overBudget(ITERATIONS)) yield nextFrame;', {
    ITERATIONS: compilation.t.numericLiteral(compilation.options.fastIterations),
  });
  note((check as t.IfStatement).consequent);
  return { before: [], after: [located(check, { loc })] };
}

function locatedWait(statement: t.Statement, at: { readonly loc: t.Node['loc'] | undefined }): t.Statement {
  located((statement as t.ExpressionStatement).expression, at);
  return located(statement, at);
}
