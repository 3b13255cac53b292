/** Calls that may be of a native whose callback may wait. */
import { skipTransparent, isCall, isMember } from '../babel/ast.js';
import type { Path } from '../babel/path.js';
import { propertyName } from '../babel/property-name.js';
import { isBuiltinFunction } from '../language/builtins.js';
import { isArrayStatic, NATIVES } from '../language/natives.js';
import type { CallPlan } from '../plan.js';
import type { Analysis } from './analysis.js';
import { functionNamed } from './callees.js';
import type { types as t } from '@babel/core';

/** Needs the pauses of all functions; gives each call that may be of such a native its `native`. */
export function findPausingNatives(analysis: Analysis): void {
  for (const [call, path] of analysis.facts.calls) call.native = nativeMethod(analysis, path);
}

/** The name of a method that may be a native whose callback may wait; only the run knows the receiver. */
function nativeMethod(analysis: Analysis, path: Path): CallPlan['native'] {
  const { compilation, plan } = analysis;
  const { t: types } = compilation;
  const { node } = path;
  if (!isCall(node)) return undefined;
  const callee = skipTransparent(node.callee);
  if (!isMember(callee)) return undefined;
  const name = propertyName(types, callee);
  const index = name === undefined ? undefined : NATIVES.get(name);
  if (name === undefined || index === undefined) return undefined;
  // `Buffer.from(text, encoding)` and the like have nothing to call.
  if (
    name === 'from' &&
    !isArrayStatic(compilation, path, callee) &&
    !types.isFunction(node.arguments[1] && skipTransparent(node.arguments[1]))
  )
    return undefined;
  const spread = node.arguments.findIndex((argument) => types.isSpreadElement(argument));
  if (spread >= 0 && spread <= index) return name;
  const callback = node.arguments[index] && skipTransparent(node.arguments[index]);
  return callback && mayWait(callback) ? name : undefined;

  function mayWait(value: t.Node): boolean {
    if (types.isFunction(value)) {
      const own = plan.functions.get(value);
      return own !== undefined && own.pauses.length > 0;
    }
    if (types.isLiteral(value) || types.isArrayExpression(value) || types.isObjectExpression(value)) return false;
    const named = types.isIdentifier(value) ? functionNamed(analysis, path, value.name) : undefined;
    if (named) return mayWait(named);
    if (types.isUnaryExpression(value) || types.isBinaryExpression(value)) return false;
    return !types.isIdentifier(value, { name: 'undefined' }) && !isBuiltinFunction(compilation, path, value);
  }
}
