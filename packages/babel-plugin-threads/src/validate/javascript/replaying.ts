/** What differs from run to run, so that a replay takes another course. */
import type { Analysis } from '../../analyse/facts/facts.js';
import { regionOf } from '../../analyse/facts/function-contexts.js';
import { functionAround, memberCalled, outOfParentheses } from '../../babel/ast.js';
import { dotted, propertyName } from '../../babel/function-names.js';
import type { Path } from '../../babel/path.js';
import { isFree } from '../../context/compilation.js';
import { type Finding, replaceBy, tell } from '../../context/diagnostic.js';
import { notReplayable } from '../../language/named-builtins.js';
import { warnings } from '../../messages/warnings.js';
import { isSchedulerName } from '../../vocabulary.js';

/** Marked code that asks for what differs from run to run: `Math.random()`, `new Date()`. */
export function findNotReplayable({ compilation, facts }: Analysis): Finding[] {
  const found: Finding[] = [];
  for (const path of facts.identifiers) {
    const asked = notReplayable(path);
    if (asked === undefined || !isFree(compilation, path, path.node.name)) continue;
    const context = facts.contexts.around(path);
    if (!context.isCompiled && regionOf(context) === undefined) continue;
    if (isRecorded(path)) continue;
    const { text, instead } = asked;
    // `clock.now` is no `Date`, and `random()` gives no bytes.
    const isSame = text === 'Math.random' || text.endsWith('.now');
    const call = isSame && path.parentPath?.parent.type === 'CallExpression' ? [path.parentPath.parent] : [];
    const mends = call.map((at) => replaceBy(at, instead));
    found.push(tell(path.parent, warnings.notReplayable, { what: text, instead }, mends));
  }
  return found;
}

/** It is in what `scheduler.input("date", () => new Date())` reads, which is in the log of a run. */
function isRecorded(path: Path): boolean {
  const reader = functionAround(path);
  const { at, parent } = reader ? outOfParentheses(reader) : { at: path, parent: null };
  const member = at.listKey === 'arguments' && parent ? memberCalled(parent.node) : undefined;
  return member !== undefined && propertyName(member) === 'input' && isSchedulerName(dotted(member.object) ?? '');
}
