/** The normal form of `try` statements: without the parts that generators need, and with the error of a `catch` that pauses in a variable. */
import type { types as t } from '@babel/core';
import { eachStatement } from '../../babel/ast.js';
import type { Step, Tools } from '../read/tools.js';
import type { Pauses } from '../read/pauses.js';
import { assignVars, declareVars } from './var-assignments.js';
import { tellError, tellCaught } from './error-messages.js';
import { openHead, takeUsings } from './using-blocks.js';

export interface NormalForm {
  /** The variables for the errors of handlers that pause, by handler. */
  readonly caught: ReadonlyMap<t.Node, string>;
  /**
   * Statements whose `finally` block pauses. `noted`: the runtime is told when it begins and ends. `inner`: it stands in another such block, as a part
   * of which it counts.
   */
  readonly finallys: ReadonlyMap<t.Node, 'noted' | 'inner'>;
  /** The `try` statements that stand for blocks with `using`, and the variables with their resources. */
  readonly usings: ReadonlyMap<t.Node, string>;
  readonly isChanged: boolean;
}

/**
 *   try {                                  try {
 *     a();                                   a();
 *   } catch ($error) {                     } finally {
 *     throw $carry($error);                  b();
 *   } finally {                            }
 *     yield $enterFinally();
 *     b();
 *     yield $leaveFinally();
 *   }
 *
 *   catch ({ message }) { yield a(); }   →   catch { let { message } = $caught0; yield a(); }
 */
export function bringIntoNormalForm(
  tools: Tools,
  fn: Step,
  { pauses, telling }: { readonly pauses: Pauses; readonly telling: ReadonlySet<t.CatchClause> },
): NormalForm {
  const { types, names, edges } = tools;
  const caught = new Map<t.Node, string>();
  const finallys = new Map<t.Node, 'noted' | 'inner'>();
  const usings = new Map<t.Node, string>();
  let isChanged = false;
  const visit = (node: t.Node): void => {
    const isHolding = pauses.holds(node);
    if (isHolding && openHead(tools, node)) isChanged = true;
    eachStatement(types, node, visit);
    if (isHolding) takeUsings(tools, fn, node, usings);
    if (!types.isTryStatement(node)) return;
    const edge = edges.get(node);
    if (edge === 'finally') {
      isChanged = true;
      node.handler = null;
      const { body } = node.finalizer!;
      node.finalizer!.body = body.filter((one) => edges.get(one) !== 'yield');
      finallys.set(node, 'noted');
    } else if (node.finalizer && pauses.holds(node.finalizer)) finallys.set(node, 'inner');
    const [inner] = node.block.body;
    if (inner && edges.get(inner) === 'catch') {
      isChanged = true;
      node.block = (inner as t.TryStatement).block;
    }
    const { handler } = node;
    if (!handler) return;
    if (types.isIdentifier(handler.param)) {
      const again = assignVars(types, handler.body, new Set([handler.param.name]));
      fn.body.body.unshift(...declareVars(types, [...again]));
      if (again.size > 0) isChanged = true;
    }
    const tells = telling.has(handler);
    if (!pauses.holds(handler)) {
      if (!tells) return;
      isChanged = true;
      return tellError(tools, fn, handler);
    }
    isChanged = true;
    const name = names.ofLoop(fn, '$caught');
    caught.set(handler, name);
    if (handler.param) takeParameter(types, handler, tells ? tellCaught(tools, name) : types.identifier(name));
  };
  visit(fn.body);
  for (const [node, how] of finallys) if (how === 'inner') joinHandler(types, node as t.TryStatement);
  return { caught, finallys, usings, isChanged: isChanged || usings.size > 0 };
}

/** `try {} catch {} finally {}` → `try { try {} catch {} } finally {}` */
function joinHandler(types: Tools['types'], node: t.TryStatement): void {
  if (!node.handler) return;
  node.block = types.blockStatement([types.tryStatement(node.block, node.handler)]);
  node.handler = null;
}

function takeParameter(types: Tools['types'], handler: t.CatchClause, error: t.Expression): void {
  const { param, body } = handler;
  const declared = types.variableDeclaration('let', [types.variableDeclarator(param!, error)]);
  handler.body = { ...body, body: [declared, ...body.body] };
  handler.param = null;
}
