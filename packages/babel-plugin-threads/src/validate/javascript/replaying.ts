/** What differs from run to run, so that a replay takes another course. */
import type { Analysis } from '../../analyse/facts/facts.js';
import { regionOf } from '../../analyse/facts/function-contexts.js';
import { memberCalled, outOfParentheses } from '../../babel/ast.js';
import { dotted } from '../../babel/function-names.js';
import { functionAround, type Path } from '../../babel/path.js';
import { propertyName } from '../../babel/property-name.js';
import type { Types } from '../../babel/types.js';
import { isFree } from '../../context/compilation.js';
import { type Finding, replaceBy, tell } from '../../context/diagnostic.js';
import { notReplayable } from '../../language/named-builtins.js';
import { warnings } from '../../messages/warnings.js';
import { isSchedulerName } from '../../vocabulary.js';

/** Marked code that asks for what differs from run to run: `Math.random()`, `new Date()`. */
export function findNotReplayable({ compilation, facts }: Analysis): Finding[] {
  const { t: types } = compilation;
  const found: Finding[] = [];
  for (const path of facts.identifiers) {
    const asked = notReplayable(types, path);
    if (asked === undefined || !isFree(compilation, path, path.node.name)) continue;
    const context = facts.contexts.around(path);
    if (!context.isCompiled && regionOf(compilation, context) === undefined) continue;
    if (isRecorded(types, path)) continue;
    const { text, instead } = asked;
    // `clock.now` is no `Date`, and `random()` gives no bytes.
    const isSame = text === 'Math.random' || text.endsWith('.now');
    const call = isSame && types.isCallExpression(path.parentPath?.parent) ? [path.parentPath.parent] : [];
    const mends = call.map((at) => replaceBy(at, instead));
    found.push(tell(path.parent, warnings.notReplayable, { what: text, instead }, mends));
  }
  return found;
}

/** It is in what `scheduler.input("date", () => new Date())` reads, which is in the log of a run. */
function isRecorded(types: Types, path: Path): boolean {
  const reader = functionAround(types, path);
  const { at, parent } = reader ? outOfParentheses(reader) : { at: path, parent: null };
  const member = at.listKey === 'arguments' && parent ? memberCalled(parent.node) : undefined;
  return (
    member !== undefined &&
    propertyName(types, member) === 'input' &&
    isSchedulerName(dotted(types, member.object) ?? '')
  );
}
