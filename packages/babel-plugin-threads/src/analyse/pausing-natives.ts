/** Calls that may be of a native whose callback may wait. */
import { skipTransparent, isCall, isMember } from '../babel/ast.js';
import type { Path } from '../babel/path.js';
import { propertyName } from '../babel/property-name.js';
import { isBuiltinFunction } from '../language/builtins.js';
import { calleeText } from '../language/engine-text.js';
import { isArrayStatic, NATIVES } from '../language/natives.js';
import type { CallPlan } from '../plan.js';
import type { Compilation } from '../context/compilation.js';
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
  const native = { name, text: calleeText(callee), mayBeReadLate: mayBeReadLate(compilation, path, node) };
  if (spread >= 0 && spread <= index) return native;
  const callback = node.arguments[index] && skipTransparent(node.arguments[index]);
  return callback && mayWait(callback) ? native : undefined;

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

/** The arguments are functions, texts, numbers and names of what never changes: none of them can change what the method is. */
function mayBeReadLate(
  { t: types }: Compilation,
  path: Path,
  { callee, arguments: args }: t.CallExpression | t.OptionalCallExpression,
): boolean {
  const member = skipTransparent(callee) as t.MemberExpression;
  return !types.isSuper(member.object) && args.every((argument) => isInert(skipTransparent(argument)));

  function isInert(value: t.Node): boolean {
    if (types.isIdentifier(value)) {
      const binding = path.scope.getBinding(value.name);
      return binding ? binding.constant : value.name === 'undefined';
    }
    if (types.isTemplateLiteral(value)) return value.expressions.length === 0;
    return types.isFunction(value) || types.isLiteral(value) || types.isThisExpression(value);
  }
}
