/** Statements that hold pauses. */
import type { types as t } from '@babel/core';
import { walk } from '../../../babel/ast.js';
import { inheritComments } from '../../../babel/comments.js';
import { internalError } from '../../../messages/errors.js';
import { locate } from '../../../write/emitter.js';
import { arrange } from '../dispatch/dispatch.js';
import { addBranch, isNothing } from '../dispatch/branches.js';
import type { Lowering } from '../lowering.js';
import { lowerIteration } from './iterations.js';
import { lowerLoop } from './loops.js';
import { Sequence } from '../../plan/sequence.js';
import { lowerSwitch } from './switches.js';
import { lowerTry } from './tries.js';

/** The statements of a block, one after the other. */
export function lowerList(l: Lowering, statements: readonly t.Statement[], into: Sequence = new Sequence()): Sequence {
  for (const one of statements) lowerStatement(l, into, one);
  return into;
}

function lowerStatement(l: Lowering, seq: Sequence, node: t.Statement): void {
  if (!l.holds(node)) return seq.add(node);
  const from = seq.items.length;
  l.inStatement(() => lowerHolding(l, seq, node));
  const first = seq.items[from];
  if (first?.kind === 'plain' && first.node !== node) inheritComments(node, first.node);
  else if (first?.kind === 'pause') seq.items[from] = { ...first, above: node };
}

function lowerHolding(l: Lowering, seq: Sequence, node: t.Statement): void {
  const { types } = l;
  switch (node.type) {
    case 'ExpressionStatement': {
      const value = l.expression(seq, node.expression, false);
      if (!isNothing(l, value)) seq.add(l.statement(value, node));
      return;
    }
    case 'ReturnStatement':
      return seq.add(locate(types.returnStatement(l.expression(seq, node.argument!)), node));
    case 'ThrowStatement':
      return seq.add(locate(types.throwStatement(l.expression(seq, node.argument)), node));
    case 'IfStatement':
      return lowerIf(l, seq, node);
    case 'BlockStatement': {
      const inner = lowerList(l, node.body);
      return wrapList(l, seq, inner, (body) => locate(types.blockStatement(body), node));
    }
    case 'LabeledStatement':
      return lowerLabeled(l, seq, node);
    case 'TryStatement':
      return lowerTry(l, seq, node);
    default:
      return lowerBreakable(l, seq, node, undefined);
  }
}

/** A statement that `break` can leave. */
function lowerBreakable(l: Lowering, seq: Sequence, node: t.Statement, label: string | undefined): void {
  switch (node.type) {
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
      return lowerLoop(l, seq, { node, label, body: bodyOf(l, node.body) });
    case 'ForOfStatement':
    case 'ForInStatement':
      return lowerIteration(l, seq, { node, label });
    case 'SwitchStatement':
      return lowerSwitch(l, seq, { node, label });
    default:
      throw internalError(`a ${node.type} is to be lowered`);
  }
}

/** The statements of a branch or a loop. */
function bodyOf(l: Lowering, node: t.Statement): Sequence {
  return lowerList(l, l.types.isBlockStatement(node) ? node.body : [node]);
}

function lowerIf(l: Lowering, seq: Sequence, node: t.IfStatement): void {
  const test = l.expression(seq, node.test);
  if (!l.holds(node.consequent) && !l.holds(node.alternate)) {
    node.test = test;
    return seq.add(node);
  }
  const consequent = bodyOf(l, node.consequent);
  const alternate = node.alternate ? bodyOf(l, node.alternate) : undefined;
  addBranch(l, seq, { test, consequent, alternate, at: node });
}

/** The label of a loop or a `switch` stays on it; of two, the inner one stands for both. */
function lowerLabeled(l: Lowering, seq: Sequence, node: t.LabeledStatement): void {
  const { types } = l;
  const { body } = node;
  if (types.isLabeledStatement(body) && types.isLoop(body.body)) {
    relabel(l, body.body.body, node.label.name, body.label.name);
    return lowerLabeled(l, seq, body);
  }
  if (types.isLoop(body) || types.isSwitchStatement(body)) return lowerBreakable(l, seq, body, node.label.name);
  if (types.isTryStatement(body) && isLeftByWay(l, body)) return lowerTry(l, seq, body, node.label.name);
  const held = new Sequence();
  lowerStatement(l, held, body);
  wrapList(l, seq, held, (written) => {
    const [only] = written;
    const inside = written.length === 1 && types.isBlockStatement(only) ? only : types.blockStatement(written);
    return locate(types.labeledStatement(node.label, inside), node);
  });
}

/** Adds a block or a label around a list. */
function wrapList(l: Lowering, seq: Sequence, inner: Sequence, written: (body: t.Statement[]) => t.Statement): void {
  seq.addCompound([inner], {
    isTransparent: true,
    write: (way) => written(arrange(l, inner, way)),
  });
}

/** Exits out of it are redirected: see `redirect-exits.ts`. */
const isLeftByWay = ({ simple: { normal } }: Lowering, node: t.Node): boolean =>
  normal.finallys.has(node) || normal.usings.has(node);

function relabel(l: Lowering, body: t.Node, from: string, to: string): void {
  walk(l.types, body, (node) => {
    const isJump = node.type === 'BreakStatement' || node.type === 'ContinueStatement';
    if (isJump && node.label?.name === from) node.label.name = to;
    return !l.types.isFunction(node);
  });
}
