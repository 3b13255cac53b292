/** Puts the words of comments on what they stand for, or says why they stand for nothing. */
import type { types as t } from '@babel/core';
import type { ListedPath } from '../babel/path.js';
import { refuseAt } from '../context/diagnostic.js';
import { errors } from '../messages/errors.js';
import { carriersOf, targetOf } from './carriers.js';
import { hasCompiledDirective } from './directives.js';
import { isModifier, MODIFIERS, says, type Word, wordsOf } from './mark-words.js';
import { isInOutput, put, type Reading, refuseUncompilable } from './reading.js';

const OF_FUNCTIONS: ReadonlySet<Word> = new Set<Word>(['compile', 'instant', 'fast']);

export function attach(
  reading: Reading,
  comment: t.Comment,
  { word, target }: { word: Word; target: ListedPath | undefined },
): void {
  const carriers = target && carriersOf(reading, target.node, word);
  if (carriers === undefined) return refuseOnNothing(reading, comment, { word, target });
  for (const node of carriers) {
    if (word !== 'compile' && word !== 'compiled' && isInOutput(reading, node)) continue;
    if (OF_FUNCTIONS.has(word)) refuseUncompilable(reading, node);
    put(reading, node, word);
    if (MODIFIERS.has(word)) reading.modifying.push({ comment, word, node });
  }
}

function refuseOnNothing(
  reading: Reading,
  comment: t.Comment,
  { word, target }: { word: Word; target: ListedPath | undefined },
): void {
  const { compilation, targets } = reading;
  if (word === 'compiled' || isInOutput(reading, comment)) return;
  if (targets.isTrailing(comment)) return refuseAt(compilation, comment, errors.markOnNothing(word, 'atLineEnd'));
  if (target && compilation.t.isClassBody(target.parent) && 'value' in target.node) {
    const { start, end } = (target.node as t.ClassProperty).key;
    return refuseAt(compilation, target.node, errors.fieldWithoutFunction(compilation.code.slice(start!, end!)));
  }
  refuseAt(compilation, comment, errors.markOnNothing(word, 'above'));
}

/** Where nothing is to be compiled, a word that only says how does nothing. What was compiled before keeps such words. */
export function refuseModifiers(reading: Reading): void {
  const { compilation, comments, words } = reading;
  const isOutput =
    compilation.code.includes('$thread') ||
    comments.some((one) => says(one, 'compiled')) ||
    words.size > 0 ||
    hasCompiledDirective(compilation.program.node);
  if (isOutput) return;
  for (const comment of comments.filter(isModifier))
    for (const word of wordsOf(comment)) {
      const target = MODIFIERS.has(word) ? targetOf(reading, comment, word) : undefined;
      if (target && carriersOf(reading, target.node, word)) refuseAt(compilation, comment, errors.markUncovered(word));
    }
}
