/** Which parts of a construct the language evaluates. */
import type { types as t } from '@babel/core';

/** By the type of the node and the field, or the list, that the part is in. */
const ALWAYS = new Set(
  (
    'BlockStatement.body ExpressionStatement.expression ReturnStatement.argument ThrowStatement.argument IfStatement.test ' +
    'SwitchStatement.discriminant VariableDeclaration.declarations VariableDeclarator.init WhileStatement.test ForStatement.init ' +
    'ForStatement.test ForOfStatement.right ForInStatement.right AssignmentExpression.right BinaryExpression.left ' +
    'BinaryExpression.right UnaryExpression.argument LogicalExpression.left ConditionalExpression.test ' +
    'SequenceExpression.expressions CallExpression.callee CallExpression.arguments MemberExpression.object ' +
    'MemberExpression.property TemplateLiteral.expressions ArrayExpression.elements'
  ).split(' '),
);

/** The part is evaluated whenever the node is, whatever comes before it. Of what is not known the answer is no. */
export function isAlwaysEvaluated({ type }: t.Node, part: string): boolean {
  return ALWAYS.has(`${type}.${part}`);
}

/** The start of a `for`, and what `for…of` goes over: all else in a loop is evaluated in each iteration. */
export function isEvaluatedOnce(partOfLoop: string | number | null): boolean {
  return partOfLoop === 'init' || partOfLoop === 'right';
}

/** By the type of the node. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['left', 'right'],
};

/** The parts of an expression of which one is its value; undefined where it makes a value of its own. */
export function partsOfValue({ type }: t.Node): readonly string[] | undefined {
  return VALUES[type];
}
