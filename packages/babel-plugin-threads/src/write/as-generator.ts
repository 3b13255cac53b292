/** Functions become generators. */
import type { types as t } from '@babel/core';

/** The function as a generator; its return type was that of the value and goes. */
export function asGenerator(
  node: t.FunctionExpression | t.FunctionDeclaration | t.ObjectMethod | t.ClassMethod | t.ClassPrivateMethod,
): void {
  node.generator = true;
  node.returnType = null;
}
