/** What a compiled function cannot hold. */
import type { types as t } from '@babel/core';
import { isFunction } from '../../babel/ast.js';
import type { ListedPath, Path } from '../../babel/path.js';
import type { Compilation } from '../../context/compilation.js';
import { refuseAt } from '../../context/diagnostic.js';
import { isNameOfProperty } from '../../context/names-in-use.js';
import { hoistingOf } from '../../language/hoisting.js';
import { errors } from '../../messages/errors.js';
import type { Template } from '../../messages/message.js';
import type { Values } from '../../public.js';
import { RUNTIME, WORDS_OF_SCENES } from '../../vocabulary.js';
import type { Analysis } from '../facts/facts.js';
import type { FunctionContext } from '../facts/function-contexts.js';

/** Refuses what no compiled function can hold. Needs the lists of the walk alone; gives nothing but refusals. */
export function refuseUncompilable(analysis: Analysis): void {
  const { compilation, facts } = analysis;
  refuseYieldAsName(analysis);
  for (const { what, path } of facts.lexicalUses)
    if (what === 'arguments' && isCalleeAsked(analysis, path)) refuseIn(analysis, path, errors.argumentsCallee, {});
  for (const path of facts.functions) {
    refuseInCase(analysis, path);
    refuseArgumentsInArrow(analysis, path);
  }
  for (const path of facts.withs) refuseIn(analysis, path, errors.compiledWith, {});
  for (const path of facts.exits) {
    const how = facts.contexts.around(path).isCompiled ? waysOutOfFinally(compilation, path) : undefined;
    if (how !== undefined) refuseIn(analysis, path, errors.finallyLeft, { by: how });
  }
  refuseShadowedGlobal(analysis);
  refuseMovedWords(analysis);
}

function refuseIn<V extends Values>(
  { compilation, facts }: Analysis,
  path: ListedPath,
  error: Template<V>,
  values: NoInfer<V>,
): void {
  if (facts.contexts.around(path).isCompiled) refuseAt(compilation, path.node, error, values);
}

/** `case 1: function f() {}` is seen in the whole `switch`, and no list of statements begins there. */
function refuseInCase(analysis: Analysis, path: ListedPath): void {
  if (path.node.type !== 'FunctionDeclaration' || !analysis.plan.functions.has(path.node)) return;
  let around = path.parentPath!;
  while (around.node.type === 'LabeledStatement') around = around.parentPath!;
  if (around.node.type === 'SwitchCase')
    refuseAt(analysis.compilation, path.node, errors.functionInCase, { name: path.node.id!.name });
}

/** Told once for each variable of that name, at its first use. */
function refuseYieldAsName(analysis: Analysis): void {
  const { facts } = analysis;
  const told = new Set<unknown>();
  for (const path of facts.identifiers) {
    if (path.node.type !== 'Identifier' || path.node.name !== 'yield') continue;
    if (!facts.contexts.around(path).isCompiled || isNameOfProperty(path)) continue;
    const binding = path.scope.getBinding('yield');
    if (!told.has(binding)) refuseIn(analysis, path, errors.nameInUse, { name: 'yield' });
    told.add(binding);
  }
}

/** `() => { { function arguments() {} } arguments(); }` has a variable of its own there, which an arrow that became a generator cannot have. */
function refuseArgumentsInArrow({ compilation, facts }: Analysis, path: ListedPath): void {
  const { node } = path;
  if (node.type !== 'FunctionDeclaration' || node.id?.name !== 'arguments') return;
  if (hoistingOf(compilation, path) !== 'outOfBlock') return;
  const arrow = facts.contexts.around(path);
  if (arrow.kind !== 'arrow' || !arrow.isCompiled) return;
  const isInArrow = (context: FunctionContext | undefined): boolean =>
    context === arrow || (context?.kind === 'arrow' && isInArrow(context.parent));
  if (facts.lexicalUses.some(({ what, context }) => what === 'arguments' && isInArrow(context)))
    refuseAt(compilation, node, errors.nameInUse, { name: 'arguments' });
}

/** `arguments.callee` */
function isCalleeAsked({ compilation: { t: types } }: Analysis, { parent, key }: ListedPath): boolean {
  return (
    key === 'object' && parent.type === 'MemberExpression' && types.isIdentifier(parent.property, { name: 'callee' })
  );
}

/** `import { tween } from "@spindle/runtime"`: that entry was too large. */
function refuseMovedWords({ compilation }: Analysis): void {
  const { program, options } = compilation;
  if (options.module !== RUNTIME) return;
  for (const statement of program.node.body) {
    if (statement.type !== 'ImportDeclaration' || statement.source.value !== RUNTIME) continue;
    for (const one of statement.specifiers) {
      const name = one.type === 'ImportSpecifier' && one.imported.type === 'Identifier' ? one.imported.name : '';
      if (WORDS_OF_SCENES.has(name)) refuseAt(compilation, one, errors.wordOfScenes, { word: name });
    }
  }
}

/** With `runtime: { global: "CK.code" }` nobody may declare another `CK` where we would use it. */
function refuseShadowedGlobal({ compilation, plan }: Analysis): void {
  const { options, paths, program } = compilation;
  const root = options.global?.split('.')[0];
  if (root === undefined || !plan.names.taken.has(root)) return;
  for (const { scope } of paths.all) {
    const binding = scope.getOwnBinding(root);
    if (binding && scope !== program.scope)
      refuseAt(compilation, binding.path.node, errors.globalShadowed, { name: root });
  }
}

/** How a statement inside a `finally` block leaves it, which would swallow a cancel; undefined if it stays inside. */
function waysOutOfFinally({ t: types }: Compilation, path: Path): string | undefined {
  const { node } = path;
  const how = node.type === 'ReturnStatement' ? 'return' : node.type === 'BreakStatement' ? 'break' : 'continue';
  const label = (node as t.BreakStatement).label?.name;
  for (let at: Path = path; at.parentPath; at = at.parentPath) {
    const parent = at.parentPath.node;
    if (isFunction(parent) || parent.type === 'StaticBlock') return undefined;
    if (parent.type === 'TryStatement' && at.key === 'finalizer') return how;
    if (how === 'return') continue;
    if (label !== undefined) {
      if (parent.type === 'LabeledStatement' && parent.label.name === label) return undefined;
    } else if (types.isLoop(parent) || (how === 'break' && parent.type === 'SwitchStatement')) return undefined;
  }
  return undefined;
}
