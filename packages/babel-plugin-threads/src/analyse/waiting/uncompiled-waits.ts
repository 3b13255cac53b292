import { isCall } from '../../babel/ast.js';
import { EXECUTOR_WORDS, INSTANT_VOCABULARY, STARTS_IN_PLAIN_CODE } from '../../vocabulary.js';
import type { Analysis, CallSite } from '../facts/facts.js';
import { nameOfWord, wordCalled } from '../names/runtime-words.js';

/**
 * Notes the calls of words that wait in functions that are not compiled. Needs the call sites and the calls on `this`;
 * gives `uncompiledWaits`.
 */
export function noteUncompiledWaits(analysis: Analysis): void {
  for (const { path, context } of analysis.facts.callSites) {
    const word = context.plan ? undefined : waitingWord(analysis, path);
    if (word !== undefined) analysis.facts.uncompiledWaits.push({ path, context, word });
  }
}

/** `wait`, or `this.wait` where `this` is seen to be an Executor: a class of something else may have a `wait` of its own. */
function waitingWord({ compilation, facts }: Analysis, path: CallSite['path']): string | undefined {
  const word = wordCalled(compilation, path);
  if (word !== undefined) {
    const isNone = INSTANT_VOCABULARY.has(word) || STARTS_IN_PLAIN_CODE.has(word) || !isCall(path.node);
    return isNone ? undefined : nameOfWord(path, word);
  }
  const { name, isSuper, self, isShown } = facts.callsOnThis.get(path.node) ?? {};
  if (name === undefined || isSuper || !EXECUTOR_WORDS.has(name)) return undefined;
  return self?.kind === 'executor' && !isShown ? `this.${name}` : undefined;
}
