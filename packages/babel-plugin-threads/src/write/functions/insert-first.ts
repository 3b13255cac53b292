import { isFunction } from '../../babel/ast.js';
import type { types as t } from '@babel/core';
import { insertAt, moveInnerComments } from '../../babel/comments.js';
import { internalError } from '../../messages/errors.js';
import type { Writer } from '../writer.js';

type Holder = t.Program | t.BlockStatement | t.StaticBlock | t.TSModuleBlock;

/**
 * Puts statements first into what a function, a file or a field runs. `path.unshiftContainer` serves only Babel's own paths, and puts them
 * above the imports.
 */
export function insertFirst(
  writer: Writer,
  owner: t.Node,
  statements: readonly t.Statement[],
  position: 'first' | 'behindPrologue' = 'first',
): void {
  const holder = holderOf(writer, owner);
  const isBehind = position === 'behindPrologue' && holder.type === 'BlockStatement';
  insertAt(
    holder.body,
    holder.type === 'Program' ? importsAbove(holder) : isBehind ? prologueLength(holder) : 0,
    statements,
  );
  if (holder.type === 'BlockStatement' || holder.type === 'StaticBlock') moveInnerComments(holder);
}

/** What holds the statements; an expression gets a body. */
function holderOf({ types, emit, holders }: Writer, given: t.Node): Holder {
  const owner = holders.get(given) ?? given;
  if (owner.type === 'Program' || owner.type === 'BlockStatement') return owner;
  if (owner.type === 'StaticBlock' || owner.type === 'TSModuleBlock') return owner;
  if (isFunction(owner)) {
    if (owner.body.type !== 'BlockStatement') owner.body = types.blockStatement([types.returnStatement(owner.body)]);
    return owner.body;
  }
  if (!('value' in owner)) throw internalError(`a function stands in a ${owner.type}`);
  // A field has no body: (() => { const $superWalk = …; return value; })()
  const field = owner as t.ClassProperty;
  const called = emit.expression('(() => { return VALUE; })()', { VALUE: field.value! }) as t.CallExpression;
  field.value = called;
  return (called.callee as t.ArrowFunctionExpression).body as t.BlockStatement;
}

/** The number of imports that the file begins with. */
function importsAbove({ body }: t.Program): number {
  const end = body.findIndex((statement) => statement.type !== 'ImportDeclaration');
  return end < 0 ? body.length : end;
}

/** Captures, temporaries and moved parameters come before functions: they have no `start`. */
function prologueLength({ body }: t.BlockStatement): number {
  const end = body.findIndex(({ type, start }) => type !== 'VariableDeclaration' || start != null);
  return end < 0 ? body.length : end;
}
