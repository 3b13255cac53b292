/**
 * Expressions that hold pauses. Values that are evaluated before a pause go into temporaries, in order; the parts after the last
 * pause stay as they are:
 *
 *   log(n, yield a(), b)   →   $t0 = log; $t1 = n;
 *                              if ($c.waits($v = a())) return $keep4(…);
 *                              // the resume point
 *                              $t0($t1, $v, b)
 */
import type { types as t } from '@babel/core';
import { isMember, isTransparent, skipTransparent } from '../../../babel/ast.js';
import { locate } from '../../../write/emitter.js';
import { lowerAssignment } from './assignments.js';
import { addBranch, isNothing, testOf } from '../dispatch/branches.js';
import { lowerCall, lowerTagged, partsOfMember } from './calls.js';
import { calleeChain, lowerCallOfChain, lowerChain } from './optional-chains.js';
import { lowerClass } from './classes.js';
import { lowerJsx } from './jsx.js';
import { lowerArray, lowerObject, lowerTemplate } from './literals.js';
import type { Lowering } from '../lowering.js';
import { lowerParts, part } from './keep-earlier-parts.js';
import { Sequence } from '../../plan/sequence.js';

/**
 * Adds all up to the last pause of the expression to the sequence, and gives the expression for its value behind that. `isUsed`: the value is used.
 */
export function lowerExpression(l: Lowering, seq: Sequence, node: t.Expression, isUsed = true): t.Expression {
  if (!l.holds(node)) return node;
  if (isTransparent(node)) return lowerExpression(l, seq, (node as t.ParenthesizedExpression).expression, isUsed);
  switch (node.type) {
    case 'YieldExpression':
      return lowerPause(l, seq, node);
    case 'CallExpression': {
      const chain = calleeChain(node);
      return chain ? lowerCallOfChain(l, seq, node, chain) : lowerCall(l, seq, node);
    }
    case 'NewExpression':
      return lowerCall(l, seq, node);
    case 'TaggedTemplateExpression':
      return lowerTagged(l, seq, node);
    case 'AssignmentExpression':
      return lowerAssignment(l, seq, node);
    case 'LogicalExpression':
      return lowerLogical(l, seq, node, isUsed);
    case 'ConditionalExpression':
      return lowerConditional(l, seq, node, isUsed);
    case 'SequenceExpression':
      return lowerInOrder(l, seq, node, isUsed);
    case 'TemplateLiteral':
      return lowerTemplate(l, seq, node);
    case 'ArrayExpression':
      return lowerArray(l, seq, node);
    case 'ObjectExpression':
      return lowerObject(l, seq, node);
    default:
      return lowerOther(l, seq, node);
  }
}

/** Expressions whose parts are evaluated one after the other. */
function lowerOther(l: Lowering, seq: Sequence, node: t.Expression): t.Expression {
  switch (node.type) {
    case 'BinaryExpression':
      return lowerBinary(l, seq, node);
    case 'MemberExpression':
      lowerParts(l, seq, partsOfMember(node));
      return node;
    case 'OptionalMemberExpression':
    case 'OptionalCallExpression':
      return lowerChain(l, seq, node);
    case 'JSXElement':
    case 'JSXFragment':
      return lowerJsx(l, seq, node);
    case 'ImportExpression':
      lowerParts(l, seq, [part(node, 'source'), ...(node.options ? [part(node, 'options')] : [])]);
      return node;
    case 'ClassExpression':
      return lowerClass(l, seq, node);
    case 'UnaryExpression': {
      const argument = skipTransparent(node.argument);
      if (node.operator === 'delete' && argument.type.startsWith('Optional')) return lowerChain(l, seq, argument, true);
      lowerParts(l, seq, [part(node, 'argument')]);
      return node;
    }
    default:
      // `++`, `await`
      lowerParts(l, seq, [part(node, 'argument')]);
      return node;
  }
}

/** `a() + b() + …`, from the innermost on: a sum of thousands of calls is as deep as it is long. */
function lowerBinary(l: Lowering, seq: Sequence, node: t.BinaryExpression): t.Expression {
  const all = [node];
  for (let { left } = node; left.type === 'BinaryExpression' && l.holds(left); { left } = left) all.push(left);
  for (const one of all.toReversed()) {
    const isInner = one.left.type === 'BinaryExpression' && l.holds(one.left);
    const first = { ...part(one, 'left'), isLowered: isInner };
    lowerParts(l, seq, [...(one.left.type === 'PrivateName' ? [] : [first]), part(one, 'right')]);
  }
  return node;
}

