/** Calls that may be of a native whose callback may wait. */
import { argumentAt, isCall, isMember, skipTransparent } from '../../babel/ast.js';
import type { Path } from '../../babel/path.js';
import { propertyName } from '../../babel/function-names.js';
import { isKnownNative, isNativeOfArrayClass, isQuietFunction } from '../../language/builtin-calls.js';
import { NATIVES } from '../../language/builtins.js';
import { CONSTANT_NAMES } from '../../language/globals.js';
import { calleeText } from '../../language/engine-text.js';
import type { NativePlan } from '../../plan.js';
import { type Analysis, GIVES_PROMISE } from '../facts/facts.js';
import { functionOf } from './callees.js';
import { isUnchanging } from './spawned-calls.js';
import type { types as t } from '@babel/core';

/** Needs the pauses of all functions; gives each call that may be of such a native its `native`. Limits the functions that a native calls without one. */
export function findPausingNatives(analysis: Analysis): void {
  for (const call of analysis.plan.calls.values()) {
    const name = nativeMethod(analysis, call.path);
    if (name !== undefined) call.native = { name, ...readingOf(analysis, call.path as Path<t.CallExpression>) };
  }
}

function readingOf(
  { compilation: { t: types } }: Analysis,
  { node, scope }: Path<t.CallExpression>,
): Pick<NativePlan, 'text' | 'isReadLate'> {
  const { object } = skipTransparent(node.callee) as t.MemberExpression;
  const isName = (name: string): boolean => scope.getBinding(name)?.constant ?? name === 'undefined';
  const isReadLate = object.type !== 'Super' && node.arguments.every((one) => isUnchanging(types, one, isName));
  return { text: calleeText(node.callee), isReadLate };
}

/** The name of a method that may be a native whose callback may wait; only the run knows the receiver. */
function nativeMethod(analysis: Analysis, path: Path): string | undefined {
  const { compilation } = analysis;
  const { t: types } = compilation;
  const { node } = path;
  if (!isCall(node)) return undefined;
  const callee = skipTransparent(node.callee);
  if (!isMember(callee)) return undefined;
  const name = propertyName(callee);
  const index = name === undefined ? undefined : NATIVES.get(name);
  if (name === undefined || index === undefined) return undefined;
  // `Buffer.from(text, encoding)` and the like have nothing to call.
  if (
    isNativeOfArrayClass(name) &&
    !isKnownNative(compilation, path, callee) &&
    !types.isFunction(node.arguments[1] && skipTransparent(node.arguments[1]))
  )
    return undefined;
  const callback = argumentAt(node.arguments, index);
  return callback === 'moved' || (callback && mayWait(analysis, path, callback)) ? name : undefined;
}

/** A function that may wait, or what may hold one. */
function mayWait(analysis: Analysis, path: Path, value: t.Node): boolean {
  const { compilation, plan, facts } = analysis;
  const { t: types } = compilation;
  const fn = functionOf(analysis, path, value);
  if (fn) {
    const pauses = plan.functions.get(fn)?.pauses ?? [];
    const summary = facts.summaries.get(fn);
    if (pauses.length > 0 || summary?.isAwaited) return true;
    if (summary) summary.limit = Math.min(summary.limit, GIVES_PROMISE) as typeof GIVES_PROMISE;
    return false;
  }
  if (types.isLiteral(value) || value.type === 'ArrayExpression' || value.type === 'ObjectExpression') return false;
  if (value.type === 'UnaryExpression' || value.type === 'BinaryExpression') return false;
  if (value.type === 'Identifier' && CONSTANT_NAMES.has(value.name)) return false;
  return !isQuietFunction(compilation, path, value);
}
