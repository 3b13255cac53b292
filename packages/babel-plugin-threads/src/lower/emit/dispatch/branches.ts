/** An `if` whose branches pause. */
import type { types as t } from '@babel/core';
import { locate } from '../../../write/emitter.js';
import { arrange } from './dispatch.js';
import type { Lowering } from '../lowering.js';
import type { Sequence } from '../../plan/sequence.js';

/** `$v`, `void 0`: its evaluation has no effect. */
export function isNothing(l: Lowering, value: t.Expression): boolean {
  const { types, own } = l;
  if (types.isIdentifier(value))
    return value.name === own.value || l.locals.has(value.name) || l.rewritten.isSettled(value.name);
  return types.isUnaryExpression(value, { operator: 'void' }) && types.isNumericLiteral(value.argument);
}

interface Branch {
  readonly test: t.Expression;
  readonly consequent: Sequence;
  readonly alternate: Sequence | undefined;
  readonly at: t.Node;
}

/** An `if` of which at least one branch pauses. */
export function addBranch(l: Lowering, seq: Sequence, { test, consequent, alternate, at }: Branch): void {
  const { types } = l;
  const both = alternate ? [consequent, alternate] : [consequent];
  const written = (asked: t.Expression, bodies: t.Statement[][]): t.Statement => {
    const [first, second] = bodies.map((one) => block(l, one));
    const isElse = second !== undefined && second.body.length > 0;
    return locate(types.ifStatement(asked, first!, isElse ? unwrapElse(l, second) : null), at);
  };
  seq.addCompound(both, {
    isTransparent: true,
    write: (way) =>
      written(
        way === 'plain' ? test : guardTest(l, test, consequent.pcs, alternate?.pcs ?? []),
        both.map((one) => arrange(l, one, way)),
      ),
  });
}

const block = ({ types }: Lowering, body: t.Statement[]): t.BlockStatement => types.blockStatement(body);

/** `else if`, and `else a();` */
function unwrapElse({ types }: Lowering, { body }: t.BlockStatement): t.Statement {
  const [only] = body;
  const isSimple = types.isIfStatement(only) || types.isExpressionStatement(only);
  return body.length === 1 && isSimple ? only : types.blockStatement(body);
}

/** The test of an `if`; when the function is resumed in a branch, `$pc` decides instead. */
function guardTest(l: Lowering, test: t.Expression, first: readonly number[], second: readonly number[]): t.Expression {
  const { types } = l;
  if (second.length === 0) return types.logicalExpression('||', l.testResumed(), test);
  if (first.length === 0) return types.logicalExpression('&&', l.testFresh(), test);
  return types.conditionalExpression(l.testFresh(), test, isOneOf(l, first, second));
}

/** `$pc < 3`: is `$pc` one of `pcs`, and none of `others`? Where those lie on both sides, `$pc === 2 || $pc === 4`. */
export function isOneOf(l: Lowering, pcs: readonly number[], others: readonly number[]): t.Expression {
  const { emit, types } = l;
  const PC = l.own.pc;
  const compared = (operator: '<' | '>' | '===', n: number): t.Expression =>
    emit.expression(`PC ${operator} N`, { PC, N: types.numericLiteral(n) });
  if (pcs.length > 1 && Math.max(...pcs) < Math.min(...others)) return compared('<', Math.min(...others));
  if (pcs.length > 1 && Math.min(...pcs) > Math.max(...others)) return compared('>', Math.max(...others));
  return pcs.map((pc) => compared('===', pc)).reduce((a, b) => types.logicalExpression('||', a, b));
}

/** Is the right side of `a && b`, `a || b`, `a ?? b` evaluated, where `value` is that of the left one? */
export function testOf(
  { types, emit }: Lowering,
  operator: t.LogicalExpression['operator'],
  value: t.Expression,
): t.Expression {
  if (operator === '&&') return value;
  return operator === '||' ? types.unaryExpression('!', value) : emit.expression('VALUE == null', { VALUE: value });
}
