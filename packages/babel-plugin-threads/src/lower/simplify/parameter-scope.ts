/** Parameters whose defaults see other variables than the body does. */
import type { types as t } from '@babel/core';
import { holds } from '../../babel/ast.js';
import { declaredHere, declaredVars, namesIn } from '../read/declared-names.js';
import type { Step, Tools } from '../read/tools.js';
import { namesUsedInParameters } from '../read/parameter-names.js';

/**
 * The statements of the body; where it declares a name that a parameter uses otherwise, as a block of their own:
 *
 *   (a, b = () => a + c) { var a; let c = 1; … }   →   { a = a; let c = 1; … }
 *
 * in which the second `a` is that of the parameter.
 */
export function separateBody(tools: Tools, fn: Step, parameters: readonly t.Node[]): t.Statement[] {
  const { types, emit } = tools;
  const { bodies, meansParameter, varsOfBlockFunctions } = tools.marks;
  const { body } = fn.body;
  const own = new Set(parameters.flatMap((one) => namesIn(types, one)));
  const ofBlocks = varsOfBlockFunctions.get(fn) ?? new Set();
  const inBody = [
    ...declaredVars(types, fn.body),
    ...[...ofBlocks].map((name) => ({ name, kind: 'var' as const })),
    ...declaredHere(types, body),
  ];
  const used = namesUsedInParameters(tools, fn);
  const hasFunctions = parameters.some((one) => holds(types, one, (part) => types.isFunction(part)));
  // `var arguments` begins with the object of the call.
  const isObject = ({ name, kind }: (typeof inBody)[number]): boolean => name === 'arguments' && kind === 'var';
  const isMet = (one: (typeof inBody)[number]): boolean =>
    own.has(one.name) ? one.kind === 'function' || hasFunctions : isObject(one) || used.has(one.name);
  if (parameters.length === 0 || !inBody.some(isMet)) return body;
  const begun = inBody.filter((one) => isObject(one) || (one.kind === 'var' && own.has(one.name)));
  const isFunction = (name: string): boolean => inBody.some((one) => one.kind === 'function' && one.name === name);
  const first = [...new Set(begun.map(({ name }) => name))]
    .filter((name) => !isFunction(name))
    .map((name) => {
      const outer = types.identifier(name);
      meansParameter.add(outer);
      return types.expressionStatement(emit.assign(name, outer));
    });
  const block = types.blockStatement([...first, ...body]);
  bodies.add(block);
  varsOfBlockFunctions.delete(fn);
  varsOfBlockFunctions.set(block, ofBlocks);
  return [block];
}
