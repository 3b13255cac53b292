/** What wraps a function. */
import { isClass } from '../../babel/ast.js';
import type { types as t } from '@babel/core';
import type { ListedPath } from '../../babel/path.js';
import type { Compilation } from '../../context/compilation.js';
import type { FunctionPlan } from '../../plan.js';
import type { Form } from '../../vocabulary.js';
import type { WrappedFunction, Writer } from '../writer.js';

/** Decides for each function of the Plan what wraps it, in the order of the table of positions. */
export function chooseWrappers({
  compilation,
  plan,
  emit,
  firstNames: { keys },
}: Pick<Writer, 'compilation' | 'plan' | 'emit' | 'firstNames'>): ReadonlyMap<t.Node, WrappedFunction> {
  const decorated = findDecoratedClasses(compilation);
  const functions = new Map<t.Node, WrappedFunction>();
  for (const [node, fn] of plan.functions)
    // Names of private members are given class by class, so a private method is wrapped in any case.
    if (fn.wrapper !== 'unwrapped' || fn.kind === 'privateMethod')
      functions.set(node, { plan: fn, form: chooseForm(fn, decorated), meta: emit.meta(fn), key: keys.get(fn) });
  return functions;
}

function chooseForm(fn: FunctionPlan, decorated: ReadonlySet<t.Node>): Form | undefined {
  const { node, wrapper, name, selfName, isImmediatelyInvoked, isReplaced, usesSuper, path } = fn;
  const isGenerator = wrapper === 'suspendable';
  switch (node.type) {
    case 'FunctionDeclaration':
      return isGenerator ? '$thread' : '$plain';
    case 'FunctionExpression':
      if (!isGenerator) return '$plain';
      if (isImmediatelyInvoked) return '$detached';
      return selfName ? '$named' : '$thread';
    case 'ClassPrivateMethod':
      // Only decorators of the language may stand at one, and they need no getter.
      return (node.decorators ?? []).length > 0 ? '$decorate' : '$privateMethod';
    case 'ClassMethod':
      return decorated.has(path.parent) ? '$decorate' : '$methods';
    case 'ObjectMethod':
      if (isReplaced === 'always') return undefined;
      return isGenerator && name !== undefined && !(usesSuper && isReplaced === 'never') ? '$method' : '$methods';
    default:
      return isGenerator ? '$arrow' : '$plain';
  }
}

/**
 * The bodies of classes with decorators. These see methods before static blocks run, so in such a class each method has the wrapper as its innermost
 * decorator.
 */
function findDecoratedClasses({ paths }: Compilation): ReadonlySet<t.Node> {
  const classOf = ({ parent, parentPath }: ListedPath): t.Node => (isClass(parent) ? parent.body : parentPath!.parent);
  return new Set(paths.ofType('Decorator').map(classOf));
}
