/** Loops in which the function pauses. */
import type { types as t } from '@babel/core';
import { eachStatement, holds } from '../../../babel/ast.js';
import { locate } from '../../../write/emitter.js';
import { arrange } from '../dispatch/dispatch.js';
import { labelBreaks } from '../dispatch/break-labels.js';
import type { Lowering } from '../lowering.js';
import { wayInside, Sequence, type Way } from '../../plan/sequence.js';

interface Loop<N = t.WhileStatement | t.DoWhileStatement | t.ForStatement> {
  readonly node: N;
  readonly label: string | undefined;
  /** Its body, lowered. */
  readonly body: Sequence;
}

/**
 * A loop whose body is resumed skips its test:
 *
 *   while (test) { … }   →   while ($pc !== 0 || test) { … }
 *
 * A test that pauses stands in the body: `while (true) { …; if (!$v) break; … }`.
 *
 * If all resume points are at the end of the body, the function is resumed by entering the next iteration, and the loop reads no `$pc`:
 *
 *   for (let i = 0; i < 3; i++) yield step(i);   →   if ($pc === 0) i = 0; else i++;
 *                                                    for (; i < 3; i++) if ($c.waits($v = step(i))) return …;
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
    return addLoop(l, seq, { label, body, at: node, resumed: [] }, (block, isGuarded) =>
      types.whileStatement(isGuarded ? guardTest(l, node.test) : node.test, block),
    );
  const all = new Sequence();
  leaveUnless(l, all, node.test);
  all.items.push(...body.items);
  addLoop(l, seq, { label, body: all, at: node }, (block) => types.whileStatement(types.booleanLiteral(true), block));
}

/** `true` needs no guard. */
export function guardTest(l: Lowering, test: t.Expression): t.Expression {
  if (l.types.isBooleanLiteral(test, { value: true })) return test;
  return locate(l.types.logicalExpression('||', l.testResumed(), test), test);
}

/** `if (!(yield test())) break;` */
function leaveUnless(l: Lowering, seq: Sequence, test: t.Expression): void {
  const { types } = l;
  l.inStatement(() => {
    const value = l.expression(seq, test);
    seq.add(locate(types.ifStatement(types.unaryExpression('!', value), types.breakStatement()), test));
  });
}

function lowerDoWhile(l: Lowering, seq: Sequence, { node, label, body }: Loop<t.DoWhileStatement>): void {
  const { types } = l;
  if (!l.holds(node.test))
    return addLoop(l, seq, { label, body, at: node }, (block) => types.doWhileStatement(node.test, block));
  const all = new Sequence();
  all.items.push(...redirectContinued(l, body, { node, label }).items);
  leaveUnless(l, all, node.test);
  addLoop(l, seq, { label, body: all, at: node }, (block) => types.whileStatement(types.booleanLiteral(true), block));
}

function lowerFor(l: Lowering, seq: Sequence, { node, label, body }: Loop<t.ForStatement>): void {
  const { types } = l;
  if (node.init) {
    const { init } = node;
    l.inStatement(() => seq.add(l.statement(l.expression(seq, init as t.Expression, false), init)));
  }
  // Functions that the head makes capture the variables of the head, which are those of no iteration.
  if (node.init && holds(types, node.init, (one) => types.isFunction(one)))
    for (const { name } of l.rewritten.boxesOfLoops.get(node) ?? []) seq.add(newBox(l, name));
  const update = withNewBoxes(l, node);
  if (!l.holds(node.test) && !l.holds(node.update)) {
    const { test } = node;
    return addLoop(l, seq, { label, body, at: node, resumed: updateOnResume(l, update) }, (block, isGuarded) =>
      types.forStatement(null, test && isGuarded ? guardTest(l, test) : test, update, block),
    );
  }
  const all = new Sequence();
  if (node.test) leaveUnless(l, all, node.test);
  if (!l.holds(node.update)) {
    all.items.push(...body.items);
    return addLoop(l, seq, { label, body: all, at: node }, (block) => types.forStatement(null, null, update, block));
  }
  all.items.push(...redirectContinued(l, body, { node, label }).items);
  for (const { name } of l.rewritten.boxesOfLoops.get(node) ?? []) all.add(newBox(l, name));
  l.inStatement(() => all.add(l.statement(l.expression(all, node.update!, false), node.update!)));
  addLoop(l, seq, { label, body: all, at: node }, (block) => types.whileStatement(types.booleanLiteral(true), block));
}

