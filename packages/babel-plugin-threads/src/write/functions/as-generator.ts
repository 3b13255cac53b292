/** Functions become generators. */
import type { types as t } from '@babel/core';
import type { FunctionPlan } from '../../plan.js';
import { locate } from '../emitter.js';
import type { Writer } from '../writer.js';

/** The function as a generator; its return type was that of the value and goes. */
export function becomeGenerator(
  { generators }: Writer,
  plan: FunctionPlan,
  node: t.FunctionExpression | t.FunctionDeclaration | t.ObjectMethod | t.ClassMethod | t.ClassPrivateMethod,
): void {
  generators.set(node, plan);
  node.generator = true;
  node.returnType = null;
}

/** `function* (a) {…}` of an arrow or a method, with its body. */
export function makeGenerator(
  { types, generators }: Writer,
  source: t.ArrowFunctionExpression | t.ObjectMethod,
  { plan, body }: { readonly plan: FunctionPlan; readonly body: t.BlockStatement },
): t.FunctionExpression {
  const generator = locate(types.functionExpression(null, source.params, body, true), source);
  generators.set(generator, plan);
  generator.typeParameters = source.typeParameters ?? null;
  return generator;
}
