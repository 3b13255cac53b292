import type { types as t } from '@babel/core';
import type { Types } from '../babel/types.js';
import type { Emitter } from './emit.js';

/**
 *   try {                  try {
 *     a();                   yield a();
 *   } finally {            } catch ($error) {
 *     b();                   throw $thread.carry($error);
 *   }                      } finally {
 *                            yield $thread.enterFinally();
 *                            yield b();
 *                            yield $thread.leaveFinally();
 *                          }
 */
export function rewriteFinally(types: Types, emitter: Emitter, node: t.TryStatement, errorName: string): void {
  const { block, handler } = node;
  const finalizer = node.finalizer!;
  const carried = emitter.call(emitter.thread('carry'), emitter.id(errorName));
  node.block = handler ? types.blockStatement([types.tryStatement(block, handler)]) : block;
  node.handler = types.catchClause(emitter.id(errorName), types.blockStatement([types.throwStatement(carried)]));
  finalizer.body.unshift(edge(types, emitter.call(emitter.thread('enterFinally')), finalizer));
  finalizer.body.push(edge(types, emitter.call(emitter.thread('leaveFinally')), finalizer));
}

/**
 * Around such a block:
 *
 *   try {                  try {
 *     …                      try {
 *   } catch (error) {          …
 *     c();                   } catch ($error) {
 *   }                          yield $thread.leaveFinally($error);
 *                              throw $error;
 *                            }
 *                          } catch (error) {
 *                            yield c();
 *                          }
 */
export function rewriteCatch(types: Types, emitter: Emitter, node: t.TryStatement, errorName: string): void {
  const { block } = node;
  const leave = edge(types, emitter.call(emitter.thread('leaveFinally'), emitter.id(errorName)), block);
  const rethrow = types.throwStatement(emitter.id(errorName));
  const handler = types.catchClause(emitter.id(errorName), types.blockStatement([leave, rethrow]));
  node.block = types.blockStatement([types.tryStatement(block, handler)]);
}

/** It maps to the block. */
function edge(types: Types, call: t.Expression, { loc }: t.BlockStatement): t.Statement {
  const written = types.yieldExpression(call);
  written.loc = loc ?? null;
  return types.expressionStatement(written);
}
