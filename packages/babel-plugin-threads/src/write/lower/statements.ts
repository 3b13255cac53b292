/** Statements that hold pauses. */
import type { types as t } from '@babel/core';
import { inheritComments } from '../../babel/comments.js';
import { errors } from '../../messages/errors.js';
import { located } from '../emitter.js';
import { arrange } from './arrange.js';
import { branch, isNothing } from './branches.js';
import type { Lowering } from './lowering.js';
import { lowerLoop } from './loops.js';
import { Sequence } from './sequence.js';

/** The statements of a block, one after the other. */
export function lowerList(l: Lowering, statements: readonly t.Statement[]): Sequence {
  const seq = new Sequence();
  for (const one of statements) lowerStatement(l, seq, one);
  return seq;
}

function lowerStatement(l: Lowering, seq: Sequence, node: t.Statement): void {
  if (!l.holds(node)) return seq.plain(node);
  const from = seq.items.length;
  l.inStatement(() => lowerHolding(l, seq, node));
  const first = seq.items[from];
  if (first?.kind === 'plain' && first.node !== node) inheritComments(node, first.node);
}

function lowerHolding(l: Lowering, seq: Sequence, node: t.Statement): void {
  const { types } = l;
  switch (node.type) {
    case 'ExpressionStatement': {
      const value = l.expression(seq, node.expression, false);
      if (!isNothing(l, value)) seq.plain(l.statement(value, node));
      return;
    }
    case 'ReturnStatement':
      return seq.plain(located(types.returnStatement(l.expression(seq, node.argument!)), node));
    case 'ThrowStatement':
      return seq.plain(located(types.throwStatement(l.expression(seq, node.argument)), node));
    case 'IfStatement':
      return lowerIf(l, seq, node);
    case 'BlockStatement': {
      const inner = lowerList(l, node.body);
      return seq.compound([inner], (isAsked) => located(types.blockStatement(arrange(l, inner, isAsked)), node));
    }
    case 'LabeledStatement':
      return lowerLabeled(l, seq, node);
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
      return lowerLoop(l, seq, { node, label: undefined, body: bodyOf(l, node.body) });
    default:
      throw new Error(errors.internal(`a ${node.type} is to be lowered`));
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
    return seq.plain(node);
  }
  const consequent = bodyOf(l, node.consequent);
  const alternate = node.alternate ? bodyOf(l, node.alternate) : undefined;
  branch(l, seq, { test, consequent, alternate, at: node });
}

/** The label of a loop stays on the loop itself. */
function lowerLabeled(l: Lowering, seq: Sequence, node: t.LabeledStatement): void {
  const { types } = l;
  let inner: t.Statement = node;
  while (types.isLabeledStatement(inner)) inner = inner.body;
  if (types.isLoop(inner)) {
    const loop = node.body as t.WhileStatement;
    return lowerLoop(l, seq, { node: loop, label: node.label.name, body: bodyOf(l, loop.body) });
  }
  const held = new Sequence();
  lowerStatement(l, held, node.body);
  seq.compound([held], (isAsked) => {
    const written = arrange(l, held, isAsked);
    const body =
      written.length === 1 && types.isBlockStatement(written[0]) ? written[0] : types.blockStatement(written);
    return located(types.labeledStatement(node.label, body), node);
  });
}
