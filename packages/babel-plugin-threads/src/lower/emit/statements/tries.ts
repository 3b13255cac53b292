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
 * A pause in the block is resumed in it, and an error with which it is resumed is thrown there:
 *
 *   try { yield a(); } catch (error) { b(); }   →   try { if ($m !== 0) throw …; … } catch (error) { if (error === $cancel) throw error; b(); }
 *
 * A `catch` or `finally` block that pauses follows the `try`: `if ($kind0 === 1) { … }`.
 */
export function lowerTry(l: Lowering, seq: Sequence, node: t.TryStatement, label?: string): void {
  const { usings, finallys } = l.simple.normal;
  if (usings.has(node)) return lowerUsing(l, seq, node, label);
  if (finallys.has(node)) return lowerWithFinally(l, seq, node, label);
  const { handler, finalizer } = node;
  if (!handler || !l.holds(handler)) return lowerBlock(l, seq, node);
  if (!finalizer) return lowerWithCatch(l, seq, node);
  // try { try {} catch {} } finally {}
  const inner = l.types.tryStatement(node.block, handler);
  const region = l.inRegion('finally', (body) => lowerWithCatch(l, body, inner));
  seq.addCompound([region.body], { write: (way) => writeTry(l, { region, handler: null, finalizer, at: node, way }) });
}

interface NativeTry {
  readonly region: Region;
  readonly handler: t.CatchClause | null | undefined;
  readonly finalizer?: t.BlockStatement | null | undefined;
  readonly at: t.Node;
  readonly way: Way;
}

/** Only the block pauses. */
function lowerBlock(l: Lowering, seq: Sequence, node: t.TryStatement): void {
  const { handler, finalizer } = node;
  const region = l.inRegion(finalizer ? 'finally' : 'catch', (body) => l.list(node.block.body, body));
  if (handler) passCancel(l, handler);
  seq.addCompound([region.body], { write: (way) => writeTry(l, { region, handler, finalizer, at: node, way }) });
}

function writeTry(l: Lowering, { region, handler, finalizer, at, way }: NativeTry): t.Statement {
  const { types } = l;
  const body = [...throwInRegion(l, region, way), ...arrange(l, region.body, wayInside(way))];
  const last = finalizer && way !== 'plain' ? l.guardFinally(finalizer) : finalizer;
  return locate(types.tryStatement(types.blockStatement(body), handler ?? null, last), at);
}

/** `catch (NAME) { … }` */
function makeHandler(
  { emit }: Lowering,
  body: string,
  parts: Parameters<Lowering['emit']['statement']>[1],
): t.CatchClause {
  return (emit.statement(`try {} catch (NAME) { ${body} }`, parts) as t.TryStatement).handler!;
}

/** `catch (error) { if (error === $cancel) throw error; $pc = $m = 0; … }` */
function passCancel(l: Lowering, handler: t.CatchClause): void {
  const { param, body } = handler;
  // The caught error is a name here: `tellError` has moved a pattern into the body.
  const name = param ? (param as t.Identifier).name : l.caughtName();
  const passed = l.emit.statement('if (NAME === $cancel) throw NAME;', { NAME: name });
  handler.param ??= l.id(name);
  body.body = [passed, l.resetMode(), ...body.body];
}

/** `catch ($e) { if ($e === $cancel) throw $e; $pc = $m = 0; $caught0 = $e; $kind0 = 1; }`, and behind it the block of the source. */
function lowerWithCatch(l: Lowering, seq: Sequence, node: t.TryStatement): void {
  const { emit } = l;
  const source = node.handler!;
  const KIND = l.nameBrief('$kind');
  const CAUGHT = l.simple.normal.caught.get(source)!;
  seq.add(emit.statement('KIND = 0;', { KIND }));
  const region = l.inRegion('catch', (body) => l.list(node.block.body, body));
  const parts = { NAME: l.caughtName(), CAUGHT, KIND, BACK: [l.resetMode()] };
  const handler = makeHandler(l, 'if (NAME === $cancel) throw NAME; BACK; CAUGHT = NAME; KIND = 1;', parts);
  seq.addAround(region.body, (way) => writeTry(l, { region, handler, at: node, way }));
  const test = emit.expression('KIND === 1', { KIND });
  addBranch(l, seq, { test, consequent: l.list(source.body.body), alternate: undefined, at: source });
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
  const isNoted = l.simple.normal.finallys.get(node) === 'noted';
  const THROWN = l.nameLasting('$thrown', node);
  const parts = { THROWN, NAME: l.caughtName(), FRAME: l.own.frame };
  seq.add(emit.statement('THROWN = null;', parts));
  const region = l.inRegion('catch', (body) => l.list(node.block.body, body));
  const handler = makeHandler(l, 'BACK; THROWN = { error: NAME };', { ...parts, BACK: [l.resetMode()] });
  seq.addAround(region.body, (way) => {
    const written = writeTry(l, { region, handler, at: node, way });
    return label === undefined ? written : types.labeledStatement(l.id(label), written);
  });
  if (isNoted) lowerNoted(l, seq, node.finalizer!, parts);
  else l.list(node.finalizer!.body, seq);
  seq.add(emit.statement('if (THROWN !== null) throw THROWN.error;', parts));
}

/** The `finally` block, of which the runtime is told where it begins and ends. */
function lowerNoted(
  l: Lowering,
  seq: Sequence,
  node: t.BlockStatement,
  parts: { readonly THROWN: string; readonly NAME: string; readonly FRAME: string },
): void {
  const region = l.inRegion({ held: parts.THROWN }, (body) => {
    body.add(l.emit.statement('$enterBlock(FRAME, THROWN);', parts));
    l.list(node.body, body);
  });
  const handler = makeHandler(l, '$leaveBlock(FRAME, { error: NAME }); throw NAME;', parts);
  seq.addCompound([region.body], { write: (way) => writeTry(l, { region, handler, at: node, way }) });
  seq.add(l.emit.statement('$leaveBlock(FRAME, null);', parts));
}
