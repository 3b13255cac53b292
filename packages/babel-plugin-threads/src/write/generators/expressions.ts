/** How functions in expressions are wrapped. */
import type { types as t } from '@babel/core';
import { inheritComments } from '../../babel/comments.js';
import { located } from '../emitter.js';
import { asGenerator, generatorOf } from './as-generator.js';
import { namedByKey } from './computed-keys.js';
import type { FunctionShape } from './shape/shape.js';
import type { Writer } from './writer.js';

/**
 *   (a) => f(a)  →  $arrow(function* (a) { return yield f(a); }, META, this)
 *   (a) => a     →  $plain((a) => a, META, this)
 */
export function wrapArrow(
  writer: Writer,
  node: t.ArrowFunctionExpression,
  { shape, parent }: { readonly shape: FunctionShape; readonly parent: t.Node },
): t.Expression {
  const { types, emit } = writer;
  const fn =
    shape.plan.wrapper === 'suspendable'
      ? generatorOf(writer, node, { plan: shape.plan, body: bodyOf(writer, node) })
      : node;
  const outerThis = shape.hasOuterThis ? [types.thisExpression()] : [];
  const FN = namedByKey(writer, fn, shape, parent);
  const parts = { FN, META: emit.meta(shape.plan), OUTER_THIS: outerThis };
  return inPlaceOf(node, emit.expression(`${shape.form!}(FN, META, OUTER_THIS)`, parts));
}

function bodyOf({ types }: Writer, { body }: t.ArrowFunctionExpression): t.BlockStatement {
  if (types.isBlockStatement(body)) return body;
  return types.blockStatement([located(types.returnStatement(body), body)]);
}

/** `function (a) {…}` → `$thread(function* (a) {…}, META)`, with its own name if the body uses it. */
export function wrapExpression(
  writer: Writer,
  node: t.FunctionExpression,
  { shape, parent }: { readonly shape: FunctionShape; readonly parent: t.Node },
): t.Expression {
  const { emit } = writer;
  const { selfName, wrapper } = shape.plan;
  if (wrapper === 'suspendable') asGenerator(writer, shape.plan, node);
  if (selfName) return inPlaceOf(node, wrapNamed(writer, node, shape));
  const fn = namedByKey(writer, node, shape, parent);
  return inPlaceOf(node, emit.expression(`${shape.form!}(FN, META)`, { FN: fn, META: emit.meta(shape.plan) }));
}

/** The name stands for the wrapper, never for what is wrapped. */
function wrapNamed(
  { emit }: Writer,
  node: t.FunctionExpression,
  { plan, innerName, form }: FunctionShape,
): t.Expression {
  const { name, assigned } = plan.selfName!;
  node.id = null;
  const parts = { NAME: name, FN: node, META: emit.meta(plan) };
  if (form === '$named') {
    if (innerName === undefined) return emit.expression('$named(NAME => FN, META)', parts);
    return emit.expression('$named(GIVEN => { const NAME = GIVEN; return FN; }, META)', {
      ...parts,
      GIVEN: innerName,
    });
  }
  return assigned
    ? emit.expression(`(() => { const NAME = ${form}(FN, META); return NAME; })()`, parts)
    : emit.expression(`(NAME => NAME = ${form}(FN, META))()`, parts);
}

function inPlaceOf(source: t.Node, wrapped: t.Expression): t.Expression {
  inheritComments(source, wrapped);
  return located(wrapped, source);
}
