import type { types as t } from '@babel/core';
import { vocabularyName } from './runtime-words.js';
import type { Compilation } from '../../context/compilation.js';
import type { Types } from '../../babel/types.js';
import { refuseAt } from '../../context/diagnostic.js';
import { errors } from '../../messages/errors.js';
import { nearest } from '../../messages/suggestions.js';
import { useOf } from '../../babel/name-use.js';
import type { Path, ListedPath } from '../../babel/path.js';
import type { Analysis } from '../facts/facts.js';
import type { Replacement } from '../../plan.js';
import { SCRIPT_NAMES, STANDARD_NAMES } from '../../language/globals.js';
import { otherWord } from '../../language/other-words.js';
import { isCalled, outOfParentheses } from '../../babel/ast.js';

/**
 * Finds what free names stand for, by the options `globals`, `constants` and `strictGlobals`. Needs the identifiers of
 * the walk; gives the free words of the runtime, the names to be replaced, and those that nobody knows.
 */
export function resolveFreeNames(analysis: Analysis): void {
  const { compilation, plan, facts } = analysis;
  const { options, replacements, vocabulary } = compilation;
  const isJudged = replacements.size > 0 || options.strictGlobals;
  const typed = isJudged ? typedNames(compilation) : undefined;
  for (const path of facts.identifiers) {
    if (typed) resolveFreeName(analysis, path, typed);
    const { name } = path.node;
    if (path.node.type !== 'Identifier' || !vocabulary.has(name)) continue;
    if (useOf(compilation.t, path) !== 'read' || path.scope.hasBinding(name, true)) continue;
    const list = plan.freeVocabulary.get(name) ?? [];
    list.push(path);
    plan.freeVocabulary.set(name, list);
  }
}

function resolveFreeName(analysis: Analysis, path: Name, typed: TypedNames): void {
  const { compilation } = analysis;
  const { options, replacements } = compilation;
  const { name } = path.node;
  const replacement = replacements.get(name);
  if (!replacement && (!options.strictGlobals || isKnown(compilation, name))) return;
  if (typed.bound.has(name) || isBound(path, name)) return;
  const use = useOf(compilation.t, path);
  if (use === undefined) return;
  if (replacement) replace(analysis, path, { replacement, use });
  else if (isStrictAt(analysis, path) && !typed.declared.has(name)) noteUnknown(analysis, path, typed);
}

type Name = ListedPath<t.Identifier | t.JSXIdentifier>;

function replace(
  { compilation, plan }: Analysis,
  path: Name,
  { replacement, use }: { replacement: Replacement; use: 'read' | 'written' },
): void {
  const { t: types, program, vocabulary } = compilation;
  const { name } = path.node;
  if (use === 'written' && replacement.kind === 'constant')
    return refuseAt(compilation, path.node, errors.constantAssigned({ name }));
  if (types.isJSXIdentifier(path.node) && !isDottedName(types, replacement.expression))
    return refuseAt(compilation, path.node, errors.constantAsTag({ name }));
  for (const needed of replacement.names) {
    checkNotHidden(compilation, path, needed);
    const isWord = vocabulary.has(needed) && !program.scope.hasBinding(needed, true);
    if (isWord && !plan.freeVocabulary.has(needed)) plan.freeVocabulary.set(needed, []);
  }
  const { at } = outOfParentheses(path);
  plan.replaced.set(path.node, { path, replacement, isCallee: isCalled(at.node, at.parent) });
}

/** The names in the option's text mean those of the platform or of the file, never one of a function around the use. */
function checkNotHidden(compilation: Compilation, path: Name, needed: string): void {
  const { t: types, program } = compilation;
  const binding = path.scope.getBinding(needed);
  if (!binding || binding.scope === program.scope) return;
  if (vocabularyName(compilation, path, types.identifier(needed)) === needed) return;
  refuseAt(compilation, binding.path.node, errors.nameHidden({ name: needed, by: path.node.name }));
}

function noteUnknown({ compilation, facts }: Analysis, path: Name, typed: TypedNames): void {
  const { options, vocabulary } = compilation;
  const { name } = path.node;
  const known = [
    ...Object.keys(path.scope.getAllBindings()),
    ...typed.bound,
    ...typed.declared,
    ...options.globals.keys(),
    ...options.constants.keys(),
    ...vocabulary.keys(),
    ...STANDARD_NAMES,
  ];
  const meant = otherWord(name);
  facts.unknownNames.push({
    at: path.node,
    name,
    near: meant && vocabulary.has(meant.word) ? [meant.word] : nearest(name, known),
  });
}

function isKnown({ options, vocabulary, program }: Compilation, name: string): boolean {
  return (
    vocabulary.has(name) ||
    options.globals.has(name) ||
    STANDARD_NAMES.has(name) ||
    (program.node.sourceType === 'script' && SCRIPT_NAMES.has(name)) ||
    options.global?.split('.')[0] === name
  );
}

/** `declare const x` binds nothing when the program runs. */
function isBound(path: Path, name: string): boolean {
  const binding = path.scope.getBinding(name);
  return binding !== undefined && !binding.path.find((at) => isAmbient(at.node));
}

/** Code that a mark covers; `typeof x` asks whether there is such a name, and a closing tag repeats the opening one. */
function isStrictAt({ compilation: { t: types }, facts }: Analysis, path: ListedPath): boolean {
  if (types.isUnaryExpression(path.parent, { operator: 'typeof' })) return false;
  for (
    let at = path.parentPath;
    types.isJSXClosingElement(at?.node) || types.isJSXMemberExpression(at?.node);
    at = at.parentPath
  )
    if (types.isJSXClosingElement(at.node)) return false;
  return facts.contexts.around(path).isCovered;
}

function isDottedName(types: Types, expression: t.Expression): boolean {
  if (types.isIdentifier(expression)) return true;
  return types.isMemberExpression(expression) && !expression.computed && isDottedName(types, expression.object);
}

export interface TypedNames {
  readonly bound: ReadonlySet<string>;
  readonly declared: ReadonlySet<string>;
}

/** Names of TypeScript that Babel's scopes do not know: of enums and namespaces, and of what is only declared. */
export function typedNames({ t: types, program }: Compilation): TypedNames {
  const bound = new Set<string>();
  const declared = new Set<string>();
  types.traverseFast(program.node, (node) => {
    if (types.isTSEnumDeclaration(node) || types.isTSModuleDeclaration(node)) {
      if (types.isIdentifier(node.id) && !isGlobalBlock(node)) (isAmbient(node) ? declared : bound).add(node.id.name);
      // `declare global { var hero: Hero }`
      if (isAmbient(node)) types.traverseFast(node, (inner) => noteDeclared(types, declared, inner));
    } else if (types.isTSImportEqualsDeclaration(node)) bound.add(node.id.name);
    else if (types.isTSDeclareFunction(node) || isAmbient(node)) noteDeclared(types, declared, node);
  });
  return { bound, declared };
}

function noteDeclared(types: Types, declared: Set<string>, node: t.Node): void {
  if (types.isTSDeclareFunction(node)) {
    if (node.id) declared.add(node.id.name);
  } else if (types.isVariableDeclaration(node) || types.isClassDeclaration(node))
    for (const name of Object.keys(types.getBindingIdentifiers(node))) declared.add(name);
}

function isGlobalBlock(node: t.TSEnumDeclaration | t.TSModuleDeclaration): boolean {
  return 'global' in node ? node.global === true || node.kind === 'global' : false;
}

function isAmbient(node: t.Node): boolean {
  return 'declare' in node && node.declare === true;
}
