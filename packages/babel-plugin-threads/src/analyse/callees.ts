/** Which function of the file a call is of. */
import { skipTransparent, calleeOf, isStrict } from '../babel/ast.js';
import { boundFunction } from '../babel/bindings.js';
import type { Path } from '../babel/path.js';
import { propertyName } from '../babel/property-name.js';
import type { Analysis, FunctionSummary } from './analysis.js';
import type { types as t } from '@babel/core';

export interface Callees {
  /** The function that is called, if it can be no other. */
  summaryCalled(path: Path): FunctionSummary | undefined;
}

export function makeCallees(analysis: Analysis): Callees {
  const known = new Map<t.Node, FunctionSummary | undefined>();
  return {
    summaryCalled(path) {
      if (!known.has(path.node)) known.set(path.node, findCalled(analysis, path));
      return known.get(path.node);
    },
  };
}

function findCalled(analysis: Analysis, path: Path): FunctionSummary | undefined {
  const { compilation, facts } = analysis;
  const { t: types } = compilation;
  const callee = calleeOf(path.node);
  if (callee === undefined) return undefined;
  if (types.isFunction(callee)) return facts.summaries.get(callee);
  if (types.isMemberExpression(callee)) return methodOfSchema(analysis, path, callee);
  if (!types.isIdentifier(callee) || facts.isDynamic) return undefined;
  const binding = path.scope.getBinding(callee.name);
  if (!binding?.constant || isReachedFromOutside(analysis, path, callee.name)) return undefined;
  const { init } = binding.path.node as t.VariableDeclarator;
  const fn =
    boundFunction(types, binding.path) ?? (init ? facts.schemas.functions.get(skipTransparent(init)) : undefined);
  return fn && facts.summaries.get(fn);
}

/** `ui.show` of an object that `withSchema` describes: the author's word holds for what stands in it. */
function methodOfSchema(
  { compilation, facts }: Analysis,
  path: Path,
  callee: t.MemberExpression,
): FunctionSummary | undefined {
  const { t: types } = compilation;
  const { schemas, summaries } = facts;
  const object = skipTransparent(callee.object);
  const name = propertyName(types, callee);
  if (!types.isIdentifier(object) || name === undefined || facts.isDynamic) return undefined;
  const binding = path.scope.getBinding(object.name);
  if (!binding?.constant || !types.isVariableDeclarator(binding.path.node)) return undefined;
  const { init } = binding.path.node;
  const method = (init && schemas.objects.get(skipTransparent(init)))?.properties.find(
    (one) => !types.isSpreadElement(one) && !one.computed && types.isIdentifier(one.key, { name }),
  );
  const fn = types.isObjectProperty(method) ? skipTransparent(method.value) : method;
  return fn && schemas.instant.has(fn) ? summaries.get(fn) : undefined;
}

/** Babel knows one scope for parameters and body, none for Annex B, and nothing of other scripts. */
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
