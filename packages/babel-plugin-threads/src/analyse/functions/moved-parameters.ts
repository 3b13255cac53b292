import { isFunction } from '../../babel/ast.js';
import type { types as t } from '@babel/core';
import { parameterOf, type ListedPath } from '../../babel/path.js';
import type { Compilation } from '../../context/compilation.js';
import { refuseAt } from '../../context/diagnostic.js';
import { variableNames } from '../../context/names-in-use.js';
import { wordsOfEval } from '../../language/direct-eval.js';
import { hoistingOf } from '../../language/hoisting.js';
import { errors } from '../../messages/errors.js';
import type { FunctionPlan, Plan } from '../../plan.js';
import type { Analysis } from '../facts/facts.js';

/**
 * Parameters whose default or pattern calls something are evaluated in the body, with all that follow. Needs the calls that wait and
 * the parameters that captures have moved; gives the rest of `movedParameters`.
 */
export function moveParameters(analysis: Analysis): void {
  const { plan } = analysis;
  for (const { in: fn, path } of plan.calls.values()) {
    if (fn.wrapper !== 'suspendable' || fn.kind === 'deferred') continue;
    const index = parameterOf(path, fn.node);
    if (index !== undefined) moveParametersFrom(plan, fn, index);
  }
  for (const fn of plan.functions.values()) {
    if (!plan.movedParameters.has(fn) || !isFunction(fn.node)) continue;
    moveThoseThatRead(analysis, fn, fn.node);
    refuseNamesOfBody(analysis, fn, fn.node);
  }
}

/** This parameter and all behind it. */
export function moveParametersFrom({ movedParameters }: Plan, fn: FunctionPlan, index: number): void {
  movedParameters.set(fn, Math.min(movedParameters.get(fn) ?? index, index));
}

/** `(a = () => b, b = f())`: what sees a parameter that moves moves with it. */
function moveThoseThatRead(analysis: Analysis, fn: FunctionPlan, { params }: t.Function): void {
  const { compilation, plan } = analysis;
  const parameters = parametersOf(analysis, fn);
  for (let i = plan.movedParameters.get(fn)! - 1; i >= 0; i--) {
    const moved = params
      .slice(plan.movedParameters.get(fn))
      .flatMap((one) => Object.keys(compilation.t.getBindingIdentifiers(one)));
    const seen = namesSeen(analysis, parameters[i]!);
    if (moved.some((name) => seen.has(name))) moveParametersFrom(plan, fn, i);
  }
}

function parametersOf({ compilation }: Analysis, { path }: FunctionPlan): ListedPath[] {
  return compilation.paths.below(path).filter(({ listKey }) => listKey === 'params');
}

/** The names of variables in a parameter: bound or free. */
function namesSeen({ compilation, facts }: Analysis, parameter: ListedPath): Pick<ReadonlySet<string>, 'has'> {
  const names = variableNames(compilation, parameter);
  for (const { node, index } of facts.evals) {
    if (index < parameter.index || index >= parameter.end) continue;
    const words = wordsOfEval(compilation.t, node as t.CallExpression);
    if (words === undefined) return ALL;
    for (const name of words) names.add(name);
  }
  return names;
}

/** What a direct `eval` sees. */
const ALL = { has: () => true };

/** Parameters have a scope of their own; in the body their names and those of the body must not meet. */
function refuseNamesOfBody(analysis: Analysis, fn: FunctionPlan, { body, params }: t.Function): void {
  const { compilation, plan } = analysis;
  const seen = parametersOf(analysis, fn)
    .slice(plan.movedParameters.get(fn))
    .map((parameter) => namesSeen(analysis, parameter));
  const own = new Set(params.flatMap((one) => Object.keys(compilation.t.getBindingIdentifiers(one))));
  compilation.paths.walk(fn.path, (path) => {
    const { node } = path;
    if (node === fn.node || node === body) return true;
    for (const name of namesOfBody(compilation, path, { body, parameters: own })) {
      const by = seen.find((names) => names.has(name));
      if (by === undefined) continue;
      refuseAt(compilation, node, errors.parameterNameInBody, { name, by: by === ALL ? 'eval' : 'parameters' });
      break;
    }
    return !isFunction(node);
  });
}

/** What a statement declares for the whole body: at its top anything, further in a `var`, and in sloppy code a function of a block. */
function namesOfBody(
  compilation: Compilation,
  path: ListedPath,
  { body, parameters }: { readonly body: t.Node; readonly parameters: ReadonlySet<string> },
): string[] {
  const { t: types } = compilation;
  const { node } = path;
  const isAtTop = path.parent === body;
  if (node.type === 'FunctionDeclaration' && !isAtTop) {
    const isOfBlock = node.async || node.generator || parameters.has(node.id!.name);
    return !isOfBlock && hoistingOf(compilation, path) === 'outOfBlock' ? [node.id!.name] : [];
  }
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration')
    return isAtTop && node.id ? [node.id.name] : [];
  const isSeen = node.type === 'VariableDeclaration' && (isAtTop || node.kind === 'var');
  return isSeen ? Object.keys(types.getBindingIdentifiers(node)) : [];
}
