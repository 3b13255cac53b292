/** Assignments whose value pauses. */
import type { types as t } from '@babel/core';
import { isLogicalAssignment, isMember, skipTransparent } from '../../../babel/ast.js';
import { locate } from '../../../write/emitter.js';
import { repeatPart, partsOfMember } from './calls.js';
import { addBranch, testOf } from '../dispatch/branches.js';
import type { Lowering } from '../lowering.js';
import { keep, keepAsName, lowerParts } from './keep-earlier-parts.js';
import { lowerPattern } from './patterns.js';
import { Sequence } from '../../plan/sequence.js';

/**
 *   x = yield a()      →   x = $v
 *   o.p = yield a()    →   $t0 = o; …; $t0.p = $v
 *   x += yield a()     →   $t0 = x; …; x = $t0 + $v
 *   x ||= yield a()    →   $t0 = x; if (!$t0) { …; $t0 = x = $v; }
 */
export function lowerAssignment(l: Lowering, seq: Sequence, node: t.AssignmentExpression): t.Expression {
  const { types } = l;
  const target = skipTransparent(node.left);
  const isWaiting = l.holds(node.right);
  if (types.isPattern(target) && l.holds(target)) {
    const value = keepAsName(l, seq, l.expression(seq, node.right));
    lowerPattern(l, seq, target, value);
    return l.id(value);
  }
  if (target.type === 'CallExpression') return lowerToCall(l, seq, node);
  if (isMember(target)) lowerParts(l, seq, partsOfMember(target), isWaiting);
  if (!isWaiting) return node;
  if (node.operator === '=') {
    node.right = l.expression(seq, node.right);
    return node;
  }
  const assigned = (right: t.Expression): t.Expression =>
    locate(types.assignmentExpression('=', repeatTarget(l, target), right), node);
  if (isLogicalAssignment(node)) return lowerLogical(l, seq, node, assigned);
  const before = keep(l, seq, target as t.Expression, 'left');
  const right = l.expression(seq, node.right);
  const operator = node.operator.slice(0, -1) as t.BinaryExpression['operator'];
  return assigned(locate(types.binaryExpression(operator, before, right), node));
}

/** `f() = yield a()` in sloppy code throws when `f` has been called, so the value is never evaluated. */
function lowerToCall(l: Lowering, seq: Sequence, node: t.AssignmentExpression): t.Expression {
  node.left = l.expression(seq, node.left as t.Expression) as t.LVal;
  node.operator = '=';
  node.right = l.emit.expression('void 0');
  return node;
}

function lowerLogical(
  l: Lowering,
  seq: Sequence,
  node: t.AssignmentExpression,
  assigned: (right: t.Expression) => t.Expression,
): t.Expression {
  const name = l.temporary('left');
  seq.add(l.assign(name, skipTransparent(node.left) as t.Expression, node.left));
  const inner = new Sequence();
  const right = l.expression(inner, node.right);
  inner.add(l.assign(name, assigned(right), node));
  const test = testOf(l, node.operator.slice(0, -1) as t.LogicalExpression['operator'], l.id(name));
  addBranch(l, seq, { test, consequent: inner, alternate: undefined, at: node });
  return l.id(name);
}

/** Repeats the target, whose parts are in temporaries or stable. */
function repeatTarget(l: Lowering, target: t.Node): t.LVal {
  const { types } = l;
  if (types.isIdentifier(target)) return types.identifier(target.name);
  const { object, property, computed } = target as t.MemberExpression;
  const key = computed ? repeatPart(l, property) : types.cloneNode(property as t.Identifier);
  return types.memberExpression(types.isSuper(object) ? types.super() : repeatPart(l, object), key, computed);
}
