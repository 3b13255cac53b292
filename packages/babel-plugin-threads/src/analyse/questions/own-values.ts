/** What a function has for itself: its variables, and what it has just made. */
import type { types as t } from '@babel/core';
import { skipTransparent } from '../../babel/ast.js';
import type { Binding } from '../../babel/bindings.js';
import type { Path } from '../../babel/path.js';
import type { Compilation } from '../../context/compilation.js';
import { makesValue } from '../../language/builtin-calls.js';

/** A variable or a parameter of the function `owner`, or of a function in it. */
export function isOwnVariable(owner: Path, path: Path, name: string): boolean {
  const binding = path.scope.getBinding(name);
  return binding !== undefined && isInside(binding, owner);
}

/** The function has made the value, so nobody else has it yet: `[]`, `list.slice()`, or a variable that only holds such values. */
export function isOwnValue(compilation: Compilation, owner: Path, path: Path, wrapped: t.Node): boolean {
  const { t: types } = compilation;
  const node = skipTransparent(wrapped);
  if (node.type !== 'Identifier') return makesValue(compilation, path, node);
  const binding = path.scope.getBinding(node.name);
  if (!binding || !isInside(binding, owner)) return false;
  const { node: declarator, parentPath } = binding.path;
  if (declarator.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return false;
  if (types.isForXStatement(parentPath?.parent)) return false;
  if (declarator.init && !makesValue(compilation, binding.path, declarator.init)) return false;
  if (!declarator.init && binding.constantViolations.length === 0) return false;
  return binding.constantViolations.every((change) => {
    const { node: assignment } = change;
    return (
      types.isAssignmentExpression(assignment, { operator: '=' }) &&
      assignment.left.type === 'Identifier' &&
      makesValue(compilation, change, assignment.right)
    );
  });
}

function isInside({ scope }: Binding, owner: Path): boolean {
  for (let at: Binding['scope'] | undefined = scope; at; at = at.parent) if (at === owner.scope) return true;
  return false;
}
