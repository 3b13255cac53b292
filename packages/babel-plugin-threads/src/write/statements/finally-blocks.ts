import type { types as t } from '@babel/core';
import type { ListedPath } from '../../babel/path.js';
import { locate } from '../emitter.js';
import type { Writer } from '../writer.js';

/**
 *   try {                  try {
 *     a();                   yield a();
 *   } finally {            } catch ($error) {
 *     b();                   throw $carry($error);
 *   }                      } finally {
 *                            yield $enterFinally();
 *                            yield b();
 *                            yield $leaveFinally();
 *                          }
 */
export function writeFinally({ types, emit, firstNames, edges }: Writer, path: ListedPath): t.Node {
  const node = path.node as t.TryStatement;
  edges.set(node, 'finally');
  const { block, handler } = node;
  const finalizer = node.finalizer!;
  const carrying = emit.statement('try {} catch (ERROR) { throw $carry(ERROR); }', { ERROR: firstNames.error });
  node.block = handler ? types.blockStatement([types.tryStatement(block, handler)]) : block;
  node.handler = (carrying as t.TryStatement).handler ?? null;
  const first = locateEdge(emit.statement('yield $enterFinally();'), finalizer);
  const last = locateEdge(emit.statement('yield $leaveFinally();'), finalizer);
  for (const one of [first, last]) edges.set(one, 'yield');
  finalizer.body = [first, ...finalizer.body, last];
  return node;
}

/**
 * Around such a block:
 *
 *   try {                  try {
 *     …                      try {
 *   } catch (error) {          …
 *     c();                   } catch ($error) {
 *   }                          yield $leaveFinally($error);
 *                              throw $error;
 *                            }
 *                          } catch (error) {
 *                            yield c();
 *                          }
 */
export function writeCatch({ types, emit, firstNames, edges }: Writer, path: ListedPath): t.Node {
  const node = path.node as t.TryStatement;
  const { block } = node;
  const template = emit.statement('try {} catch (ERROR) { yield $leaveFinally(ERROR); throw ERROR; }', {
    ERROR: firstNames.error,
  });
  const inner = template as t.TryStatement;
  edges.set(inner, 'catch');
  locateEdge(inner.handler!.body.body[0]!, block);
  inner.block = block;
  node.block = types.blockStatement([inner]);
  return node;
}

/** It maps to the block. */
function locateEdge(statement: t.Statement, block: t.BlockStatement): t.Statement {
  locate((statement as t.ExpressionStatement).expression, block);
  return statement;
}
