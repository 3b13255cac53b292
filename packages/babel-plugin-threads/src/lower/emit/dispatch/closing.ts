/** What has to be closed however it is left: the iterator of a `for…of` or a pattern, the resources of a block with `using`. */
import type { types as t } from '@babel/core';
import { locate } from '../../../write/emitter.js';
import { isOneOf } from './branches.js';
import type { Lowering, Region } from '../lowering.js';
import type { Sequence, Way } from '../../plan/sequence.js';
import { throwResumed } from './thrown-in.js';

interface ClosedRegion {
  /** What is closed. */
  readonly name: string;
  readonly body: Sequence;
  /** The part of the body in which it goes on inside of this `try`. */
  readonly region: Region;
  readonly at: t.Node;
  readonly way: Way;
}

/** `try { if ($m !== 0) throw …; …; $cursor0.close(); } catch ($e) { $cursor0.fail($e); throw $e; }` */
export function writeClosing(
  l: Lowering,
  { name, body, region, at, way }: ClosedRegion,
  written: t.Statement[],
): t.Statement {
  const { emit } = l;
  const text = 'try { THROWN; BODY; CLOSED.close(); } catch (NAME) { CLOSED.fail(NAME); throw NAME; }';
  const parts = { THROWN: throwInRegion(l, body, region, way), BODY: written, CLOSED: name, NAME: l.caughtName() };
  return locate(emit.statement(text, parts), at);
}

/** What comes back as an error is thrown in the innermost block around its pause. */
export function throwInRegion(l: Lowering, body: Sequence, { pcs }: Region, way: Way): t.Statement[] {
  if (pcs.length === 0 || way === 'plain') return [];
  const own = new Set(pcs);
  const others = body.pcs.filter((pc) => !own.has(pc));
  return [throwResumed(l, others.length === 0 ? undefined : isOneOf(l, pcs, others))];
}
