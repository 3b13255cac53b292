/** Methods of an Executor, called on what is none. */
import { callOnThis, type Self } from '../../analyse/classes/executors.js';
import type { Analysis } from '../../analyse/facts/facts.js';
import type { ListedPath } from '../../babel/path.js';
import { type Finding, replaceBy, tell } from '../../context/diagnostic.js';
import { warnings } from '../../messages/warnings.js';
import { EXECUTOR_WORDS, VOCABULARY } from '../../vocabulary.js';
import { freeForm } from './missing-own-forms.js';

/** `this.wait()` of what is no Executor. */
export function findMissingExecutors(analysis: Analysis): Finding[] {
  const found: Finding[] = [];
  for (const { path, context } of analysis.facts.callSites) {
    const call = context.isCovered ? callOnThis(analysis, path) : undefined;
    if (call?.self.kind !== 'none' || call.isShown || !EXECUTOR_WORDS.has(call.name ?? '')) continue;
    found.push(tellMissing(analysis, path, call.name!, call.self));
  }
  return found;
}

function tellMissing({ compilation }: Analysis, { node }: ListedPath, word: string, self: Self): Finding {
  const { name, root: base, isStatic, mend } = self;
  const isFree = isStatic && VOCABULARY.has(word);
  const free = isFree ? replaceBy(node, freeForm(compilation, node)) : undefined;
  const mends = [mend, free].filter((one) => one !== undefined);
  return tell(node, warnings.noExecutor, { word, name, base, isStatic }, mends);
}
