import type { types as t } from '@babel/core';
import { moveFrom, parameterOf } from './captures.js';
import { type Compilation, errorAt } from './compilation.js';
import { errors } from './errors.js';
import type { Path, Spot } from './path.js';
import type { CallPlan, FunctionPlan, Plan } from './plan.js';
import { variableNames } from './tree.js';

/** Parameters whose default or pattern calls something are worked out in the body, with all that follow. */
export function settleParameters(compilation: Compilation, plan: Plan, paths: ReadonlyMap<CallPlan, Path>): void {
  const { t: types, spots } = compilation;
  for (const [call, path] of paths) {
    if (call.in.form !== 'thread' || call.in.kind === 'handedOver') continue;
    const index = parameterOf(path, call.in.node);
    if (index !== undefined) moveFrom(call.in, index);
  }
  for (const one of plan.functions.values()) {
    if (one.movedFrom === undefined || !types.isFunction(one.node)) continue;
    moveThoseThatSeeMoved(one, one.node);
    check(one);
  }

  /** `(a = () => b, b = f())`: what sees a parameter that moves moves with it. */
  function moveThoseThatSeeMoved(one: FunctionPlan, fn: t.Function): void {
    const parameters = parametersOf(one);
    for (let i = one.movedFrom! - 1; i >= 0; i--) {
      const moved = fn.params.slice(one.movedFrom).flatMap((p) => Object.keys(types.getBindingIdentifiers(p)));
      const seen = variableNames(compilation, parameters[i]!);
      if (moved.some((name) => seen.has(name))) moveFrom(one, i);
    }
  }

  function parametersOf({ path }: FunctionPlan): Spot[] {
    return spots.below(path).filter(({ listKey }) => listKey === 'params');
  }

  /** Parameters have a scope of their own; in the body their names and those of the body must not meet. */
  function check(one: FunctionPlan): void {
    if (!types.isFunction(one.node)) return;
    const moved = new Set<string>();
    for (const parameter of parametersOf(one).slice(one.movedFrom))
      for (const name of variableNames(compilation, parameter)) moved.add(name);
    const body = one.node.body;
    spots.walk(one.path, ({ node, parent }) => {
      if (node === one.node || node === body) return true;
      if (types.isFunctionDeclaration(node) && parent === body && node.id && moved.has(node.id.name))
        throw errorAt(compilation, node, errors.parameterNameInBody(node.id.name));
      if (types.isClassDeclaration(node) && parent === body && node.id && moved.has(node.id.name))
        throw errorAt(compilation, node, errors.parameterNameInBody(node.id.name));
      if (types.isVariableDeclaration(node) && (node.kind === 'var' || parent === body)) {
        for (const name of Object.keys(types.getBindingIdentifiers(node)))
          if (moved.has(name)) throw errorAt(compilation, node, errors.parameterNameInBody(name));
      }
      return !types.isFunction(node);
    });
  }
}
