/** Functions become generators. */
import type { types as t } from '@babel/core';
import { located } from '../emitter.js';
import type { Writer } from './writer.js';

/** The function as a generator; its return type was that of the value and goes. */
export function asGenerator(
  node: t.FunctionExpression | t.FunctionDeclaration | t.ObjectMethod | t.ClassMethod | t.ClassPrivateMethod,
): void {
  node.generator = true;
  node.returnType = null;
}

/** `function* (a) {…}` of an arrow or a method, with its body. */
export function generatorOf(
  { types }: Writer,
  source: t.ArrowFunctionExpression | t.ObjectMethod,
  body: t.BlockStatement,
): t.FunctionExpression {
  const generator = located(types.functionExpression(null, source.params, body, true), source);
  generator.typeParameters = source.typeParameters ?? null;
  return generator;
}
