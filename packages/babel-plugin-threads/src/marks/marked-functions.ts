import type { types as t } from '@babel/core';
import type { Types } from '../babel/types.js';
import { bare, isCall, isMember } from '../babel/ast.js';

/**
 * The functions, classes and object literals that a mark above `node` stands for: `node` itself, or what the statement
 * holds. Undefined if there is none.
 */
export function holdersOf(
  types: Types,
  node: t.Node,
  parentOf: (node: t.Node) => t.Node | undefined,
): t.Node[] | undefined {
  const found: t.Node[] = [];
  hold(node);
  return found.length > 0 ? found : undefined;

  function hold(wrapped: t.Node | null | undefined): void {
    if (!wrapped) return;
    const n = bare(wrapped);
    if (types.isTSDeclareFunction(n) || types.isTSDeclareMethod(n)) hold(implementationOf(n));
    else if (types.isFunction(n) || types.isClass(n) || types.isObjectExpression(n)) found.push(n);
    else if (types.isExportNamedDeclaration(n) || types.isExportDefaultDeclaration(n)) hold(n.declaration);
    else if (types.isTSExportAssignment(n)) hold(n.expression);
    else if (types.isVariableDeclaration(n)) for (const one of n.declarations) hold(one);
    else if (types.isVariableDeclarator(n)) [n.id, n.init].forEach(hold);
    else if (types.isObjectPattern(n)) n.properties.forEach(hold);
    else if (types.isArrayPattern(n)) n.elements.forEach(hold);
    else if (types.isExpressionStatement(n)) hold(n.expression);
    else if (types.isAssignmentExpression(n)) hold(n.right);
    else if (types.isAssignmentPattern(n)) hold(n.right);
    else if (types.isReturnStatement(n)) hold(n.argument);
    else if (types.isObjectProperty(n) || types.isClassProperty(n) || types.isClassPrivateProperty(n)) hold(n.value);
    else if (types.isClassAccessorProperty(n)) hold(n.value);
    else if (types.isConditionalExpression(n)) [n.consequent, n.alternate].forEach(hold);
    else if (types.isLogicalExpression(n)) [n.left, n.right].forEach(hold);
    else if (types.isSequenceExpression(n)) n.expressions.forEach(hold);
    else if (types.isArrayExpression(n)) n.elements.forEach(hold);
    else if (types.isSpreadElement(n) || types.isUnaryExpression(n)) hold(n.argument);
    else if (isCall(n) || types.isNewExpression(n)) {
      holdCallee(n.callee);
      n.arguments.forEach(hold);
    }
  }

  /** `(function () {})()`, `(function () {}).call(x)` and `on(() => {}).then(() => {})` hold functions too. */
  function holdCallee(wrapped: t.Node): void {
    const callee = bare(wrapped);
    if (isMember(callee)) holdCallee(callee.object);
    else if (types.isFunction(callee) || types.isCallExpression(callee)) hold(callee);
  }

  /** An overload has no body: its mark is that of the implementation below. */
  function implementationOf(overload: t.TSDeclareFunction | t.TSDeclareMethod): t.Node | undefined {
    let parent = parentOf(overload);
    let list = listAround(parent);
    let at: t.Node = overload;
    if (list === undefined && parent) {
      at = parent;
      parent = parentOf(parent);
      list = listAround(parent);
    }
    for (const sibling of list?.slice(list.indexOf(at) + 1) ?? []) {
      const one = 'declaration' in sibling ? (sibling.declaration as t.Node) : sibling;
      if (types.isFunction(one)) return one;
      if (!types.isTSDeclareFunction(one) && !types.isTSDeclareMethod(one)) return undefined;
    }
    return undefined;
  }

  function listAround(holder: t.Node | undefined): t.Node[] | undefined {
    const body = (holder as { body?: unknown } | undefined)?.body;
    return Array.isArray(body) ? (body as t.Node[]) : undefined;
  }
}
