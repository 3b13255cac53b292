import type { types as t } from '@babel/core';
import { inheritComments, moveInnerComments } from '../../babel/comments.js';
import type { ListedPath } from '../../babel/path.js';
import type { Types } from '../../babel/types.js';
import { locate } from '../emitter.js';
import type { Writer } from '../writer.js';

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
export function writeLoop(writer: Writer, { node }: ListedPath): t.Node {
  const { types, emit, form, firstNames } = writer;
  const plan = writer.plan.loops.get(node)!;
  const { iteration: label } = firstNames.loops.get(plan)!;
  const loop = node as t.Loop;
  const block = blockOf(types, loop);
  // What an iteration is using is given up before the wait.
  const isApart = label !== undefined || block.body.some((one) => types.isVariableDeclaration(one, { kind: 'using' }));
  const iteration = label === undefined ? block : types.labeledStatement(emit.id(label), block);
  const { before, after } = form.pace(writer, plan);
  const body = isApart ? types.blockStatement([]) : block;
  body.body = [...before, ...(isApart ? [iteration] : block.body), ...after];
  moveInnerComments(body);
  loop.body = body;
  return loop;
}

/** `continue` → `break $iteration0` */
export function leaveIteration({ types, emit, plan, firstNames }: Writer, { node }: ListedPath): t.Statement {
  const { iteration } = firstNames.loops.get(plan.continues.get(node)!)!;
  const jump = locate(types.breakStatement(emit.id(iteration!)), node);
  inheritComments(node, jump);
  return jump;
}

/** `while (test) x++;` → `while (test) { countIteration(4); x++; }`; the number is its line. */
export function countIterations({ types, emit }: Writer, { node }: ListedPath): t.Node {
  const loop = node as t.Loop;
  const body = blockOf(types, loop);
  const line = loop.loc ? [types.numericLiteral(loop.loc.start.line)] : [];
  body.body.unshift(emit.statement('countIteration(LINE);', { LINE: line }));
  moveInnerComments(body);
  loop.body = body;
  return loop;
}

/** The author's block stays as it is, and inside: functions declared in it are hoisted to its top. */
function blockOf(types: Types, { body }: t.Loop): t.BlockStatement {
  if (body.type === 'BlockStatement') return body;
  return types.blockStatement(body.type === 'EmptyStatement' ? [] : [body]);
}
