/** `try` statements that hold pauses. */
import type { types as t } from '@babel/core';
import { locate } from '../../../write/emitter.js';
import { arrange } from '../dispatch/dispatch.js';
import { addBranch } from '../dispatch/branches.js';
import { throwInRegion } from '../dispatch/closing.js';
import type { Lowering, Region } from '../lowering.js';
import { wayInside, Sequence, type Way } from '../../plan/sequence.js';
import { lowerUsing } from './usings.js';

/**
 * What pauses in the block is resumed in it, and an error that comes back is thrown there:
 *
 *   try { yield a(); } catch (error) { b(); }   →   try { if ($m !== 0) throw …; … } catch (error) { if (error === $cancel) throw error; b(); }
 *
 * A `catch` or `finally` block that pauses itself stands behind it: `if ($caught0 …) { … }`.
 */
export function lowerTry(l: Lowering, seq: Sequence, node: t.TryStatement, label?: string): void {
  if (l.normal.usings.has(node)) return lowerUsing(l, seq, node, label);
  if (l.normal.finallys.has(node)) return lowerWithFinally(l, seq, node, label);
  const { handler, finalizer } = node;
  if (!handler || !l.holds(handler)) return lowerBlock(l, seq, node);
  if (!finalizer) return lowerWithCatch(l, seq, node);
  // try { try {} catch {} } finally {}
  const inner = new Sequence();
  const region = l.inRegion('finally', () => lowerWithCatch(l, inner, l.types.tryStatement(node.block, handler)));
  seq.addCompound([inner], {
    write: (way) => writeTry(l, { body: inner, region, handler: null, finalizer, at: node, way }),
  });
}

interface NativeTry {
  readonly body: Sequence;
  readonly region: Region;
  readonly handler: t.CatchClause | null;
  readonly finalizer: t.BlockStatement | null | undefined;
  readonly at: t.Node;
  readonly way: Way;
}

/** Only the block pauses. */
function lowerBlock(l: Lowering, seq: Sequence, node: t.TryStatement): void {
  const { handler, finalizer } = node;
  const body = new Sequence();
  const region = l.inRegion(finalizer ? 'finally' : 'catch', () => body.items.push(...l.list(node.block.body).items));
  if (handler) passCancel(l, handler);
  seq.addCompound([body], {
    write: (way) => writeTry(l, { body, region, handler: handler ?? null, finalizer, at: node, way }),
  });
}

function writeTry(l: Lowering, { body, region, handler, finalizer, at, way }: NativeTry): t.Statement {
  const { types } = l;
  const block = types.blockStatement([...throwInRegion(l, body, region, way), ...arrange(l, body, wayInside(way))]);
  const last = finalizer && way !== 'plain' ? l.guardFinally(finalizer) : finalizer;
  return locate(types.tryStatement(block, handler, last), at);
}

/** `catch (error) { if (error === $cancel) throw error; $pc = $m = 0; … }` */
function passCancel(l: Lowering, handler: t.CatchClause): void {
  const { emit } = l;
  const { param, body } = handler;
  // A pattern is taken apart in the body: what is caught is told.
  const name = param ? (param as t.Identifier).name : l.caughtName();
  const passed = emit.statement('if (NAME === $cancel) throw NAME;', { NAME: name });
  handler.param ??= l.id(name);
  body.body = [passed, l.resetMode(), ...body.body];
}

/** `catch ($e) { if ($e === $cancel) throw $e; $pc = $m = 0; $caught0 = $e; $kind0 = 1; }`, and the block behind it. */
function lowerWithCatch(l: Lowering, seq: Sequence, node: t.TryStatement): void {
  const { emit, normal } = l;
  const handler = node.handler!;
  const KIND = l.nameBrief('$kind');
  const CAUGHT = normal.caught.get(handler)!;
  const NAME = l.caughtName();
  seq.add(emit.statement('KIND = 0;', { KIND }));
  const body = new Sequence();
  const region = l.inRegion('catch', () => body.items.push(...l.list(node.block.body).items));
  const made = emit.statement(
    'try {} catch (NAME) { if (NAME === $cancel) throw NAME; BACK; CAUGHT = NAME; KIND = 1; }',
    {
      NAME,
      CAUGHT,
      KIND,
      BACK: [l.resetMode()],
    },
  ) as t.TryStatement;
  seq.addAround(body, (way) => writeTry(l, { body, region, handler: made.handler!, finalizer: null, at: node, way }));
  const test = emit.expression('KIND === 1', { KIND });
  addBranch(l, seq, { test, consequent: l.list(handler.body.body), alternate: undefined, at: handler });
}

/**
 *   try { a(); } finally { yield b(); }   →   $thrown0 = null;
 *                                             try { a(); } catch ($e) { $pc = $m = 0; $thrown0 = { error: $e }; }
 *                                             try { $enterBlock($f, $thrown0); … } catch ($e) { $leaveBlock($f, { error: $e }); throw $e; }
 *                                             $leaveBlock($f, null);
 *                                             if ($thrown0 !== null) throw $thrown0.error;
 */
function lowerWithFinally(l: Lowering, seq: Sequence, node: t.TryStatement, label: string | undefined): void {
  const { emit, types } = l;
  const isNoted = l.normal.finallys.get(node) === 'noted';
  const THROWN = l.nameLasting('$thrown', node);
  const parts = { THROWN, NAME: l.caughtName(), FRAME: l.own.frame };
  seq.add(emit.statement('THROWN = null;', parts));
  const body = new Sequence();
  const region = l.inRegion('catch', () => body.items.push(...l.list(node.block.body).items));
  const { handler } = emit.statement('try {} catch (NAME) { BACK; THROWN = { error: NAME }; }', {
    ...parts,
    BACK: [l.resetMode()],
  }) as t.TryStatement;
  seq.addAround(body, (way) => {
    const written = writeTry(l, { body, region, handler: handler!, finalizer: null, at: node, way });
    return label === undefined ? written : types.labeledStatement(l.id(label), written);
  });
  if (isNoted) lowerNoted(l, seq, node.finalizer!, parts);
  else seq.items.push(...l.list(node.finalizer!.body).items);
  seq.add(emit.statement('if (THROWN !== null) throw THROWN.error;', parts));
}

/** The block itself. The runtime knows that the function is in it. */
function lowerNoted(
  l: Lowering,
  seq: Sequence,
  node: t.BlockStatement,
  parts: { readonly THROWN: string; readonly NAME: string; readonly FRAME: string },
): void {
  const { emit } = l;
  const body = new Sequence();
  body.add(emit.statement('$enterBlock(FRAME, THROWN);', parts));
  const region = l.inRegion({ held: parts.THROWN }, () => body.items.push(...l.list(node.body).items));
  const { handler } = emit.statement(
    'try {} catch (NAME) { $leaveBlock(FRAME, { error: NAME }); throw NAME; }',
    parts,
  ) as t.TryStatement;
  seq.addCompound([body], {
    write: (way) => writeTry(l, { body, region, handler: handler!, finalizer: null, at: node, way }),
  });
  seq.add(emit.statement('$leaveBlock(FRAME, null);', parts));
}
