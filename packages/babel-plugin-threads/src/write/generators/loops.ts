import type { types as t } from '@babel/core';
import type { Types } from '../../babel/types.js';
import { moveInnerComments } from '../../babel/comments.js';
import type { LoopShape } from './shape/shape.js';
import type { Writer } from './writer.js';

/**
 *   while (test) {              while (test) {
 *     if (a) continue;            const $frame0 = clock.frame;
 *     b();                        $iteration0: {
 *   }                               if (a) break $iteration0;
 *                                   yield b();
 *                                 }
 *                                 yield waitUntil($frame0 + 1);
 *                               }
 *
 * Where nothing in the iteration may wait, only `yield nextFrame;` at the end; paced by a budget, `if (overBudget(10000)) yield nextFrame;`.
 */
export function writeLoop(writer: Writer, shape: LoopShape): void {
  const { types, emit, form } = writer;
  const loop = shape.plan.node as t.Loop;
  const block = blockOf(types, loop);
  // What an iteration is using is given up before the wait.
  const isApart = shape.iterationName !== undefined || block.body.some((one) => isUsing(types, one));
  const iteration =
    shape.iterationName === undefined ? block : types.labeledStatement(emit.id(shape.iterationName), block);
  const { before, after } = form.pace(writer, shape);
  const body = isApart ? types.blockStatement([]) : block;
  body.body = [...before, ...(isApart ? [iteration] : block.body), ...after];
  moveInnerComments(body);
  loop.body = body;
}

function isUsing(types: Types, statement: t.Statement): boolean {
  return types.isVariableDeclaration(statement) && statement.kind === 'using';
}

/** `while (test) x++;` → `while (test) { countIteration(4); x++; }`; the number is its line. */
export function countIterations({ types, emit }: Writer, loop: t.Loop): void {
  const body = blockOf(types, loop);
  const line = loop.loc ? [types.numericLiteral(loop.loc.start.line)] : [];
  body.body.unshift(emit.statement('countIteration(LINE);', { LINE: line }));
  moveInnerComments(body);
  loop.body = body;
}

/** The author's block stays as it is, and inside: functions declared in it are hoisted to its top. */
function blockOf(types: Types, { body }: t.Loop): t.BlockStatement {
  if (types.isBlockStatement(body)) return body;
  return types.blockStatement(types.isEmptyStatement(body) ? [] : [body]);
}
