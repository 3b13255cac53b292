/** Texts of a direct `eval` that name what they cannot see in a generator. */
import { isFunction } from '../../babel/ast.js';
import type { types as t } from '@babel/core';
import type { Analysis, LexicalUse } from '../../analyse/facts/facts.js';
import { lexicalOwner, type FunctionContext } from '../../analyse/facts/function-contexts.js';
import { isCrossing } from '../../analyse/functions/crosses-suspendable.js';
import type { ListedPath } from '../../babel/path.js';
import type { Types } from '../../babel/types.js';
import { isFree } from '../../context/compilation.js';
import { type Finding, tell } from '../../context/diagnostic.js';
import { textOfEval } from '../../language/direct-eval.js';
import { warnings } from '../../messages/warnings.js';

type Word = LexicalUse['what'];

/** How a text may name what belongs to the function around. */
const NAMING: Record<Word, RegExp> = {
  arguments: /\barguments\b/,
  'new.target': /\bnew\s*\.\s*target\b/,
  super: /\bsuper\b/,
};

export function findUnseenByEval(analysis: Analysis): Finding[] {
  return analysis.facts.evals.flatMap((path) => {
    const words = wordsUnseenBy(analysis, path);
    return words.length > 0 ? [tell(path.node, warnings.unseenByEval, { words })] : [];
  });
}

/** Compiled code is given such words under other names. A text cannot be rewritten. */
function wordsUnseenBy({ compilation, plan, facts }: Analysis, call: ListedPath): Word[] {
  const { t: types } = compilation;
  if (!isFree(compilation, call, 'eval')) return [];
  const owner = lexicalOwner(facts.contexts.around(call));
  const isInArrow = isCrossing(plan, call, owner.path.node);
  const text = textOfEval(types, call.node as t.CallExpression);
  const names = (word: Word): boolean => text !== undefined && NAMING[word].test(text);
  // A file may have `arguments`; a text that is not known is not suspected to name them.
  if (owner.kind === 'program') return isInArrow && names('arguments') ? ['arguments'] : [];
  return wordsHiddenIn(types, owner, isInArrow).filter((word) => text === undefined || names(word));
}

/** `new.target` in a generator, and in an arrow of one also `arguments` and `super`: those of the function around. */
function wordsHiddenIn(types: Types, { kind, path, plan }: FunctionContext, isInArrow: boolean): Word[] {
  const { node } = path;
  const isMethod = types.isMethod(node);
  const isConstructor = types.isClassMethod(node, { kind: 'constructor' });
  const hidden: Word[] = [];
  if (isInArrow && kind === 'function') hidden.push('arguments');
  if (isFunction(node) && (!isMethod || isConstructor) && (isInArrow || plan?.wrapper === 'suspendable'))
    hidden.push('new.target');
  if (isInArrow && (isMethod || kind === 'field' || kind === 'static')) hidden.push('super');
  return hidden;
}
