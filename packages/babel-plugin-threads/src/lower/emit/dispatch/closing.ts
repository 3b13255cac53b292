/** `try` blocks of the output: an error with which a pause is resumed is thrown in them, and some of them close an iterator or resources. */
import type { types as t } from '@babel/core';
import { locate } from '../../../write/emitter.js';
import { isOneOf } from './branches.js';
import type { Lowering, Region } from '../lowering.js';
import type { Way } from '../../plan/sequence.js';

interface ClosedRegion {
  /** The variable with the iterator or the resources. */
  readonly name: string;
  readonly region: Region;
  readonly at: t.Node;
  readonly way: Way;
}

/** `try { if ($m !== 0) throw …; …; $cursor0.close(); } catch ($e) { $cursor0.fail($e); throw $e; }` */
export function writeClosing(
  l: Lowering,
  { name, region, at, way }: ClosedRegion,
  written: t.Statement[],
): t.Statement {
  const text = 'try { THROWN; BODY; CLOSED.close(); } catch (NAME) { CLOSED.fail(NAME); throw NAME; }';
  const parts = { THROWN: throwInRegion(l, region, way), BODY: written, CLOSED: name, NAME: l.caughtName() };
  return locate(l.emit.statement(text, parts), at);
}

/** Throws the error with which a pause of the region is resumed; a pause in a `try` inside of it has one of its own. */
export function throwInRegion(l: Lowering, { pcs, body }: Region, way: Way): t.Statement[] {
  if (pcs.length === 0 || way === 'plain') return [];
  const own = new Set(pcs);
  const others = body.pcs.filter((pc) => !own.has(pc));
  return [throwResumed(l, others.length === 0 ? undefined : isOneOf(l, pcs, others))];
}

/** `if ($m !== 0) throw $v;` */
export function throwResumed({ emit, types, own }: Lowering, test: t.Expression | undefined): t.Statement {
  const comesThrown = emit.expression('MODE !== 0', { MODE: own.mode });
  return types.ifStatement(
    test === undefined ? comesThrown : types.logicalExpression('&&', comesThrown, test),
    emit.statement('throw VALUE;', { VALUE: own.value }),
  );
}
