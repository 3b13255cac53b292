import type { types as t } from '@babel/core';
import { vocabularyName } from './runtime-words.js';
import type { Compilation } from '../context/compilation.js';
import type { Types } from '../babel/types.js';
import { diagnosticAt, refuseAt } from '../context/diagnostic.js';
import { errors } from '../messages/errors.js';
import { didYouMean, nearest } from '../messages/suggestions.js';
import type { Path, Spot } from '../babel/path.js';
import type { Places } from './function-contexts.js';
import type { Plan, Replacement } from '../plan.js';
import { SCRIPT_NAMES, STANDARD_NAMES } from '../language/globals.js';
import { isCalled, isSeeThrough, outOfParentheses, walk } from '../babel/ast.js';

/** How code uses an identifier as a variable; undefined where it names a property, a label, a type or a declaration. */
export function useOf({ t: types }: Compilation, path: Path): 'read' | 'written' | undefined {
  const { node, parent } = path;
  if (types.isJSXIdentifier(node)) return isComponent(types, path as Path<t.JSXIdentifier>) ? 'read' : undefined;
  const isWritten = isTarget(types, path);
  if (!isWritten && !types.isReferenced(node, parent, path.parentPath?.parent)) return undefined;
  return isOfTypes(types, path) ? undefined : isWritten ? 'written' : 'read';
}

/** What is assigned to, updated or deleted, also in a pattern or in parentheses. */
function isTarget(types: Types, { key, parentPath }: Path): boolean {
  if (!parentPath) return false;
  const { node: outer } = parentPath;
  if (isSeeThrough(outer)) return isTarget(types, parentPath);
  if (types.isAssignmentExpression(outer) || types.isAssignmentPattern(outer) || types.isForXStatement(outer))
    return key === 'left';
  if (types.isObjectProperty(outer)) return key === 'value' && types.isObjectPattern(parentPath.parent);
  if (types.isRestElement(outer) || types.isArrayPattern(outer) || types.isUpdateExpression(outer)) return true;
  return types.isUnaryExpression(outer, { operator: 'delete' });
}

/** `<Icon>`, `<ui.Icon>`; `<icon>` is an element of the host. */
function isComponent(types: Types, { node: { name }, parent, key }: Path<t.JSXIdentifier>): boolean {
  if (types.isJSXMemberExpression(parent)) return key === 'object' && name !== 'this';
  return (types.isJSXOpeningElement(parent) || types.isJSXClosingElement(parent)) && !/^[a-z]|-/.test(name);
}

function isOfTypes(types: Types, path: Path): boolean {
  if (path.key === 'id') return true;
  for (let at = path.parentPath; at; at = at.parentPath) {
    if ((types.isTypeScript(at.node) || types.isFlow?.(at.node)) && !HOLD_CODE.has(at.node.type)) return true;
    if (types.isStatement(at.node)) return false;
  }
  return false;
}

/** Nodes of TypeScript and Flow in which expressions stand. */
const HOLD_CODE = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'TSParameterProperty',
  'TSExportAssignment',
  'TSEnumMember',
  'TSEnumBody',
  'TSEnumDeclaration',
  'TSModuleBlock',
  'TSModuleDeclaration',
  'TypeCastExpression',
]);

/** Judges the free names of a file by the options `globals`, `constants` and `strictGlobals`. */
export interface FreeNames {
  see(path: Spot): void;
}

