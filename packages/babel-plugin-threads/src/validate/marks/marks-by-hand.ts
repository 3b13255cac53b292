/** `"use compiled"` and `// @compiled`, which only the plugin writes. */
import type { types as t } from '@babel/core';
import { wordCalled } from '../../analyse/names/runtime-words.js';
import { functionAround, isReturned } from '../../babel/ast.js';
import type { ListedPath } from '../../babel/path.js';
import type { Compilation } from '../../context/compilation.js';
import { type Finding, tell } from '../../context/diagnostic.js';
import { COMPILED_DIRECTIVE, DIRECTIVE, says } from '../../marks/mark-kinds.js';
import { isAboveCode } from '../../marks/text-search.js';
import { whyUncompilable } from '../../marks/uncompilable-functions.js';
import { warnings } from '../../messages/warnings.js';
import { INSTANT_VOCABULARY } from '../../vocabulary.js';
import { isDefinition, type MarkedText } from './marked-text.js';

/**
 * Reported where the plugin cannot have written it: it would have made a thread of a function that says a word which
 * waits, and leaves no marks in a file that it has compiled as a whole.
 */
export function findMarksByHand({ source, marks, comments, isWritten, read, targetOf }: MarkedText): Finding[] {
  const { code } = source;
  const compiled = comments.filter((comment) => says(comment, 'compiled'));
  if (isWritten || (compiled.length === 0 && !code.includes(COMPILED_DIRECTIVE))) return [];
  const compilation = read();
  const { all } = compilation.paths;
  const directives = all.filter(({ node }) => node.type === 'Directive' && node.value.value === COMPILED_DIRECTIVE);
  if (compiled.length === 0 && directives.length === 0) return [];
  const isNative = comments.some((comment) => says(comment, 'native'));
  const words = isNative ? [] : all.filter((path) => isUncompiledWait(compilation, path));
  const holdsWord = (around: t.Node): boolean =>
    words.some(({ node }) => around.start! <= node.start! && node.end! <= around.end!);
  const found: Finding[] = [];
  for (const { node, parent } of directives)
    if ((parent.type === 'Program' && marks !== undefined) || holdsWord(parent))
      found.push(tellOnlyWritten(node, COMPILED_DIRECTIVE, DIRECTIVE));
  for (const comment of compiled) {
    const target = targetOf(comment);
    const isOfFile = isAboveCode(source, comment) && !isDefinition(target?.node);
    if (target && words.length > 0 && (isOfFile || holdsWord(target.node)))
      found.push(tellOnlyWritten(comment, '@compiled', '@compile'));
  }
  return found;
}

/** A call of a word that waits, in a function that could have been compiled, where the wait is not returned to a caller. */
function isUncompiledWait(compilation: Compilation, path: ListedPath): boolean {
  if (path.node.type !== 'CallExpression') return false;
  const word = wordCalled(compilation, path);
  if (word === undefined || INSTANT_VOCABULARY.has(word) || isReturned(path)) return false;
  const fn = functionAround(path);
  return fn !== null && whyUncompilable(fn.node) === undefined;
}

const tellOnlyWritten = (at: t.Node | t.Comment, written: string, wanted: string): Finding =>
  tell(at, warnings.markMisspelt, { written, near: [wanted], onlyPlugin: true });
