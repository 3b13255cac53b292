import type { types as t } from '@babel/core';
import type { Types } from '../../babel/types.js';
import { moveInnerComments } from '../../babel/comments.js';
import type { LoopShape } from './shape/shape.js';
import type { Writer } from './writer.js';

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
export function writeLoop(writer: Writer, shape: LoopShape): void {
  const { types, emit, form } = writer;
  const loop = shape.plan.node as t.Loop;
  const block = blockOf(types, loop);
  // What a turn is using is given up before the wait.
  const isApart = shape.turnName !== undefined || block.body.some((one) => isUsing(types, one));
  const turn = shape.turnName === undefined ? block : types.labeledStatement(emit.id(shape.turnName), block);
  const { before, after } = form.turn(writer, shape);
  const body = isApart ? types.blockStatement([]) : block;
  body.body = [...before, ...(isApart ? [turn] : block.body), ...after];
  moveInnerComments(body);
  loop.body = body;
}

function isUsing(types: Types, statement: t.Statement): boolean {
  return types.isVariableDeclaration(statement) && statement.kind === 'using';
}

/** `while (test) x++;` → `while (test) { countTurn(4); x++; }`; the number is its line. */
export function countTurns({ types, emit }: Writer, loop: t.Loop): void {
  const body = blockOf(types, loop);
  const line = loop.loc ? [types.numericLiteral(loop.loc.start.line)] : [];
  body.body.unshift(emit.statement('countTurn(LINE);', { LINE: line }));
  moveInnerComments(body);
  loop.body = body;
}

/** The author's block stays as it is, and inside: functions declared in it are hoisted to its top. */
function blockOf(types: Types, { body }: t.Loop): t.BlockStatement {
  if (types.isBlockStatement(body)) return body;
  return types.blockStatement(types.isEmptyStatement(body) ? [] : [body]);
}
