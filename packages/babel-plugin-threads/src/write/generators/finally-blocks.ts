import type { types as t } from '@babel/core';
import { located } from '../emitter.js';
import type { Writer } from './writer.js';

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
export function writeFinally({ types, emit, written }: Writer, node: t.TryStatement, errorName: string): void {
  written.edges.set(node, 'finally');
  const { block, handler } = node;
  const finalizer = node.finalizer!;
  const carrying = emit.statement('try {} catch (ERROR) { throw $carry(ERROR); }', {
    ERROR: errorName,
  });
  node.block = handler ? types.blockStatement([types.tryStatement(block, handler)]) : block;
  node.handler = (carrying as t.TryStatement).handler ?? null;
  const first = edge(emit.statement('yield $enterFinally();'), finalizer);
  const last = edge(emit.statement('yield $leaveFinally();'), finalizer);
  for (const one of [first, last]) written.edges.set(one, 'yield');
  finalizer.body = [first, ...finalizer.body, last];
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
export function writeCatch({ types, emit, written }: Writer, node: t.TryStatement, errorName: string): void {
  const { block } = node;
  const template = emit.statement('try {} catch (ERROR) { yield $leaveFinally(ERROR); throw ERROR; }', {
    ERROR: errorName,
  });
  const inner = template as t.TryStatement;
  written.edges.set(inner, 'catch');
  edge(inner.handler!.body.body[0]!, block);
  inner.block = block;
  node.block = types.blockStatement([inner]);
}

/** It maps to the block. */
function edge(statement: t.Statement, block: t.BlockStatement): t.Statement {
  located((statement as t.ExpressionStatement).expression, block);
  return statement;
}
