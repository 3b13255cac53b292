/** Calls of words that wait, in code that is not compiled. */
import { callOnThis } from '../../analyse/classes/executors.js';
import type { Analysis, CallSite } from '../../analyse/facts/facts.js';
import type { FunctionContext } from '../../analyse/facts/function-contexts.js';
import { nameOfWord, wordCalled } from '../../analyse/names/runtime-words.js';
import { isCall } from '../../babel/ast.js';
import type { ListedPath } from '../../babel/path.js';
import { EXECUTOR_WORDS, INSTANT_VOCABULARY, STARTS_IN_PLAIN_CODE } from '../../vocabulary.js';

export interface UncompiledWait {
  readonly path: ListedPath;
  readonly context: FunctionContext;
  /** `wait`, `this.wait` */
  readonly word: string;
}

/** The calls of words that wait, in functions that are not compiled. */
export function findUncompiledWaits(analysis: Analysis): UncompiledWait[] {
  return analysis.facts.callSites.flatMap(({ path, context }) => {
    const word = context.plan ? undefined : waitingWord(analysis, path);
    return word === undefined ? [] : [{ path, context, word }];
  });
}

/** `wait`, or `this.wait` where `this` is seen to be an Executor: a class of something else may have a `wait` of its own. */
function waitingWord(analysis: Analysis, path: CallSite['path']): string | undefined {
  const word = wordCalled(analysis.compilation, path);
  if (word !== undefined) {
    const isNone = INSTANT_VOCABULARY.has(word) || STARTS_IN_PLAIN_CODE.has(word) || !isCall(path.node);
    return isNone ? undefined : nameOfWord(path, word);
  }
  const { name = '', on, self, isShown } = callOnThis(analysis, path) ?? {};
  return EXECUTOR_WORDS.has(name) && self?.kind === 'executor' && !isShown ? `${on}.${name}` : undefined;
}
