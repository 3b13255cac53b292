/** Methods of an Executor, called on what is none. */
import type { Analysis } from '../../analyse/facts/facts.js';
import type { Finding } from '../../context/diagnostic.js';
import { warnings } from '../../messages/warnings.js';
import { EXECUTOR_WORDS } from '../../vocabulary.js';

/** `this.wait()` of what is no Executor. */
export function findMissingExecutors({ facts }: Analysis): Finding[] {
  const found: Finding[] = [];
  for (const { path, context } of facts.callSites) {
    const { name, isSuper, self } = facts.callsOnThis.get(path.node) ?? {};
    if (!context.isCovered || isSuper || name === undefined || !EXECUTOR_WORDS.has(name)) continue;
    if (self?.kind !== 'none') continue;
    const mends = self.mend ? [self.mend] : [];
    found.push({
      at: path.node,
      message: warnings.noExecutor({ word: name, name: self.name, base: self.root }),
      mends,
    });
  }
  return found;
}