/** `yield f()` → `if ($c.waits($v = f())) return $keep4(…);`, and `$v` behind it. */
function lowerPause(l: Lowering, seq: Sequence, node: t.YieldExpression): t.Expression {
  const { emit, own, tools, pauses } = l;
  const pc = pauses.numberOf(node);
  if (tools.frameWaits.has(node)) {
    l.suspend(seq, { how: 'next', pc, at: node, test: undefined });
    return emit.expression('void 0');
  }
  const value = lowerExpression(l, seq, node.argument!);
  const VALUE = emit.assign(own.value, value);
  const test = emit.expression('CODE.waits(VALUE)', { VALUE, CODE: own.code }, node);
  l.suspend(seq, { how: 'keep', pc, at: node, test });
  return locate(l.id(own.value), node);
}

/** `a && (yield b())` → `$t0 = a; if ($t0) { …; $t0 = $v; }`, and `$t0` behind it. */
function lowerLogical(l: Lowering, seq: Sequence, node: t.LogicalExpression, isUsed: boolean): t.Expression {
  const { emit } = l;
  const left = lowerExpression(l, seq, node.left);
  if (!l.holds(node.right)) {
    node.left = left;
    return node;
  }
  const inner = new Sequence();
  const name = l.temporary('left');
  if (isUsed) seq.add(l.assign(name, left, node.left));
  else if (hasEffects(left)) seq.add(l.assign(name, left, node.left));
  const isNamed = isUsed || hasEffects(left);
  const VALUE = isNamed ? l.id(name) : left;
  const right = lowerExpression(l, inner, node.right, isUsed);
  storeValue(l, inner, isUsed ? name : undefined, right, node.right);
  addBranch(l, seq, { test: testOf(l, node.operator, VALUE), consequent: inner, alternate: undefined, at: node });
  return isNamed ? l.id(name) : emit.expression('void 0');
}

const hasEffects = ({ type }: t.Expression): boolean => type !== 'Identifier';

/** `a ? yield b() : c` → `if (a) { …; $t0 = $v; } else $t0 = c;`, and `$t0` behind it. */
function lowerConditional(l: Lowering, seq: Sequence, node: t.ConditionalExpression, isUsed: boolean): t.Expression {
  const test = lowerExpression(l, seq, node.test);
  if (!l.holds(node.consequent) && !l.holds(node.alternate)) {
    node.test = test;
    return node;
  }
  const name = isUsed ? l.temporary('choice') : undefined;
  const [consequent, alternate] = [node.consequent, node.alternate].map((one) => {
    const inner = new Sequence();
    storeValue(l, inner, name, lowerExpression(l, inner, one, isUsed), one);
    return inner;
  });
  addBranch(l, seq, { test, consequent: consequent!, alternate, at: node });
  return name === undefined ? l.emit.expression('void 0') : l.id(name);
}

/** Assigns the value of a branch to the temporary of the whole expression; without one it is only evaluated. */
function storeValue(l: Lowering, seq: Sequence, name: string | undefined, value: t.Expression, at: t.Node): void {
  if (name !== undefined) seq.add(l.assign(name, value, at));
  else if (!isNothing(l, value)) seq.add(l.statement(value, at));
}

function lowerInOrder(l: Lowering, seq: Sequence, node: t.SequenceExpression, isUsed: boolean): t.Expression {
  const last = node.expressions.findLastIndex((one) => l.holds(one));
  for (const one of node.expressions.slice(0, last)) {
    const value = lowerExpression(l, seq, one, false);
    if (!isNothing(l, value)) seq.add(l.statement(value, one));
  }
  const isLast = last === node.expressions.length - 1;
  const value = lowerExpression(l, seq, node.expressions[last]!, isLast && isUsed);
  if (isLast) return isUsed ? asValue(l, value) : value;
  const rest = node.expressions.slice(last + 1);
  const all = isNothing(l, value) ? rest : [value, ...rest];
  return all.length === 1 ? asValue(l, all[0]!) : locate(l.types.sequenceExpression(all), node);
}

/** `(a(), o.m)()` calls `m` without a receiver, and `(a(), eval)()` is no direct `eval`. */
function asValue({ types }: Lowering, value: t.Expression): t.Expression {
  const isReference = isMember(skipTransparent(value)) || types.isIdentifier(value, { name: 'eval' });
  return isReference ? types.sequenceExpression([types.numericLiteral(0), value]) : value;
}
