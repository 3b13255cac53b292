/** A word that waits in a file that nothing compiles: the mark was forgotten, or another tool has removed it. */
import type { BabelFile, NodePath, types as t } from '@babel/core';
import { firstOf, holdsExport, isReturned } from '../../babel/ast.js';
import { makeDiagnostic, markWith, type MendAt, tell } from '../../context/diagnostic.js';
import { warnings } from '../../messages/warnings.js';
import type { Diagnostic, ThreadsOptions } from '../../public.js';
import { STARTS_IN_PLAIN_CODE, WAITING_WORDS } from '../../vocabulary.js';

interface Names {
  /** Free names that the options give another meaning. */
  readonly known: ReadonlySet<string>;
  /** What else the options call words. */
  readonly words: ReadonlyMap<string, string>;
  /** The module from which words are imported; undefined if imports are not looked at. */
  readonly runtime: string | undefined;
}

/**
 * Finds the first call of a word that waits, in a file in which nothing is marked. The word is a free name, or an
 * import from `runtime`. A call of an imported word is passed over where it may be right: in a generator, and where its
 * value is returned to whoever called the function, as in `start(() => wait(100))`.
 */
export function findUncompiledWait(
  file: Pick<BabelFile, 'path' | 'opts'>,
  { diagnostics, globals, constants, words }: Pick<ThreadsOptions, 'diagnostics' | 'globals' | 'constants' | 'words'>,
  runtime?: string,
): Diagnostic | null {
  const known = new Set([globals, constants].flatMap((names) => Object.keys(names ?? {})));
  const others = new Map(Object.entries(words ?? {}).map(([word, name]) => [name, word]));
  let found: Diagnostic | null = null;
  file.path.traverse({
    CallExpression(path) {
      const word = wordOf(path, { known, words: others, runtime });
      if (word === undefined) return;
      const severity = diagnostics === 'error' ? 'error' : 'warning';
      const fn = outermostFunction(path);
      const program = file.path.node;
      const canBeProgram = !fn && !holdsExport(program);
      const mends: MendAt[] = fn ? [markWith(fn, '@compile')] : [];
      if (canBeProgram) mends.push(markWith(firstOf(program), '@script'));
      const values = { word, where: fn ? 'function' : 'top', canBeProgram } as const;
      found = makeDiagnostic({ file }, tell(path.node.callee, warnings.uncompiledWait, values, mends), severity);
      path.stop();
    },
  });
  return found;
}

/** The one that a mark would be put above; callbacks in it are covered by that. */
function outermostFunction(path: NodePath): t.Node | undefined {
  let found: t.Node | undefined;
  for (let at = path.getFunctionParent(); at; at = at.getFunctionParent()) found = at.node;
  return found;
}

function wordOf(path: NodePath<t.CallExpression>, { known, words, runtime }: Names): string | undefined {
  const { callee } = path.node;
  if (callee.type === 'MemberExpression') {
    const { object, property, computed } = callee;
    if (computed || object.type !== 'Identifier' || property.type !== 'Identifier') return undefined;
    const imported = importedName(path, object.name, runtime);
    return imported === '*' && isLost(path, property.name) ? `${object.name}.${property.name}` : undefined;
  }
  if (callee.type !== 'Identifier') return undefined;
  const { name } = callee;
  if (!path.scope.hasBinding(name, true)) return isWord(words.get(name) ?? name) && !known.has(name) ? name : undefined;
  const imported = importedName(path, name, runtime);
  return imported !== undefined && isLost(path, imported) ? name : undefined;
}

const isWord = (name: string): boolean => WAITING_WORDS.has(name);

/** What the name is an import of: a name of the runtime, or `*` for all of it. */
function importedName({ scope }: NodePath, name: string, runtime: string | undefined): string | undefined {
  const binding = scope.getBinding(name)?.path;
  const declaration = binding?.parent;
  if (declaration?.type !== 'ImportDeclaration' || declaration.source.value !== runtime) return undefined;
  const specifier = binding!.node;
  if (specifier.type === 'ImportNamespaceSpecifier') return '*';
  if (specifier.type !== 'ImportSpecifier') return undefined;
  return specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value;
}

/** Nobody gets to know that the word waits. */
function isLost(path: NodePath, word: string): boolean {
  if (!isWord(word) || STARTS_IN_PLAIN_CODE.has(word)) return false;
  const around = path.getFunctionParent()?.node;
  return !(around && 'generator' in around && around.generator) && !isReturned(path);
}
