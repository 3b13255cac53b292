import type { types as t } from '@babel/core';
import { moveFrom, parameterOf } from './lexical-captures.js';
import type { Compilation } from '../context/compilation.js';
import { refuseAt } from '../context/diagnostic.js';
import { errors } from '../messages/errors.js';
import type { Path, Spot } from '../babel/path.js';
import type { CallPlan, FunctionPlan, Plan } from '../plan.js';
import { variableNames } from '../context/names-in-use.js';

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
    check(one, one.node);
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
  function check(one: FunctionPlan, fn: t.Function): void {
    const moved = new Set<string>();
    for (const parameter of parametersOf(one).slice(one.movedFrom))
      for (const name of variableNames(compilation, parameter)) moved.add(name);
    spots.walk(one.path, ({ node, parent }) => {
      if (node === one.node || node === fn.body) return true;
      const taken = namesOfBody(node, parent === fn.body).find((name) => moved.has(name));
      if (taken !== undefined) refuseAt(compilation, node, errors.parameterNameInBody(taken));
      return !types.isFunction(node);
    });
  }

  /** What a statement declares for the whole body: at its top anything, further in a `var`. */
  function namesOfBody(node: t.Node, isAtTop: boolean): string[] {
    const isFunctionOrClass = types.isFunctionDeclaration(node) || types.isClassDeclaration(node);
    if (isFunctionOrClass) return isAtTop && node.id ? [node.id.name] : [];
    const isSeen = types.isVariableDeclaration(node) && (isAtTop || node.kind === 'var');
    return isSeen ? Object.keys(types.getBindingIdentifiers(node)) : [];
  }
}
