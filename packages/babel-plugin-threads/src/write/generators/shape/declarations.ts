/** How declarations are written. */
import type { types as t } from '@babel/core';
import { hoistingOf } from '../../../analyse/hoisting.js';
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
  if (isCalledEarly(analysis, fn)) return 'early';
  return hoistingOf(analysis.compilation, fn.path) === 'outOfBlock' ? 'function' : 'variable';
}

/**
 * In a cycle of imports an exported declaration is called before its module has begun, and with it the others that it
 * calls. A module that imports nothing stands in no cycle, so there only the exported ones take the longer form.
 */
function isCalledEarly({ compilation }: Shaper['analysis'], { exported, path }: FunctionPlan): boolean {
  const { t: types, program, options } = compilation;
  if (exported !== 'no') return true;
  if (!types.isProgram(path.parent)) return false;
  const { body } = program.node;
  const imports = body.some(
    (s) =>
      ((types.isImportDeclaration(s) && s.importKind !== 'type') ||
        ((types.isExportNamedDeclaration(s) || types.isExportAllDeclaration(s)) && s.exportKind !== 'type')) &&
      s.source &&
      s.source.value !== options.module,
  );
  const exports = body.some(
    (s) =>
      (types.isExportNamedDeclaration(s) && (types.isFunctionDeclaration(s.declaration) || s.specifiers.length > 0)) ||
      (types.isExportDefaultDeclaration(s) && types.isFunctionDeclaration(s.declaration)),
  );
  return imports && exports;
}

/** The node in whose statement list the declaration stands. */
function scopeOf({ analysis }: Shaper, path: Path): t.Node {
  const { t: types } = analysis.compilation;
  let around = path.parentPath!;
  while (types.isExportDeclaration(around.node) || types.isLabeledStatement(around.node)) around = around.parentPath!;
  return around.node;
}

/** The parameters of an early declaration stay to be read. A pattern among them gets a name; those that move into the body are one rest. */
function parameterNames({ analysis, desugaredFrom, names }: Shaper, fn: FunctionPlan): string[] {
  const { t: types } = analysis.compilation;
  const { params } = fn.node as t.FunctionDeclaration;
  const patterns = params.slice(0, desugaredFrom.get(fn)).filter((parameter) => {
    if (types.isAssignmentPattern(parameter)) return !types.isIdentifier(parameter.left);
    if (types.isRestElement(parameter)) return !types.isIdentifier(parameter.argument);
    return !types.isIdentifier(parameter);
  });
  return patterns.map(() => names.unique('$parameter'));
}
