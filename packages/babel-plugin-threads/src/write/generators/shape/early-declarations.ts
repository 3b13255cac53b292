/** Declarations that may be called before their module has begun. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../../../analyse/facts/facts.js';
import type { Compilation } from '../../../context/compilation.js';

/**
 * In a cycle of imports an exported declaration is called before its module has begun, and with it the others that it names, and those
 * that these name. A module that imports nothing is in no cycle, so there only the exported ones count, as an `export` in front
 * has to stay anyway.
 *
 * @returns the declarations at the top of the file that need a form which works before
 */
export function findEarlyDeclarations({ compilation, plan, facts }: Analysis): ReadonlySet<t.Node> {
  const { t: types, program } = compilation;
  const early = new Set<t.Node>();
  for (const { node, exported } of plan.functions.values()) if (exported !== 'no') early.add(node);
  if (!mayBeInCycle(compilation)) return early;
  const declarations = program.node.body.map(declarationIn).filter((node) => types.isFunctionDeclaration(node));
  for (const node of declarations) if (facts.isDynamic || isExported(compilation, node)) early.add(node);
  for (let before = -1; before !== early.size;) {
    before = early.size;
    for (const node of declarations) if (isNamedIn(compilation, node, early)) early.add(node);
  }
  return early;
}

/** It imports something besides the runtime, and exports a declaration. */
function mayBeInCycle({ t: types, program, options }: Compilation): boolean {
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

/** What a statement declares, also behind an `export`. */
function declarationIn(statement: t.Node): t.Node {
  return ('declaration' in statement && statement.declaration) || statement;
}

/** Compiled or not: an exported function may call one that is compiled. */
function isExported({ t: types, program }: Compilation, node: t.FunctionDeclaration): boolean {
  return program.node.body.some((statement) => {
    if (types.isExportDefaultDeclaration(statement)) return statement.declaration === node;
    if (!types.isExportNamedDeclaration(statement) || statement.source) return false;
    const isNamed = (one: t.Node): boolean => types.isExportSpecifier(one) && one.local.name === node.id?.name;
    return statement.declaration === node || statement.specifiers.some(isNamed);
  });
}

/** Its name is said in one of the declarations, or in something in it. */
function isNamedIn({ program }: Compilation, { id }: t.FunctionDeclaration, around: ReadonlySet<t.Node>): boolean {
  const binding = id ? program.scope.getBinding(id.name) : undefined;
  return binding?.referencePaths.some((reference) => reference.find(({ node }) => around.has(node)) !== null) ?? false;
}
