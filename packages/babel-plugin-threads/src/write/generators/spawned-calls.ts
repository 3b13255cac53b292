import type { types as t } from '@babel/core';
import { isCall, isMember, skipTransparent } from '../../babel/ast.js';
import { located } from '../emitter.js';
import type { CallShape } from './shape/shape.js';
import type { Writer } from './writer.js';

/**
 * A call that is given to `spawn`. Its receiver and its arguments are evaluated at once, as arguments of an arrow that gives the
 * arrow which makes the call:
 *
 *   spawn(walk(i))               →  spawn((($a) => () => walk($a))(i))
 *   spawn(this.door.open(...k))  →  spawn((($o, $a) => () => $o.open(...$a))(this.door, [...k]))
 *   spawn(walk(next()))          →  spawn((($a) => () => walk($a))(yield next()))
 */
export function spawnLater(writer: Writer, call: CallShape, node: t.Expression): t.Expression {
  const { emit } = writer;
  const taken = new Map<string, t.Expression>();
  takeParts({ ...writer, call, taken }, node);
  const arrow = located(emit.expression('() => CALL', { CALL: node }), call.plan.node);
  if (taken.size === 0) return arrow;
  return emit.expression('((NAMES) => ARROW)(VALUES)', {
    NAMES: [...taken.keys()],
    ARROW: arrow,
    VALUES: [...taken.values()],
  });
}

/** The values that are taken over, by name, in the order of their evaluation. */
interface Taking extends Writer {
  readonly call: CallShape;
  readonly taken: Map<string, t.Expression>;
}

function takeParts(taking: Taking, node: t.Expression): void {
  const args = taking.call.spawned!.args;
  if (isCall(node)) {
    takeCallee(taking, node, 'callee');
    node.arguments = node.arguments.map((one, i) => takenArgument(taking, one as t.Expression, args[i]));
  } else if (node.type === 'TaggedTemplateExpression') {
    takeCallee(taking, node, 'tag');
    node.quasi.expressions = node.quasi.expressions.map((one, i) => take(taking, one as t.Expression, args[i]));
  } else if (node.type === 'ImportExpression') {
    node.source = take(taking, node.source, args[0]);
    if (node.options) node.options = take(taking, node.options, args[1]);
  }
}

function takeCallee<K extends 'callee' | 'tag'>(taking: Taking, holder: { [key in K]: t.Node }, key: K): void {
  const { callee: name, object, property } = taking.call.spawned!;
  const callee = skipTransparent(holder[key]);
  if (name !== undefined) holder[key] = take(taking, holder[key] as t.Expression, name);
  else if (isMember(callee)) {
    callee.object = take(taking, callee.object, object);
    callee.property = take(taking, callee.property as t.Expression, property);
  }
}

/** A spread is taken over as a list. */
function takenArgument(
  taking: Taking,
  node: t.Expression | t.SpreadElement,
  name: string | undefined,
): t.Expression | t.SpreadElement {
  const { types } = taking;
  if (!types.isSpreadElement(node)) return take(taking, node, name);
  return types.spreadElement(take(taking, types.arrayExpression([node]), name));
}

/** The part itself if it may stay, else the name under which its value is taken over. */
function take({ emit, taken }: Taking, part: t.Expression, name: string | undefined): t.Expression {
  if (name === undefined) return part;
  taken.set(name, part);
  return emit.id(name);
}
