/** Loops that only compute. */
import type { types as t } from '@babel/core';
import { childrenOf, assignmentTargetsOf } from '../../babel/ast.js';
import { functionAround, type ListedPath, type Path } from '../../babel/path.js';
import type { Compilation } from '../../context/compilation.js';
import { isLocalArray } from '../../language/builtin-types.js';
import { isPureBuiltin } from '../../language/builtins.js';

/** What is found of one loop. */
interface Computation {
  readonly compilation: Compilation;
  /** The function around. */
  readonly owner: Path | null;
  /** The locals that the loop writes. */
  readonly changed: Set<string>;
}

/**
 * Plain computation: writes only locals and elements of local arrays, calls nothing but pure builtins, and its test reads
 * a local that it writes. Such a loop ends by itself and nobody can watch its iterations.
 */
export function isComputation(compilation: Compilation, path: ListedPath<t.Loop>): boolean {
  const { t: types, paths } = compilation;
  const { node } = path;
  if (!('test' in node) || !node.test) return false;
  const loop: Computation = { compilation, owner: functionAround(types, path), changed: new Set() };
  let isPlain = true;
  paths.walk(path, (inner) => (isPlain &&= isPlainPart(loop, inner)));
  return isPlain && readsChanged(loop, node.test);
}

/** Nodes that run other code, or leave the function for a while. */
const NOT_PLAIN: ReadonlySet<string> = new Set([
  'NewExpression',
  'OptionalCallExpression',
  'TaggedTemplateExpression',
  'ImportExpression',
  'YieldExpression',
  'AwaitExpression',
]);

function isPlainPart(loop: Computation, inner: Path): boolean {
  const { compilation } = loop;
  const { t: types } = compilation;
  const { node } = inner;
  if (types.isAssignmentExpression(node)) return isPlainWrite(loop, inner, node.left);
  if (types.isUpdateExpression(node)) return isPlainWrite(loop, inner, node.argument);
  if (types.isForXStatement(node))
    return types.isVariableDeclaration(node.left) || isPlainWrite(loop, inner, node.left);
  if (types.isCallExpression(node)) return isPureBuiltin(compilation, inner);
  if (types.isFunction(node) || types.isClass(node)) return false;
  return !NOT_PLAIN.has(node.type) && !types.isUnaryExpression(node, { operator: 'delete' });
}

function isPlainWrite(loop: Computation, at: Path, written: t.Node): boolean {
  return assignmentTargetsOf(written).every((target) => isPlainTarget(loop, at, target));
}

function isPlainTarget({ compilation, owner, changed }: Computation, at: Path, target: t.Node): boolean {
  const { t: types } = compilation;
  if (types.isMemberExpression(target)) return target.computed && isLocalArray(compilation, at, target.object);
  const binding = types.isIdentifier(target) ? at.scope.getBinding(target.name) : undefined;
  if (!binding || !owner || binding.scope.getFunctionParent() !== owner.scope) return false;
  changed.add((target as t.Identifier).name);
  return true;
}

function readsChanged(loop: Computation, test: t.Node): boolean {
  const { t: types } = loop.compilation;
  if (types.isIdentifier(test)) return loop.changed.has(test.name);
  if (types.isMemberExpression(test) && !test.computed) return readsChanged(loop, test.object);
  return childrenOf(types, test).some((child) => readsChanged(loop, child));
}
