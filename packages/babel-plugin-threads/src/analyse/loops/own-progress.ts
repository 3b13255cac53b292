import type { types as t } from '@babel/core';
import { assignmentTargetsOf, memberCalled, skipTransparent } from '../../babel/ast.js';
import type { ListedPath } from '../../babel/path.js';
import { propertyName } from '../../babel/property-name.js';
import type { Compilation } from '../../context/compilation.js';

/**
 * Does a loop bring its own end about? It assigns a variable that its test reads, or takes from a list that the test
 * reads: `while (i < 9) i++`, `while (open.length > 0) visit(open.pop())`, `while ((found = next()))`. A test that only
 * others can change waits for them: `while (!door.isOpen) step()`.
 */
export function makesProgress({ t: types, paths }: Compilation, path: ListedPath<t.Loop>): boolean {
  const { node } = path;
  if (!('test' in node) || !node.test) return false;
  const changed = new Set<string>();
  const tested = new Set<string>();
  paths.walk(path, (inner) => {
    for (const name of namesChangedBy(types, inner.node)) changed.add(name);
    if (types.isIdentifier(inner.node) && isInside(inner, node.test!)) tested.add(inner.node.name);
  });
  return [...tested].some((name) => changed.has(name));
}

/** Methods that take something out of a list, or go on in one. */
const TAKES: ReadonlySet<string> = new Set(['pop', 'shift', 'splice', 'delete', 'next', 'exec']);

function namesChangedBy(types: Compilation['t'], node: t.Node): string[] {
  const targets = types.isAssignmentExpression(node)
    ? assignmentTargetsOf(node.left)
    : types.isUpdateExpression(node)
      ? [skipTransparent(node.argument)]
      : [];
  const names = targets.flatMap((target) => (types.isIdentifier(target) ? [target.name] : []));
  const member = memberCalled(node);
  const object = member && skipTransparent(member.object);
  if (member && types.isIdentifier(object) && TAKES.has(propertyName(types, member) ?? '')) names.push(object.name);
  return names;
}

const isInside = ({ node }: ListedPath, around: t.Node): boolean =>
  around.start! <= node.start! && node.end! <= around.end!;
