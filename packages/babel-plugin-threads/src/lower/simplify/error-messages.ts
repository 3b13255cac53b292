/** Errors of the engine name variables of the output, `$this`, `$v` and `$t0`: `$told` puts the text of the source into their messages. */
import type { types as t } from '@babel/core';
import { eachChild } from '../../babel/ast.js';
import type { Types } from '../../babel/types.js';
import type { Step, Tools } from '../read/tools.js';
import type { Pauses } from '../read/pauses.js';

/**
 * The handlers that call `$told`: those of a `try` that pauses, or in which `$this` stands for `this`.
 *
 *   try { $this.leap(); } catch (error) { $told(error); log(error.message); }      "this.leap is not a function"
 *   try { …; $v(); } catch (error) { $told(error); log(error.message); }           "(intermediate value) is not a function"
 *
 * The runtime does the same for errors that leave the function.
 */
export function handlersToTell(
  types: Types,
  fn: Step,
  { pauses, isBare }: { readonly pauses: Pauses; readonly isBare: boolean },
): ReadonlySet<t.CatchClause> {
  const found = new Set<t.CatchClause>();
  /** Gives whether `this`, which will be `$this`, stands in the node. */
  const visit = (node: t.Node): boolean => {
    if (types.isThisExpression(node) || types.isJSXIdentifier(node, { name: 'this' })) return isBare;
    const isOther = types.isFunction(node) && !types.isArrowFunctionExpression(node);
    if (isOther && node !== fn) return false;
    let has = false;
    eachChild(types, node, (child) => {
      const isIn = visit(child);
      if (types.isTryStatement(node) && child === node.block && node.handler?.param && (isIn || pauses.holds(child)))
        found.add(node.handler);
      if (isIn) has = true;
    });
    return has;
  };
  visit(fn.body);
  return found;
}

/** `catch (error) { … }` → `catch (error) { $told(error); … }`, in a handler that does not pause. */
export function tellError(tools: Tools, fn: Step, handler: t.CatchClause): void {
  const { types, names } = tools;
  const { param, body } = handler;
  if (types.isIdentifier(param))
    return void body.body.unshift(types.expressionStatement(tellCaught(tools, param.name)));
  const name = names.ofLoop(fn, '$caught');
  handler.param = types.identifier(name);
  body.body.unshift(types.variableDeclaration('let', [types.variableDeclarator(param!, tellCaught(tools, name))]));
}

/** `$told($caught0)` */
export function tellCaught(tools: Tools, name: string): t.Expression {
  return tools.emit.expression('$told(NAME)', { NAME: name });
}
