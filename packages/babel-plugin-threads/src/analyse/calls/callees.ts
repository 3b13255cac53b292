/** Which function of the file a call is of, and which one a native calls. */
import { argumentAt, calleeOf, isFunction, isStrict, memberCalled, skipTransparent } from '../../babel/ast.js';
import { declaredValue } from '../../babel/bindings.js';
import type { ListedPath, Path } from '../../babel/path.js';
import { propertyName } from '../../babel/function-names.js';
import { isKnownNative } from '../../language/builtin-calls.js';
import { NATIVES } from '../../language/builtins.js';
import { readClasses } from '../classes/classes.js';
import type { Analysis, FunctionSummary } from '../facts/facts.js';
import type { types as t } from '@babel/core';

export interface Callees {
  /** The function that is called, if it can be no other. */
  summaryCalled(path: Path): FunctionSummary | undefined;
  /** The function that a native of a known array or string calls: `f` of `[1, 2].map(f)`. */
  callbackCalled(path: Path): FunctionSummary | undefined;
}

export function makeCallees(analysis: Analysis): Callees {
  const called = new Map<t.Node, FunctionSummary | undefined>();
  const callbacks = new Map<t.Node, FunctionSummary | undefined>();
  return {
    summaryCalled(path) {
      if (!called.has(path.node)) called.set(path.node, findCalled(analysis, path));
      return called.get(path.node);
    },
    callbackCalled(path) {
      if (!callbacks.has(path.node)) callbacks.set(path.node, findCallback(analysis, path));
      return callbacks.get(path.node);
    },
  };
}

function findCallback(analysis: Analysis, path: Path): FunctionSummary | undefined {
  const { compilation, facts } = analysis;
  const { node } = path;
  const member = node.type === 'CallExpression' ? memberCalled(node) : undefined;
  const index = member && NATIVES.get(propertyName(member) ?? '');
  if (index === undefined || !isKnownNative(compilation, path, member!)) return undefined;
  const given = argumentAt((node as t.CallExpression).arguments, index);
  const fn = given === 'moved' ? undefined : functionOf(analysis, path, given);
  return fn && facts.summaries.get(fn);
}

function findCalled(analysis: Analysis, path: Path): FunctionSummary | undefined {
  const callee = calleeOf(path.node);
  if (callee?.type === 'MemberExpression') return methodOfSchema(analysis, path, callee);
  const fn = functionOf(analysis, path, callee);
  return fn && analysis.facts.summaries.get(fn);
}

/** The function of the file that an expression is, or that a name stands for, if it can be no other. */
export function functionOf(analysis: Analysis, path: Path, wrapped: t.Node | undefined): t.Node | undefined {
  const { facts } = analysis;
  const node = wrapped && skipTransparent(wrapped);
  if (node?.type !== 'Identifier') return isFunction(node) ? node : undefined;
  const binding = facts.isDynamic ? undefined : path.scope.getBinding(node.name);
  if (!binding?.constant || isReachedFromOutside(analysis, path, node.name)) return undefined;
  const value = declaredValue(binding.path);
  return isFunction(value) ? value : value && facts.schemas.given.get(value);
}

/** `ui.show` of an object that `withSchema` describes: the author's word holds for what is in it. */
function methodOfSchema(analysis: Analysis, path: Path, callee: t.MemberExpression): FunctionSummary | undefined {
  const { facts } = analysis;
  const { schemas, summaries, isDynamic } = facts;
  if (schemas.instant.size === 0 || isDynamic || skipTransparent(callee.object).type !== 'Identifier') return undefined;
  const name = propertyName(callee) ?? '';
  // Of a name only the scope is looked at, so the path need not be listed.
  const [fn, ...others] = readClasses(analysis).held(path as ListedPath, callee.object, name) ?? [];
  return fn && others.length === 0 && schemas.instant.has(fn) ? summaries.get(fn) : undefined;
}

/**
 * Code that Babel's scopes do not show may mean or set the variable: another script of the page, a function in a block
 * that sloppy code hoists (Annex B), a parameter's default, which has a scope of its own.
 */
export function isReachedFromOutside({ compilation, plan }: Analysis, path: Path, name: string): boolean {
  const { program, options } = compilation;
  const { scope, kind } = path.scope.getBinding(name)!;
  const isHoisted = (kind as string) === 'hoisted' || kind === 'var';
  if (scope === program.scope && isHoisted && program.node.sourceType === 'script' && options.global !== undefined)
    return true;
  if (isHoisted && plan.names.bound.get(name) !== 1 && !isStrict(compilation, path)) return true;
  for (let at = path; at.parentPath; at = at.parentPath)
    if (at.listKey === 'params' && at.parentPath.scope === scope && (kind as string) !== 'local') return true;
  return false;
}
