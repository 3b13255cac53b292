/** `const x = 1; x = 2;` */
import type { types as t } from '@babel/core';
import type { Analysis } from '../../analyse/facts/facts.js';
import { type Finding, type MendAt, replaceBy, tell } from '../../context/diagnostic.js';
import { warnings } from '../../messages/warnings.js';

/** What the engine would tell only when it comes there: a `const` that is set again. */
export function findAssignedConstants({ compilation, facts }: Analysis): Finding[] {
  const { t: types, paths } = compilation;
  const found: Finding[] = [];
  for (const path of [...paths.ofType('AssignmentExpression'), ...paths.ofType('UpdateExpression')]) {
    const { node } = path;
    const target = node.type === 'AssignmentExpression' ? node.left : node.argument;
    if (target.type !== 'Identifier' || !facts.contexts.around(path).plan) continue;
    const declaration = path.scope.getBinding(target.name)?.path.parent;
    if (!types.isVariableDeclaration(declaration, { kind: 'const' })) continue;
    found.push(tell(node, warnings.constantAssigned, { name: target.name }, asVariable(declaration)));
  }
  return found;
}

/** `let` in the place of `const`. */
function asVariable({ loc }: t.VariableDeclaration): MendAt[] {
  if (!loc) return [];
  const { start } = loc;
  const end = { line: start.line, column: start.column + 'const'.length };
  return [replaceBy({ loc: { start, end } }, 'let')];
}
