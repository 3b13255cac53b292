/** `if (x = 3)`, where `===` is meant. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../../analyse/facts/facts.js';
import { type Finding, type MendAt, replaceBy, tell } from '../../context/diagnostic.js';
import { textOf } from '../../context/text-of.js';
import { warnings } from '../../messages/warnings.js';

const TESTS = ['IfStatement', 'WhileStatement', 'DoWhileStatement', 'ForStatement', 'ConditionalExpression'] as const;

/**
 * An assignment that is a whole condition, without parentheses around it: of a literal anywhere, as the condition then is always the same;
 * of any value in a program, where `while (node = node.next)` is hardly meant.
 */
export function findAssignedConditions(analysis: Analysis): Finding[] {
  const { compilation, marks, facts } = analysis;
  const { t: types, paths } = compilation;
  const found: Finding[] = [];
  for (const path of TESTS.flatMap((type) => paths.ofType(type))) {
    const { test } = path.node as { test?: t.Expression | null };
    if (!types.isAssignmentExpression(test, { operator: '=' }) || test.extra?.['parenthesized']) continue;
    if (!(marks.isProgram || types.isLiteral(test.right)) || !facts.contexts.around(path).plan) continue;
    const values = { condition: textOf(compilation, test), target: textOf(compilation, test.left) };
    found.push(tell(test, warnings.conditionAssigned, values, asComparison(analysis, test)));
  }
  return found;
}

/** `===` in the place of the `=`, if that stands right behind the target. */
function asComparison({ compilation }: Analysis, { left, right }: t.AssignmentExpression): MendAt[] {
  const [before, after] = compilation.code.slice(left.end!, right.start!).split('=', 2);
  if (after === undefined || !/^[ \t)]*$/.test(before!) || !left.loc) return [];
  const { line, column } = left.loc.end;
  const start = column + before!.length;
  const loc = { start: { line, column: start }, end: { line, column: start + 1 } };
  return [replaceBy({ loc }, '===')];
}
