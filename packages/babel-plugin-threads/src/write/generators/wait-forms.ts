/** The two ways to write a wait that the option `calls` chooses from. */
import type { types as t } from '@babel/core';
import { located } from '../emitter.js';
import type { Helper } from '../../vocabulary.js';
import { joined, makeCall } from './calls.js';
import type { CallShape, LoopShape } from './shape/shape.js';
import type { Pacing, WaitForm, Writer } from './writer.js';

/** `yield f()`; dropped, on an owner unknown: `yield beside(glitch.walk())` */
export const readable: WaitForm = {
  namesReceivers: false,
  testsValues: false,
  helpersOfCall: ({ isUnjoined }) => (isUnjoined ? ['beside'] : []),
  helpersOfLoop,
  call: (writer, call, node) =>
    located(writer.types.yieldExpression(joined(writer, call, makeCall(writer, call, node))), call.plan.node),
  pace: paced,
  begin: () => [],
};

/** `isPause($ = f()) ? yield $ : $`: a call that does not wait does not leave the function. */
export const fast: WaitForm = {
  ...readable,
  testsValues: true,
  helpersOfCall: (call) => [...readable.helpersOfCall(call), 'isPause'],
  call: tested,
};

function tested(writer: Writer, call: CallShape, node: t.Expression): t.Expression {
  const { emit } = writer;
  const value = joined(writer, call, makeCall(writer, call, node));
  const written = emit.expression('isPause(NAME = VALUE) ? yield NAME : NAME', {
    NAME: call.valueName!,
    VALUE: value,
  }) as t.ConditionalExpression;
  located(written.consequent, call.plan.node);
  return located(written, call.plan.node);
}

function helpersOfLoop({ plan, frameName }: LoopShape): readonly Helper[] {
  if (frameName !== undefined) return ['clock', 'waitUntil'];
  return plan.pace === 'frame' ? ['nextFrame'] : ['overBudget', 'nextFrame'];
}

/** What a loop waits for maps to the loop. */
function paced({ emit, compilation }: Writer, { plan, frameName }: LoopShape): Pacing {
  const { loc } = plan.node;
  if (frameName !== undefined) {
    const begin = emit.statement('const FRAME = clock.frame;', { FRAME: frameName });
    const wait = emit.statement('yield waitUntil(FRAME + 1);', { FRAME: frameName });
    return { before: [located(begin, { loc })], after: [locatedWait(wait, { loc })] };
  }
  if (plan.pace === 'frame')
    return { before: [], after: [locatedWait(emit.statement('yield nextFrame;', {}), { loc })] };
  const check = emit.statement('if (overBudget(ITERATIONS)) yield nextFrame;', {
    ITERATIONS: compilation.t.numericLiteral(compilation.options.fastIterations),
  });
  locatedWait((check as t.IfStatement).consequent, { loc });
  return { before: [], after: [located(check, { loc })] };
}

function locatedWait(statement: t.Statement, at: { readonly loc: t.Node['loc'] | undefined }): t.Statement {
  located((statement as t.ExpressionStatement).expression, at);
  return located(statement, at);
}
