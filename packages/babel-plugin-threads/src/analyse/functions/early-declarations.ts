/** Declarations that may be called before their module has begun. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../facts/facts.js';
import type { Path } from '../../babel/path.js';
import type { Compilation } from '../../context/compilation.js';
import { isFile, isOfRuntime } from '../../vocabulary.js';
import { namesExportedLater } from './describe-function.js';

/**
 * In a cycle of imports an exported declaration is called before its module has begun, and with it the others that it names, and those
 * that these name. A file that imports nothing but the runtime is in no cycle. The exports of a namespace have to stay as they are.
 * Needs the names that leave the file; gives `earlyDeclarations`.
 */
export function findEarlyDeclarations({ compilation, plan, facts }: Analysis): void {
  const { program } = compilation;
  const { earlyDeclarations: early } = plan;
  const isInCycle = mayBeInCycle(compilation);
  for (const { node, exported, path } of plan.functions.values())
    if (exported !== 'no' && (isInCycle || isInNamespace(compilation, path))) early.add(node);
  if (!isInCycle || !exportsFunctions(compilation)) return;
  const declarations = program.node.body.map(declarationIn).filter((node) => node.type === 'FunctionDeclaration');
  const names = namesExportedLater(program.node);
  const inList = new Set<t.Node>(program.node.body);
  // Compiled or not: an exported function may call one that is compiled.
  for (const node of declarations)
    if (facts.isDynamic || !inList.has(node) || names.has(node.id!.name)) early.add(node);
  for (let before = -1; before !== early.size;) {
    before = early.size;
    for (const node of declarations) if (isNamedIn(compilation, node, early)) early.add(node);
  }
}

function isInNamespace({ t: types }: Compilation, { parent, parentPath }: Path): boolean {
  return types.isExportDeclaration(parent) && parentPath?.parent.type !== 'Program';
}

/** It imports something, in the end perhaps itself. So may a runtime that is a file of the author's. */
function mayBeInCycle({ program, options }: Compilation): boolean {
  if (options.global === undefined && isFile(options.module)) return true;
  return program.node.body.some((s) => {
    const isImport = s.type === 'ImportDeclaration' && s.importKind !== 'type';
    const isExport =
      (s.type === 'ExportNamedDeclaration' || s.type === 'ExportAllDeclaration') && s.exportKind !== 'type';
    return (isImport || isExport) && s.source != null && !isOfRuntime(s.source.value, options.module);
  });
}

function exportsFunctions({ program }: Compilation): boolean {
  return program.node.body.some(
    (s) =>
      (s.type === 'ExportNamedDeclaration' &&
        (s.declaration?.type === 'FunctionDeclaration' || s.specifiers.length > 0)) ||
      (s.type === 'ExportDefaultDeclaration' && s.declaration.type === 'FunctionDeclaration'),
  );
}

/** What a statement declares, also behind an `export`. */
function declarationIn(statement: t.Node): t.Node {
  return ('declaration' in statement && statement.declaration) || statement;
}

/** Its name is said in one of the declarations, or in something in it. */
function isNamedIn({ program }: Compilation, { id }: t.FunctionDeclaration, around: ReadonlySet<t.Node>): boolean {
  const binding = id ? program.scope.getBinding(id.name) : undefined;
  return binding?.referencePaths.some((reference) => reference.find(({ node }) => around.has(node)) !== null) ?? false;
}
