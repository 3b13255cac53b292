/** What a test of the output gives while the function runs: the way back to a pause is none that liveness follows. */
import type { types as t } from '@babel/core';
import { skipTransparent } from '../../babel/ast.js';

/** The variables whose values are known then: `$pc` and `$m` are 0, there is no frame where that is asked, and no pause is leaving. */
export interface KnownNames {
  readonly zero: ReadonlySet<string>;
  readonly isNull: string;
  readonly isFalse: string | undefined;
}

/** True or false where that is known; else what of the test is evaluated. */
export function testWhileRunning(known: KnownNames, test: t.Expression): boolean | t.Expression {
  const node = skipTransparent(test) as t.Expression;
  switch (node.type) {
    case 'BooleanLiteral':
      return node.value;
    case 'Identifier':
      return node.name === known.isFalse ? false : node;
    case 'BinaryExpression':
      return compared(known, node);
    case 'UnaryExpression': {
      const value = node.operator === '!' ? testWhileRunning(known, node.argument) : node;
      return typeof value === 'boolean' ? !value : node;
    }
    case 'LogicalExpression': {
      const left = node.operator === '??' ? node : testWhileRunning(known, node.left);
      if (typeof left !== 'boolean') return node;
      return (node.operator === '&&') === left ? testWhileRunning(known, node.right) : left;
    }
    case 'ConditionalExpression': {
      const way = testWhileRunning(known, node.test);
      if (typeof way !== 'boolean') return node;
      return testWhileRunning(known, way ? node.consequent : node.alternate);
    }
    default:
      return node;
  }
}

/** `$pc === 0`, `$m !== 0`, `$f === null`. Other comparisons, as `$pc < 3`, stand behind one of these, and are not asked. */
function compared({ zero, isNull }: KnownNames, node: t.BinaryExpression): boolean | t.Expression {
  const { left, right, operator } = node;
  if (left.type !== 'Identifier' || (operator !== '===' && operator !== '!==')) return node;
  if (right.type === 'NullLiteral' && left.name === isNull) return operator === '===';
  if (right.type !== 'NumericLiteral' || !zero.has(left.name)) return node;
  return (operator === '===') === (right.value === 0);
}
