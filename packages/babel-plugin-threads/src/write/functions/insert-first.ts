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
  const { types } = writer;
  const holder = holderOf(writer, owner);
  const isBehind = position === 'behindPrologue' && types.isBlockStatement(holder);
  insertAt(
    holder.body,
    types.isProgram(holder) ? importsAbove(types, holder) : isBehind ? prologueLength(holder) : 0,
    statements,
  );
  if (types.isBlockStatement(holder) || types.isStaticBlock(holder)) moveInnerComments(holder);
}

/** What holds the statements; an expression gets a body. */
function holderOf({ types, emit, holders }: Writer, given: t.Node): Holder {
  const owner = holders.get(given) ?? given;
  if (types.isProgram(owner) || types.isBlockStatement(owner)) return owner;
  if (types.isStaticBlock(owner) || types.isTSModuleBlock(owner)) return owner;
  if (types.isFunction(owner)) {
    if (!types.isBlockStatement(owner.body)) owner.body = types.blockStatement([types.returnStatement(owner.body)]);
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
function importsAbove(types: Writer['types'], { body }: t.Program): number {
  const end = body.findIndex((statement) => !types.isImportDeclaration(statement));
  return end < 0 ? body.length : end;
}

/** Captures, temporaries and moved parameters come before functions: they have no `start`. */
function prologueLength({ body }: t.BlockStatement): number {
  const end = body.findIndex(({ type, start }) => type !== 'VariableDeclaration' || start != null);
  return end < 0 ? body.length : end;
}
