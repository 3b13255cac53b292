/** Names that nothing declares, under the option `strictGlobals`. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../../analyse/facts/facts.js';
import { isBound, readTypedNames, type TypedNames } from '../../analyse/names/typed-names.js';
import { useOf } from '../../babel/name-use.js';
import type { ListedPath } from '../../babel/path.js';
import type { Compilation } from '../../context/compilation.js';
import { type Finding, replaceBy, tell } from '../../context/diagnostic.js';
import { SCRIPT_NAMES, STANDARD_NAMES } from '../../language/globals.js';
import { otherWord } from '../../language/other-words.js';
import { errors } from '../../messages/errors.js';
import { nearest } from '../../messages/suggestions.js';

type Name = ListedPath<t.Identifier | t.JSXIdentifier>;

/** Free names in marked code that neither the file, its types, the options nor the platform has. */
export function findUnknownNames(analysis: Analysis): Finding[] {
  const { compilation, facts } = analysis;
  if (!compilation.options.strictGlobals) return [];
  const typed = readTypedNames(compilation);
  const found: Finding[] = [];
  for (const path of facts.identifiers) {
    const { name } = path.node;
    if (isKnown(compilation, name) || typed.declared.has(name) || isBound(typed, path)) continue;
    if (useOf(compilation.t, path) === undefined || !isStrictAt(analysis, path)) continue;
    const near = meantBy(compilation, path, typed);
    const mends = near.map((text) => replaceBy(path.node, text));
    found.push(tell(path.node, errors.unknownName, { name, near }, mends));
  }
  return found;
}

function isKnown({ options, replacements, vocabulary, program }: Compilation, name: string): boolean {
  return (
    vocabulary.has(name) ||
    replacements.has(name) ||
    options.globals.has(name) ||
    STANDARD_NAMES.has(name) ||
    (program.node.sourceType === 'script' && SCRIPT_NAMES.has(name)) ||
    options.global?.split('.')[0] === name
  );
}

/** Code that a mark covers; `typeof x` asks whether there is such a name, and a closing tag repeats the opening one. */
function isStrictAt({ compilation: { t: types }, facts }: Analysis, path: ListedPath): boolean {
  if (types.isUnaryExpression(path.parent, { operator: 'typeof' })) return false;
  for (
    let at = path.parentPath;
    at?.node.type === 'JSXClosingElement' || at?.node.type === 'JSXMemberExpression';
    at = at.parentPath
  )
    if (at.node.type === 'JSXClosingElement') return false;
  return facts.contexts.around(path).isCovered;
}

/** Known names that are written nearly so, or the word of scripts for one of another tool. */
function meantBy({ options, vocabulary }: Compilation, path: Name, typed: TypedNames): readonly string[] {
  const { name } = path.node;
  const meant = otherWord(name);
  if (meant && vocabulary.has(meant.word)) return [meant.word];
  return nearest(name, [
    ...Object.keys(path.scope.getAllBindings()),
    ...typed.bound,
    ...typed.declared,
    ...options.globals.keys(),
    ...options.constants.keys(),
    ...vocabulary.keys(),
    ...STANDARD_NAMES,
  ]);
}
