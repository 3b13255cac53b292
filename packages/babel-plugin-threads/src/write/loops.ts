import type { types as t } from '@babel/core';
import type { Compilation } from '../context/compilation.js';
import type { Types } from '../babel/types.js';
import type { Emitter } from './emit.js';
import type { LoopPlan } from '../plan.js';
import { settleInnerComments } from '../babel/comments.js';

/**
 *   while (test) {              while (test) {
 *     if (a) continue;            const $frame0 = clock.frame;
 *     b();                        $turn0: {
 *   }                               if (a) break $turn0;
 *                                   yield b();
 *                                 }
 *                                 yield waitUntil($frame0 + 1);
 *                               }
 *
 * and, paced by a budget, at the end: `if (overBudget(10000)) yield waitUntil(clock.frame + 1);`
 */
export function rewriteLoop(
  { t: types, options }: Compilation,
  emitter: Emitter,
  plan: LoopPlan,
  canPause: string | undefined,
): void {
  const loop = plan.node as t.Loop;
  const { loc } = loop;
  const written = blockOf(types, loop);
  // What a turn is using is given up before the wait.
  const isBoundary = plan.isContinued || written.body.some(isUsing);
  const apart = plan.isContinued ? types.labeledStatement(emitter.id(plan.turnName), written) : written;
  const turn = isBoundary ? [apart] : written.body;
  const body = isBoundary ? types.blockStatement([]) : written;
  loop.body = body;
  if (canPause !== undefined) {
    const pause = emitter.call(emitter.member(emitter.helper('stress'), 'pause'), emitter.id(canPause));
    body.body = [...turn, placed(types.expressionStatement(placed(types.yieldExpression(pause))))];
  } else if (plan.pace === 'frame') {
    const frame = emitter.declare('const', plan.frameName, emitter.member(emitter.helper('clock'), 'frame'));
    body.body = [placed(frame), ...turn, waitUntil(emitter.id(plan.frameName))];
  } else {
    const isOver = emitter.call(emitter.helper('overBudget'), types.numericLiteral(options.fastIterations));
    const wait = waitUntil(emitter.member(emitter.helper('clock'), 'frame'));
    body.body = [...turn, placed(types.ifStatement(isOver, wait))];
  }
  settleInnerComments(body);

  function isUsing(statement: t.Statement): boolean {
    return types.isVariableDeclaration(statement) && statement.kind === 'using';
  }

  function waitUntil(frame: t.Expression): t.Statement {
    const next = types.binaryExpression('+', frame, types.numericLiteral(1));
    const wait = types.yieldExpression(emitter.call(emitter.helper('waitUntil'), next));
    return placed(types.expressionStatement(placed(wait)));
  }

  /** What a loop waits for maps to the loop. */
  function placed<N extends t.Node>(node: N): N {
    node.loc = loc ?? null;
    return node;
  }
}

/** `while (test) x++;` → `while (test) { countTurn(4); x++; }`; the number is its line. */
export function countTurns({ t: types }: Compilation, emitter: Emitter, loop: t.Loop): void {
  const body = blockOf(types, loop);
  const line = loop.loc ? [types.numericLiteral(loop.loc.start.line)] : [];
  body.body.unshift(types.expressionStatement(emitter.call(emitter.helper('countTurn'), ...line)));
  settleInnerComments(body);
  loop.body = body;
}

/** The author's block stays as it is, and inside: functions declared in it are hoisted to its top. */
function blockOf(types: Types, { body }: t.Loop): t.BlockStatement {
  if (types.isBlockStatement(body)) return body;
  return types.blockStatement(types.isEmptyStatement(body) ? [] : [body]);
}
