import { regionOf } from '../analyse/facts/function-contexts.js';
import { isFree } from '../context/compilation.js';
import { notReplayable, ROOTS_NOT_REPLAYABLE } from '../language/not-replayable.js';
import type { MendAt } from '../context/diagnostic.js';
import { errors } from '../messages/errors.js';
import type { Finding, Validation } from './validation.js';

/** Marked code that asks for what differs from run to run: `Math.random()`, `new Date()`. */
export function findNotReplayable({ compilation, facts }: Validation): Finding[] {
  const { t: types } = compilation;
  const asking = facts.identifiers.filter(({ node }) => ROOTS_NOT_REPLAYABLE.has(node.name));
  return asking.flatMap((path) => {
    const { name } = path.node;
    if (path.node.type !== 'Identifier') return [];
    if (!isFree(compilation, path, name)) return [];
    const context = facts.contexts.around(path);
    if (!context.isCompiled && regionOf(compilation, context) === undefined) return [];
    const asked = notReplayable(types, path);
    if (asked === undefined) return [];
    const { text, instead } = asked;
    // `clock.now` is no `Date`, and `random()` gives no bytes.
    const isSame = text === 'Math.random' || text.endsWith('.now');
    const call = isSame && types.isCallExpression(path.parentPath?.parent) ? [path.parentPath.parent] : [];
    const mends = call.map((at): MendAt => ({ kind: 'replace', text: instead, at }));
    return [{ at: path.parent, text: errors.notReplayable(text, instead), mends }];
  });
}
