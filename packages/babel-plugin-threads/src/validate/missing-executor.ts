import { errors } from '../messages/errors.js';
import { EXECUTOR_WORDS } from '../vocabulary.js';
import type { Finding, Validation } from './validation.js';

/** `this.wait()` of what is no Executor. */
export function findMissingExecutors({ facts }: Validation): Finding[] {
  return facts.callSites.flatMap(({ path, context }) => {
    const { name, isSuper, self } = facts.callsOnThis.get(path.node) ?? {};
    if (!context.isCovered || isSuper || name === undefined || !EXECUTOR_WORDS.has(name)) return [];
    if (self?.kind !== 'none') return [];
    const mends = self.mend ? [self.mend] : [];
    return [{ at: path.node, text: errors.noExecutor(name, self.name, self.root), mends }];
  });
}
