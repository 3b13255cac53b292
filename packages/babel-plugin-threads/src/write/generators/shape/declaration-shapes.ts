/** How declarations are written. */
import type { types as t } from '@babel/core';
import { hoistingOf } from '../../../language/hoisting.js';
import type { Path } from '../../../babel/path.js';
import type { FunctionPlan } from '../../../plan.js';
import type { DeclarationShape } from './shape.js';
import type { Shaper } from './shaper.js';

/** Needs the prologues; gives the declaration its names. */
export function shapeDeclaration(shaper: Shaper, fn: FunctionPlan): DeclarationShape {
  const { names, analysis } = shaper;
  const { id } = fn.node as t.FunctionDeclaration;
  const name = id?.name ?? names.unique('$default');
  const hoisting = hoistingOf(analysis.compilation, fn.path);
  const form = formOf(shaper, fn);
  return {
    form,
    name,
    generatorName: form === 'wrapped' ? '' : names.unique(`$${name}`),
    variable: hoisting === 'block' ? 'let' : 'var',
    scope: scopeOf(shaper, fn.path),
    parameterNames: form === 'early' ? parameterNames(shaper, fn) : [],
  };
}

function formOf({ analysis }: Shaper, fn: FunctionPlan): DeclarationShape['form'] {
  if (fn.wrapper === 'wrapped') return 'wrapped';
  if (analysis.plan.earlyDeclarations.has(fn.node)) return 'early';
  if (analysis.compilation.t.isExportDeclaration(fn.path.parent)) return 'exported';
  return hoistingOf(analysis.compilation, fn.path) === 'outOfBlock' ? 'function' : 'variable';
}

/** The node in whose statement list the declaration stands. */
function scopeOf({ analysis }: Shaper, path: Path): t.Node {
  const { t: types } = analysis.compilation;
  let around = path.parentPath!;
  while (types.isExportDeclaration(around.node) || types.isLabeledStatement(around.node)) around = around.parentPath!;
  return around.node;
}

/** The parameters of an early declaration stay to be read. A pattern among them gets a name; those that move into the body are one rest. */
function parameterNames({ analysis, names }: Shaper, fn: FunctionPlan): string[] {
  const { t: types } = analysis.compilation;
  const { params } = fn.node as t.FunctionDeclaration;
  const patterns = params.slice(0, analysis.plan.movedParameters.get(fn)).filter((parameter) => {
    if (types.isAssignmentPattern(parameter)) return !types.isIdentifier(parameter.left);
    if (types.isRestElement(parameter)) return !types.isIdentifier(parameter.argument);
    return !types.isIdentifier(parameter);
  });
  return patterns.map(() => names.unique('$parameter'));
}
