import { skipTransparent, memberCalled } from '../babel/ast.js';
import { propertyName } from '../babel/property-name.js';
import { errors } from '../messages/errors.js';
import { EXECUTOR_WORDS } from '../vocabulary.js';
import type { Finding, Validation } from './validation.js';

/** `this.wait()` of what is no Executor. */
export function findMissingExecutors({ compilation, facts, selves }: Validation): Finding[] {
  const { t: types } = compilation;
  return facts.callSites.flatMap(({ path, context }) => {
    const member = context.isCovered ? memberCalled(path.node) : undefined;
    const name =
      member && types.isThisExpression(skipTransparent(member.object)) ? propertyName(types, member) : undefined;
    if (name === undefined || !EXECUTOR_WORDS.has(name)) return [];
    const self = selves.of(context);
    return self.kind === 'none' ? [{ at: path.node, text: errors.noExecutor(name, self.name, self.root) }] : [];
  });
}
