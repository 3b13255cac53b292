/** What wraps a function. */
import { isClass } from '../../babel/ast.js';
import type { types as t } from '@babel/core';
import type { ListedPath } from '../../babel/path.js';
import type { Compilation } from '../../context/compilation.js';
import type { FunctionPlan, Plan } from '../../plan.js';
import type { Form } from '../../vocabulary.js';
import type { Writer } from '../writer.js';

/** Names of private members are given class by class, so a private method is wrapped in any case. */
export const isWrapped = ({ wrapper, kind }: FunctionPlan): boolean =>
  wrapper !== 'unwrapped' || kind === 'privateMethod';

/** The function that a node is, if it is wrapped. */
export function wrappedAt({ functions }: Plan, node: t.Node): FunctionPlan | undefined {
  const plan = functions.get(node);
  return plan && isWrapped(plan) ? plan : undefined;
}

/** Undefined for a method that a later member of its literal always replaces. */
export function formOf({ decoratedClasses }: Pick<Writer, 'decoratedClasses'>, plan: FunctionPlan): Form | undefined {
  const { node, wrapper, name, selfName, isImmediatelyInvoked, isReplaced, path } = plan;
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
      return decoratedClasses.has(path.parent) ? '$decorate' : '$methods';
    case 'ObjectMethod':
      if (isWrappedWhole(plan)) return '$methods';
      if (isReplaced === 'always') return undefined;
      return isGenerator && name !== undefined ? '$method' : '$methods';
    default:
      return isGenerator ? '$arrow' : '$plain';
  }
}

/**
 * The bodies of classes with decorators. These see methods before static blocks run, so in such a class each method has the wrapper as its innermost
 * decorator.
 */
export function findDecoratedClasses({ paths }: Compilation): ReadonlySet<t.Node> {
  const classOf = ({ parent, parentPath }: ListedPath): t.Node => (isClass(parent) ? parent.body : parentPath!.parent);
  return new Set(paths.ofType('Decorator').map(classOf));
}

/** It stays a method of its literal, which is given to `$methods` as a whole; others become properties that hold their wrapper. */
export function isWrappedWhole({ kind, usesSuper, wrapper, name, isReplaced }: FunctionPlan): boolean {
  if (kind !== 'method' || isReplaced !== 'never') return false;
  return usesSuper || wrapper !== 'suspendable' || name === undefined;
}
