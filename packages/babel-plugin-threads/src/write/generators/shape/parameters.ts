import type { types as t } from '@babel/core';
import type { Analysis } from '../../../analyse/facts/facts.js';

import { parameterOf, type ListedPath } from '../../../babel/path.js';
import { refuseAt } from '../../../context/diagnostic.js';
import { variableNames } from '../../../context/names-in-use.js';
import { errors } from '../../../messages/errors.js';
import type { FunctionPlan } from '../../../plan.js';
import { desugarFrom } from './captures.js';
import type { Shaper } from './shaper.js';

/**
 * Parameters whose default or pattern calls something are evaluated in the body, with all that follow. Needs the calls that wait and
 * the parameters that captures have moved; gives `desugaredFrom`.
 */
export function desugarParameters(shaper: Shaper): void {
  const { analysis, desugaredFrom } = shaper;
  const { compilation, plan, facts } = analysis;
  for (const [call, path] of facts.calls) {
    if (call.in.wrapper !== 'suspendable' || call.in.kind === 'deferred') continue;
    const index = parameterOf(path, call.in.node);
    if (index !== undefined) desugarFrom(shaper, call.in, index);
  }
  for (const fn of plan.functions.values()) {
    if (!desugaredFrom.has(fn) || !compilation.t.isFunction(fn.node)) continue;
    desugarThoseThatRead(shaper, fn, fn.node);
    refuseNamesOfBody(shaper, fn, fn.node);
  }
}

/** `(a = () => b, b = f())`: what sees a parameter that moves moves with it. */
function desugarThoseThatRead(shaper: Shaper, fn: FunctionPlan, { params }: t.Function): void {
  const { analysis, desugaredFrom } = shaper;
  const { compilation } = analysis;
  const parameters = parametersOf(analysis, fn);
  for (let i = desugaredFrom.get(fn)! - 1; i >= 0; i--) {
    const moved = params
      .slice(desugaredFrom.get(fn))
      .flatMap((one) => Object.keys(compilation.t.getBindingIdentifiers(one)));
    const seen = variableNames(compilation, parameters[i]!);
    if (moved.some((name) => seen.has(name))) desugarFrom(shaper, fn, i);
  }
}

function parametersOf({ compilation }: Analysis, { path }: FunctionPlan): ListedPath[] {
  return compilation.paths.below(path).filter(({ listKey }) => listKey === 'params');
}

/** Parameters have a scope of their own; in the body their names and those of the body must not meet. */
function refuseNamesOfBody({ analysis, desugaredFrom }: Shaper, fn: FunctionPlan, { body }: t.Function): void {
  const { compilation } = analysis;
  const moved = new Set<string>();
  for (const parameter of parametersOf(analysis, fn).slice(desugaredFrom.get(fn)))
    for (const name of variableNames(compilation, parameter)) moved.add(name);
  compilation.paths.walk(fn.path, ({ node, parent }) => {
    if (node === fn.node || node === body) return true;
    const taken = namesOfBody(analysis, node, parent === body).find((name) => moved.has(name));
    if (taken !== undefined) refuseAt(compilation, node, errors.parameterNameInBody(taken));
    return !compilation.t.isFunction(node);
  });
}

/** What a statement declares for the whole body: at its top anything, further in a `var`. */
function namesOfBody({ compilation: { t: types } }: Analysis, node: t.Node, isAtTop: boolean): string[] {
  const isFunctionOrClass = types.isFunctionDeclaration(node) || types.isClassDeclaration(node);
  if (isFunctionOrClass) return isAtTop && node.id ? [node.id.name] : [];
  const isSeen = types.isVariableDeclaration(node) && (isAtTop || node.kind === 'var');
  return isSeen ? Object.keys(types.getBindingIdentifiers(node)) : [];
}
