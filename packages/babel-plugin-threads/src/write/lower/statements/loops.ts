/** Loops in which the function pauses. */
import type { types as t } from '@babel/core';
import { childrenOf, holds } from '../../../babel/ast.js';
import { located } from '../../emitter.js';
import { arrange } from '../control-flow/arrange.js';
import { labelBreaks } from '../control-flow/breaks.js';
import type { Lowering } from '../control-flow/lowering.js';
import { Sequence } from '../control-flow/sequence.js';

interface Loop<N = t.WhileStatement | t.DoWhileStatement | t.ForStatement> {
  readonly node: N;
  readonly label: string | undefined;
  /** The statements of its body, which are lowered. */
  readonly body: Sequence;
}

/**
 * A loop is entered anew, or where its body goes on; its test is asked only when it is not resumed:
 *
 *   while (test) { … }   →   while ($pc !== 0 || test) { … }
 *
 * A test that pauses stands in the body: `while (true) { …; if (!$v) break; … }`.
 */
export function lowerLoop(l: Lowering, seq: Sequence, loop: Loop): void {
  const { node } = loop;
  if (node.type === 'WhileStatement') return lowerWhile(l, seq, { ...loop, node });
  if (node.type === 'DoWhileStatement') return lowerDoWhile(l, seq, { ...loop, node });
  return lowerFor(l, seq, { ...loop, node });
}

function lowerWhile(l: Lowering, seq: Sequence, { node, label, body }: Loop<t.WhileStatement>): void {
  const { types } = l;
  if (!l.holds(node.test))
    return made(l, seq, { label, body, at: node }, (block) => types.whileStatement(guarded(l, node.test, body), block));
  const all = new Sequence();
  leaveUnless(l, all, node.test);
  all.items.push(...body.items);
  made(l, seq, { label, body: all, at: node }, (block) => types.whileStatement(types.booleanLiteral(true), block));
}

/** `true` needs no guard. */
function guarded(l: Lowering, test: t.Expression, { pcs }: Sequence): t.Expression {
  if (pcs.length === 0 || l.types.isBooleanLiteral(test, { value: true })) return test;
  return located(l.types.logicalExpression('||', l.isResumed(), test), test);
}

/** `if (!(yield test())) break;` */
function leaveUnless(l: Lowering, seq: Sequence, test: t.Expression): void {
  const { types } = l;
  l.inStatement(() => {
    const value = l.expression(seq, test);
    seq.plain(located(types.ifStatement(types.unaryExpression('!', value), types.breakStatement()), test));
  });
}

function lowerDoWhile(l: Lowering, seq: Sequence, { node, label, body }: Loop<t.DoWhileStatement>): void {
  const { types } = l;
  if (!l.holds(node.test))
    return made(l, seq, { label, body, at: node }, (block) => types.doWhileStatement(node.test, block));
  const all = new Sequence();
  all.items.push(...continued(l, body, { node, label }).items);
  leaveUnless(l, all, node.test);
  made(l, seq, { label, body: all, at: node }, (block) => types.whileStatement(types.booleanLiteral(true), block));
}

function lowerFor(l: Lowering, seq: Sequence, { node, label, body }: Loop<t.ForStatement>): void {
  const { types } = l;
  if (node.init) {
    const { init } = node;
    l.inStatement(() => seq.plain(l.statement(l.expression(seq, init as t.Expression, false), init)));
  }
  // What is made in the head has the variables of no iteration.
  if (node.init && holds(types, node.init, (one) => types.isFunction(one)))
    for (const { name } of l.boxesOfLoops.get(node) ?? []) seq.plain(newBox(l, name));
  const update = withNewBoxes(l, node);
  if (!l.holds(node.test) && !l.holds(node.update)) {
    const test = node.test ? guarded(l, node.test, body) : null;
    return made(l, seq, { label, body, at: node }, (block) => types.forStatement(null, test, update, block));
  }
  const all = new Sequence();
  if (node.test) leaveUnless(l, all, node.test);
  if (!l.holds(node.update)) {
    all.items.push(...body.items);
    return made(l, seq, { label, body: all, at: node }, (block) => types.forStatement(null, null, update, block));
  }
  all.items.push(...continued(l, body, { node, label }).items);
  for (const { name } of l.boxesOfLoops.get(node) ?? []) all.plain(newBox(l, name));
  l.inStatement(() => all.plain(l.statement(l.expression(all, node.update!, false), node.update!)));
  made(l, seq, { label, body: all, at: node }, (block) => types.whileStatement(types.booleanLiteral(true), block));
}

/** Each iteration has boxes of its own: `i = { v: i.v }, i.v++`. */
function withNewBoxes(l: Lowering, node: t.ForStatement): t.Expression | null {
  const { types } = l;
  const boxes = (l.boxesOfLoops.get(node) ?? []).map(({ name }) => newBox(l, name).expression);
  const all = node.update ? [...boxes, node.update] : boxes;
  return all.length > 1 ? types.sequenceExpression(all) : (all[0] ?? null);
}

function newBox({ emit }: Lowering, name: string): t.ExpressionStatement {
  return emit.statement('NAME = { v: NAME.v };', { NAME: name }) as t.ExpressionStatement;
}

/** A body behind which more of its iteration stands: `continue` leaves the body only. */
function continued(l: Lowering, body: Sequence, { node, label }: Pick<Loop, 'node' | 'label'>): Sequence {
  const { types } = l;
  const seq = new Sequence();
  const name = l.label();
  const isOne = redirectContinues(l, node.body, { label, to: name });
  if (!isOne) return body;
  const make = (isAsked: boolean): t.Statement =>
    located(types.labeledStatement(l.id(name), types.blockStatement(arrange(l, body, isAsked))), node.body);
  if (body.pcs.length > 0) seq.compound([body], make);
  else seq.plain(make(false));
  return seq;
}

/** `continue` → `break $loop0`. Is there one? */
function redirectContinues(
  l: Lowering,
  body: t.Statement,
  { label, to }: { label: string | undefined; to: string },
): boolean {
  let found = false;
  const { types } = l;
  const look = (node: t.Node, isInner: boolean): void => {
    if (types.isFunction(node) || types.isClass(node)) return;
    if (types.isContinueStatement(node)) {
      const isOwn = node.label ? node.label.name === label : !isInner;
      if (!isOwn) return;
      found = true;
      Object.assign(node, { type: 'BreakStatement', label: l.id(to) });
      return;
    }
    const inside = isInner || types.isLoop(node);
    for (const child of childrenOf(types, node)) look(child, inside);
  };
  look(body, false);
  return found;
}

interface Made {
  readonly label: string | undefined;
  readonly body: Sequence;
  readonly at: t.Node;
}

/** The loop, with a label where a `break` of it stands in a `switch` of ours. */
function made(
  l: Lowering,
  seq: Sequence,
  { label, body, at }: Made,
  loop: (block: t.BlockStatement) => t.Statement,
): void {
  const { types } = l;
  const make = (): t.Statement => {
    const block = types.blockStatement(arrange(l, body, true));
    const written = located(loop(block), at);
    const name = labelBreaks(l, block, label) ?? label;
    return name === undefined ? written : located(types.labeledStatement(l.id(name), written), at);
  };
  if (body.pcs.length > 0) seq.compound([body], make);
  else seq.plain(make());
}
