/** How functions in expressions are wrapped. */
import type { types as t } from '@babel/core';
import { inheritComments } from '../../babel/comments.js';
import { locate } from '../emitter.js';
import type { FunctionPlan } from '../../plan.js';
import type { Writer } from '../writer.js';
import { becomeGenerator, makeGenerator } from './as-generator.js';
import { nameByKey } from './computed-keys.js';
import { formOf } from './wrapper-forms.js';

/**
 *   (a) => f(a)  →  $arrow(function* (a) { return yield f(a); }, META, this)
 *   (a) => a     →  $plain((a) => a, META, this)
 */
export function wrapArrow(
  writer: Writer,
  node: t.ArrowFunctionExpression,
  { plan, parent }: { readonly plan: FunctionPlan; readonly parent: t.Node },
): t.Expression {
  const { types, emit } = writer;
  const fn = plan.wrapper === 'suspendable' ? makeGenerator(writer, node, { plan, body: bodyOf(writer, node) }) : node;
  const OUTER_THIS = hasOuterThis(writer, plan) ? [types.thisExpression()] : [];
  const parts = { FN: nameByKey(writer, plan, fn, parent), META: emit.meta(plan), OUTER_THIS };
  return takePlaceOf(node, emit.expression(`${formOf(writer, plan)!}(FN, META, OUTER_THIS)`, parts));
}

/** A compiled arrow is none any more: it is given its `this`, but at the top of a module, where that is undefined. */
function hasOuterThis({ compilation }: Writer, { atTop, usesThis }: FunctionPlan): boolean {
  return !atTop || (compilation.program.node.sourceType === 'script' && usesThis);
}

function bodyOf({ types }: Writer, { body }: t.ArrowFunctionExpression): t.BlockStatement {
  if (body.type === 'BlockStatement') return body;
  return types.blockStatement([locate(types.returnStatement(body), body)]);
}

/** `function (a) {…}` → `$thread(function* (a) {…}, META)`, with its own name if the body uses it. */
export function wrapExpression(
  writer: Writer,
  node: t.FunctionExpression,
  { plan, parent }: { readonly plan: FunctionPlan; readonly parent: t.Node },
): t.Expression {
  const { emit } = writer;
  if (plan.wrapper === 'suspendable') becomeGenerator(writer, plan, node);
  if (plan.selfName) return takePlaceOf(node, wrapNamed(writer, node, plan));
  const FN = nameByKey(writer, plan, node, parent);
  return takePlaceOf(node, emit.expression(`${formOf(writer, plan)!}(FN, META)`, { FN, META: emit.meta(plan) }));
}

/** The name stands for the wrapper, never for what is wrapped. */
function wrapNamed(writer: Writer, node: t.FunctionExpression, plan: FunctionPlan): t.Expression {
  const { emit, names } = writer;
  const { name, assigned } = plan.selfName!;
  const form = formOf(writer, plan)!;
  node.id = null;
  const parts = { NAME: name, FN: node, META: emit.meta(plan) };
  if (form === '$named') {
    if (!assigned) return emit.expression('$named(NAME => FN, META)', parts);
    const GIVEN = names.unique(`$${name}`);
    return emit.expression('$named(GIVEN => { const NAME = GIVEN; return FN; }, META)', { ...parts, GIVEN });
  }
  return assigned
    ? emit.expression(`(() => { const NAME = ${form}(FN, META); return NAME; })()`, parts)
    : emit.expression(`(NAME => NAME = ${form}(FN, META))()`, parts);
}

function takePlaceOf(source: t.Node, wrapped: t.Expression): t.Expression {
  inheritComments(source, wrapped);
  return locate(wrapped, source);
}
