/** Where `$this` stands for `this`, the engine's errors name it: they are caught as plain code would catch them. */
import type { types as t } from '@babel/core';
import { eachChild } from '../../../babel/ast.js';
import type { Step, Tools } from '../facts/tools.js';

/**
 *   try { this.leap(); } catch (error) { log(error.message); }
 *   try { $this.leap(); } catch (error) { $told(error); log(error.message); }      "this.leap is not a function"
 *
 * Errors that leave the function are told by the runtime.
 */
export function tellErrors(tools: Tools, fn: Step): void {
  const { types } = tools;
  /** Is there a `this` of the function in it? */
  const visit = (node: t.Node): boolean => {
    if (types.isThisExpression(node) || types.isJSXIdentifier(node, { name: 'this' })) return true;
    const isOther = types.isFunction(node) && !types.isArrowFunctionExpression(node);
    if (isOther && node !== fn) return false;
    let has = false;
    eachChild(types, node, (child) => {
      const isIn = visit(child);
      if (isIn && types.isTryStatement(node) && child === node.block && node.handler?.param)
        tellError(tools, fn, node.handler);
      if (isIn) has = true;
    });
    return has;
  };
  visit(fn.body);
}

function tellError(tools: Tools, fn: Step, handler: t.CatchClause): void {
  const { types, emit, names } = tools;
  const { param, body } = handler;
  tools.need('$told');
  if (types.isIdentifier(param)) return void body.body.unshift(emit.statement('$told(ERROR);', { ERROR: param.name }));
  const name = names.ofLoop(fn, '$caught');
  const ERROR = emit.expression('$told(NAME)', { NAME: name });
  handler.param = types.identifier(name);
  body.body.unshift(types.variableDeclaration('let', [types.variableDeclarator(param!, ERROR)]));
}