/** Each iteration has boxes of its own: `i = { v: i.v }, i.v++`. */
function withNewBoxes(l: Lowering, node: t.ForStatement): t.Expression | null {
  const { types } = l;
  const boxes = (l.rewritten.boxesOfLoops.get(node) ?? []).map(({ name }) => newBox(l, name).expression);
  const all = node.update ? [...boxes, node.update] : boxes;
  return all.length > 1 ? types.sequenceExpression(all) : (all[0] ?? null);
}

/** The update, which runs when the function is resumed at the end of the body. Undefined if it has a function, which would be written twice. */
function updateOnResume(l: Lowering, update: t.Expression | null): t.Statement[] | undefined {
  const { types } = l;
  if (!update) return [];
  if (holds(types, update, (one) => types.isFunction(one) || types.isClass(one))) return undefined;
  return [l.statement(types.cloneNode(update, true), update)];
}

function newBox({ emit }: Lowering, name: string): t.ExpressionStatement {
  return emit.statement('NAME = { v: NAME.v };', { NAME: name }) as t.ExpressionStatement;
}

/** The body of an iteration that ends with a test or update that pauses: `continue` must only leave the body. */
function redirectContinued(l: Lowering, body: Sequence, { node, label }: Pick<Loop, 'node' | 'label'>): Sequence {
  const { types } = l;
  const seq = new Sequence();
  const name = l.nameLabel();
  const isOne = redirectContinues(l, node.body, { label, to: name });
  if (!isOne) return body;
  const write = (way: Way): t.Statement =>
    locate(types.labeledStatement(l.id(name), types.blockStatement(arrange(l, body, way))), node.body);
  seq.addAround(body, write);
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
    if (types.isContinueStatement(node)) {
      const isOwn = node.label ? node.label.name === label : !isInner;
      if (!isOwn) return;
      found = true;
      Object.assign(node, { type: 'BreakStatement', label: l.id(to) });
      return;
    }
    const inside = isInner || types.isLoop(node);
    eachStatement(types, node, (child) => look(child, inside));
  };
  look(body, false);
  return found;
}

interface AddedLoop {
  readonly label: string | undefined;
  readonly body: Sequence;
  readonly at: t.Node;
  /** The statements between the end of the body and the next iteration; undefined if that cannot be entered from outside. */
  readonly resumed?: readonly t.Statement[] | undefined;
  /** What is written around the loop. */
  readonly around?: (written: t.Statement, way: Way) => t.Statement;
}

/** Adds the loop, with a label if a `break` needs one: see `break-labels.ts`. `isGuarded`: it is resumed in its body, so its test has a guard. */
export function addLoop(
  l: Lowering,
  seq: Sequence,
  { label, body, at, resumed, around = (written) => written }: AddedLoop,
  loop: (block: t.BlockStatement, isGuarded: boolean) => t.Statement,
): void {
  const { types } = l;
  const isPausing = body.pcs.length > 0;
  const isEnteredAnew = resumed !== undefined && body.endsWithPauses;
  const write = (way: Way): t.Statement => {
    const block = types.blockStatement(arrange(l, body, isEnteredAnew ? 'plain' : wayInside(way)));
    const written = locate(loop(block, isPausing && !isEnteredAnew && way !== 'plain'), at);
    const name = labelBreaks(l, block, label) ?? label;
    return around(name === undefined ? written : locate(types.labeledStatement(l.id(name), written), at), way);
  };
  seq.addAround(body, write, isEnteredAnew ? { first: resumed, at } : undefined);
}
