import type { types as t } from '@babel/core';
import { vocabularyName } from './runtime-words.js';
import type { Compilation } from '../../context/compilation.js';
import { refuseAt } from '../../context/diagnostic.js';
import { errors } from '../../messages/errors.js';
import { useOf } from '../../babel/name-use.js';
import { addTo } from '../../babel/lists.js';
import type { ListedPath } from '../../babel/path.js';
import type { Analysis } from '../facts/facts.js';
import { isBound, readTypedNames, type TypedNames } from './typed-names.js';
import { isCalled, outOfParentheses } from '../../babel/ast.js';

/**
 * Finds what free names stand for, by the options `globals` and `constants`. Needs the identifiers of the walk; gives the
 * free words of the runtime, and the names to be replaced.
 */
export function resolveFreeNames(analysis: Analysis): void {
  const { compilation, plan, facts } = analysis;
  const { replacements, vocabulary } = compilation;
  const typed = replacements.size > 0 ? readTypedNames(compilation) : undefined;
  for (const path of facts.identifiers) {
    if (typed) replaceFreeName(analysis, path, typed);
    const { name } = path.node;
    if (path.node.type !== 'Identifier' || !vocabulary.has(name)) continue;
    if (useOf(compilation.t, path) !== 'read' || path.scope.hasBinding(name, true)) continue;
    addTo(plan.freeVocabulary, name, path);
  }
}

type Name = ListedPath<t.Identifier | t.JSXIdentifier>;

function replaceFreeName({ compilation, plan }: Analysis, path: Name, typed: TypedNames): void {
  const { t: types, program, vocabulary, replacements } = compilation;
  const { name } = path.node;
  const replacement = replacements.get(name);
  const use = replacement && !isBound(typed, path) ? useOf(types, path) : undefined;
  if (!replacement || use === undefined) return;
  if (use === 'written' && replacement.kind === 'constant')
    return refuseAt(compilation, path.node, errors.constantAssigned, { name });
  if (path.node.type === 'JSXIdentifier' && !isDottedName(replacement.expression))
    return refuseAt(compilation, path.node, errors.constantAsTag, { name });
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
  refuseAt(compilation, binding.path.node, errors.nameHidden, { name: needed, by: path.node.name });
}

function isDottedName(expression: t.Expression): boolean {
  if (expression.type === 'Identifier') return true;
  return expression.type === 'MemberExpression' && !expression.computed && isDottedName(expression.object);
}
