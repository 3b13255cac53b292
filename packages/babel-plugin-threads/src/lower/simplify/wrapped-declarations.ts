/** With the option `saves`: a function that is declared is put into its wrapper, so that one expression makes it, and a factory can. */
import type { types as t } from '@babel/core';
import { eachStatement } from '../../babel/ast.js';
import { inheritComments } from '../../babel/comments.js';
import { locate } from '../../write/emitter.js';
import type { Step, Tools } from '../read/tools.js';

/**
 *   var walk = $thread($walk, META);   function $walk(…) {…}   →   var walk = $thread(function (…) {…}, META);
 *   area = $plain(area, META);         function area(w) {…}    →   var area = $plain(function (w) {…}, META);
 *
 * The second one in a block gives a `let`, but not in sloppy code, where the function around sees it.
 */
export function takeDeclarationsIn(tools: Tools, fn: Step, isStrict: boolean): void {
  const visit = (node: t.Node): void => {
    const list = listOf(node);
    if (list) takeIn(tools, list, { isOfFunction: node === fn.body, isStrict });
    eachStatement(tools.types, node, visit);
  };
  visit(fn.body);
}

function listOf(node: t.Node): t.Statement[] | undefined {
  if (node.type === 'BlockStatement') return node.body;
  return node.type === 'SwitchCase' ? node.consequent : undefined;
}

interface Where {
  readonly isOfFunction: boolean;
  readonly isStrict: boolean;
}

function takeIn({ types, emit }: Tools, list: t.Statement[], { isOfFunction, isStrict }: Where): void {
  const declared = new Map<string, t.FunctionDeclaration>();
  const taken = new Set<t.Statement>();
  for (const one of list) if (one.type === 'FunctionDeclaration' && one.id) declared.set(one.id.name, one);
  for (const [index, statement] of list.entries()) {
    const wrapper = wrapperIn(statement);
    const [name, meta] = wrapper?.arguments ?? [];
    if (wrapper === undefined || name?.type !== 'Identifier' || !meta || !emit.metas.has(meta)) continue;
    const fn = declared.get(name.name);
    const isItself = statement.type === 'ExpressionStatement' && targetOf(statement) === name.name;
    if (fn === undefined || (isItself && !isOfFunction && !isStrict)) continue;
    wrapper.arguments[0] = {
      ...fn,
      type: 'FunctionExpression',
      id: null,
      leadingComments: null,
      trailingComments: null,
    } as unknown as t.FunctionExpression;
    if (isItself) {
      const variable = types.variableDeclaration(isOfFunction ? 'var' : 'let', [
        types.variableDeclarator(name, wrapper),
      ]);
      list[index] = locate(variable, statement);
      inheritComments(statement, variable);
    }
    inheritComments(fn, list[index]!);
    declared.delete(name.name);
    taken.add(fn);
  }
  if (taken.size > 0) list.splice(0, Infinity, ...list.filter((one) => !taken.has(one)));
}

/** `var walk = CALL;`, `walk = CALL;` */
function wrapperIn(statement: t.Statement): t.CallExpression | undefined {
  const value =
    statement.type === 'VariableDeclaration' && statement.declarations.length === 1
      ? statement.declarations[0]!.init
      : statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression'
        ? statement.expression.right
        : undefined;
  return value?.type === 'CallExpression' ? value : undefined;
}

function targetOf({ expression }: t.ExpressionStatement): string | undefined {
  const { left } = expression as t.AssignmentExpression;
  return left.type === 'Identifier' ? left.name : undefined;
}