export function makeFreeNames(compilation: Compilation, places: Places, plan: Plan): FreeNames {
  const { t: types, options, program, replacements, vocabulary } = compilation;
  if (replacements.size === 0 && !options.strictGlobals) return { see: () => undefined };
  const typed = typedNames(compilation);
  const isScript = program.node.sourceType === 'script';
  return { see };

  function see(path: Spot): void {
    const { name } = path.node as t.Identifier;
    const replacement = replacements.get(name);
    if (!replacement && (!options.strictGlobals || isKnown(name))) return;
    if (typed.bound.has(name) || isBound(path, name)) return;
    const use = useOf(compilation, path);
    if (use === undefined) return;
    if (replacement) replace(path, name, { replacement, use });
    else if (isStrictAt(path) && !typed.declared.has(name)) refuse(path, name);
  }

  function replace(
    path: Spot,
    name: string,
    { replacement, use }: { replacement: Replacement; use: 'read' | 'written' },
  ): void {
    if (use === 'written' && replacement.kind === 'constant')
      return refuseAt(compilation, path.node, errors.constantAssigned(name));
    if (types.isJSXIdentifier(path.node) && !isDottedName(replacement.expression))
      return refuseAt(compilation, path.node, errors.constantAsTag(name));
    for (const needed of replacement.names) {
      checkNotHidden(path, name, needed);
      const isWord = vocabulary.has(needed) && !program.scope.hasBinding(needed, true);
      if (isWord && !plan.freeVocabulary.has(needed)) plan.freeVocabulary.set(needed, []);
    }
    const { at } = outOfParentheses(path);
    plan.replaced.set(path.node, { path, replacement, isCallee: isCalled(at.node, at.parent) });
  }

  /** The names in the option's text mean those of the host or of the file, never one of a function around the use. */
  function checkNotHidden(path: Path, name: string, needed: string): void {
    const binding = path.scope.getBinding(needed);
    if (!binding || binding.scope === program.scope) return;
    if (vocabularyName(compilation, path, types.identifier(needed)) === needed) return;
    refuseAt(compilation, binding.path.node, errors.nameHidden(needed, name));
  }

  function refuse(path: Spot, name: string): void {
    const known = [
      ...Object.keys(path.scope.getAllBindings()),
      ...typed.bound,
      ...typed.declared,
      ...options.globals.keys(),
      ...options.constants.keys(),
      ...vocabulary,
      ...STANDARD_NAMES,
    ];
    const near = nearest(name, known);
    const text = errors.unknownName(name, near.length > 0 ? didYouMean(near) : undefined);
    plan.diagnostics.push(diagnosticAt(compilation, path.node, { text, severity: 'error' }));
  }

  function isKnown(name: string): boolean {
    return (
      vocabulary.has(name) ||
      options.globals.has(name) ||
      STANDARD_NAMES.has(name) ||
      (isScript && SCRIPT_NAMES.has(name)) ||
      options.global?.split('.')[0] === name
    );
  }

  /** `declare const x` binds nothing when the program runs. */
  function isBound(path: Path, name: string): boolean {
    const binding = path.scope.getBinding(name);
    if (binding === undefined) return false;
    return !binding.path.find((at) => isAmbient(at.node));
  }

  /** Code that a mark covers; `typeof x` asks whether there is such a name, and a closing tag repeats the opening one. */
  function isStrictAt(path: Spot): boolean {
    if (types.isUnaryExpression(path.parent, { operator: 'typeof' })) return false;
    for (
      let at = path.parentPath;
      types.isJSXClosingElement(at?.node) || types.isJSXMemberExpression(at?.node);
      at = at.parentPath
    )
      if (types.isJSXClosingElement(at.node)) return false;
    return places.around(path).isCovered;
  }

  function isDottedName(expression: t.Expression): boolean {
    if (types.isIdentifier(expression)) return true;
    return types.isMemberExpression(expression) && !expression.computed && isDottedName(expression.object);
  }
}

/** Names of TypeScript that Babel's scopes do not know: of enums and namespaces, and of what is only declared. */
function typedNames({ t: types, program }: Compilation): { bound: Set<string>; declared: Set<string> } {
  const bound = new Set<string>();
  const declared = new Set<string>();
  walk(types, program.node, (node) => {
    if (types.isTSEnumDeclaration(node) || types.isTSModuleDeclaration(node)) {
      if (types.isIdentifier(node.id) && !isGlobalBlock(node)) (isAmbient(node) ? declared : bound).add(node.id.name);
      // `declare global { var hero: Hero }`
      if (isAmbient(node)) walk(types, node, (inner) => declare(inner));
    } else if (types.isTSImportEqualsDeclaration(node)) bound.add(node.id.name);
    else if (types.isTSDeclareFunction(node) || isAmbient(node)) declare(node);
  });
  return { bound, declared };

  function declare(node: t.Node): void {
    if (types.isTSDeclareFunction(node)) {
      if (node.id) declared.add(node.id.name);
    } else if (types.isVariableDeclaration(node) || types.isClassDeclaration(node))
      for (const name of Object.keys(types.getBindingIdentifiers(node))) declared.add(name);
  }

  function isGlobalBlock(node: t.TSEnumDeclaration | t.TSModuleDeclaration): boolean {
    return 'global' in node ? node.global === true || node.kind === 'global' : false;
  }
}

function isAmbient(node: t.Node): boolean {
  return 'declare' in node && node.declare === true;
}
