import type { types as t } from '@babel/core';
import { isCall, isMember, skipTransparent } from '../../babel/ast.js';
import type { CallPlan } from '../../plan.js';
import type { ReadyCall, Writer } from '../writer.js';

/**
 * A call that is given to `spawn`. Its receiver and its arguments are evaluated at once, as arguments of an arrow that gives the
 * arrow which makes the call:
 *
 *   spawn(walk(i))               →  spawn((($a) => () => walk($a))(i))
 *   spawn(this.door.open(...k))  →  spawn((($o, $a) => () => $o.open(...$a))(this.door, [...k]))
 *   spawn(walk(next()))          →  spawn((($a) => () => walk($a))(yield next()))
 *
 * What is called is an argument itself where `made` is a call of a helper.
 */
export function spawnLater(writer: Writer, call: ReadyCall, made: t.Expression): t.Expression {
  const { emit } = writer;
  const { plan, node, isReadBefore } = call;
  const taking: Taking = { ...writer, call: plan, taken: new Map() };
  takeParts(taking, made, isReadBefore || made !== node);
  const arrow = emit.expression('() => CALL', { CALL: made }, plan.node);
  const { taken } = taking;
  if (taken.size === 0) return arrow;
  return emit.expression('((NAMES) => ARROW)(VALUES)', {
    NAMES: [...taken.keys()],
    ARROW: arrow,
    VALUES: [...taken.values()],
  });
}

interface Taking extends Writer {
  readonly call: CallPlan;
  /** The values that are taken over, by name, in the order of their evaluation. */
  readonly taken: Map<string, t.Expression>;
}

function takeParts(taking: Taking, node: t.Expression, isOfHelper: boolean): void {
  if (isCall(node)) {
    if (!isOfHelper) takeCallee(taking, node, 'callee');
    node.arguments = node.arguments.map((one) => takeArgument(taking, one as t.Expression));
  } else if (node.type === 'TaggedTemplateExpression') {
    takeCallee(taking, node, 'tag');
    node.quasi.expressions = node.quasi.expressions.map((one) => takePart(taking, one as t.Expression, '$a'));
  } else if (node.type === 'ImportExpression') {
    node.source = takePart(taking, node.source, '$a');
    if (node.options) node.options = takePart(taking, node.options, '$a');
  }
}

function takeCallee<K extends 'callee' | 'tag'>(taking: Taking, holder: { [key in K]: t.Node }, key: K): void {
  const callee = skipTransparent(holder[key]);
  if (callee.type === 'Import') return;
  if (!isMember(callee)) holder[key] = takePart(taking, holder[key] as t.Expression, '$callee');
  else {
    if (callee.object.type !== 'Super') callee.object = takePart(taking, callee.object, '$o');
    if (callee.computed) callee.property = takePart(taking, callee.property as t.Expression, '$k');
  }
}

/** A spread is taken over as a list. */
function takeArgument(taking: Taking, node: t.Expression | t.SpreadElement): t.Expression | t.SpreadElement {
  const { types } = taking;
  if (node.type !== 'SpreadElement') return takePart(taking, node, '$a');
  return types.spreadElement(takePart(taking, types.arrayExpression([node]), '$a'));
}

/** The part itself if it may stay, else the name under which its value is taken over. */
function takePart(taking: Taking, part: t.Expression, wanted: string): t.Expression {
  const { emit, names, sourceOf, call, taken } = taking;
  if (part.type === 'StringLiteral' || call.spawned!.has(sourceOf.get(part) ?? part)) return part;
  const name = names.parameter(call.node, wanted);
  taken.set(name, part);
  return emit.id(name);
}
