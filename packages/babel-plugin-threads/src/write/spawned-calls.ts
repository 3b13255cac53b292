import type { types as t } from '@babel/core';
import type { Compilation } from '../context/compilation.js';
import type { Emitter } from './emit.js';
import type { CallPlan, Plan } from '../plan.js';
import { skipTransparent, isCall, isMember } from '../babel/ast.js';

/**
 * A call that is given to `spawn`. Its receiver and its arguments are evaluated at once, as arguments of an arrow that gives the
 * arrow which makes the call:
 *
 *   spawn(walk(i))               →  spawn((($a) => () => walk($a))(i))
 *   spawn(this.door.open(...k))  →  spawn((($r, $a) => () => $r.open(...$a))(this.door, [...k]))
 *   spawn(walk(next()))          →  spawn((($a) => () => walk($a))(yield next()))
 */
export function spawnLater(
  { t: types }: Compilation,
  plan: Plan,
  emitter: Emitter,
  call: CallPlan,
  node: t.Expression,
): t.Expression {
  const names: string[] = [];
  const values: t.Expression[] = [];
  if (isCall(node)) {
    // `pausing` stands where a native is called.
    if (call.native === undefined) takeCallee(node, 'callee');
    takeArguments(node.arguments);
  } else if (types.isTaggedTemplateExpression(node)) {
    takeCallee(node, 'tag');
    node.quasi.expressions = node.quasi.expressions.map((one) => taken(one as t.Expression, '$a'));
  } else if (node.type === 'ImportExpression') {
    const { source, options } = node;
    node.source = taken(source, '$a');
    if (options) node.options = taken(options, '$a');
  }
  const arrow = types.arrowFunctionExpression([], node);
  arrow.loc = call.node.loc ?? null;
  if (values.length === 0) return arrow;
  const taking = types.arrowFunctionExpression(
    names.map((name) => emitter.id(name)),
    arrow,
  );
  return emitter.call(taking, ...values);

  function takeArguments(args: t.CallExpression['arguments']): void {
    args.forEach((one, i) => {
      if (types.isSpreadElement(one)) args[i] = types.spreadElement(taken(types.arrayExpression([one]), '$a'));
      else args[i] = taken(one as t.Expression, '$a');
    });
  }

  function takeCallee<K extends 'callee' | 'tag'>(holder: { [key in K]: t.Node }, key: K): void {
    const callee = skipTransparent(holder[key]);
    if (types.isImport(callee)) return;
    if (!isMember(callee)) return void (holder[key] = taken(holder[key] as t.Expression, '$f'));
    if (!types.isSuper(callee.object)) callee.object = taken(callee.object, '$r');
    if (callee.computed) callee.property = taken(callee.property as t.Expression, '$k');
  }

  /** The part itself if it may stay, else the name under which its value is taken over. */
  function taken(part: t.Expression, wanted: string): t.Expression {
    if (call.spawned!.has(part) || types.isStringLiteral(part)) return part;
    const name = plan.names.parameter(call.node, wanted);
    names.push(name);
    values.push(part);
    return emitter.id(name);
  }
}
