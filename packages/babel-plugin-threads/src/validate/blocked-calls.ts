import type { ObjectGroup } from '../analyse/facts/facts.js';
import { loopsAround } from '../analyse/loops/loops-with-waits.js';
import { outOfParentheses } from '../babel/ast.js';
import { functionAround, type Path } from '../babel/path.js';
import type { Types } from '../babel/types.js';
import { warnings } from '../messages/warnings.js';
import type { Finding, Validation } from './validation.js';

/**
 * Functions that an object only groups block each other, because the object is their owner. Where one of them never
 * ends, and is called as a statement, each later call on the object waits forever. Reported where the object, the loop
 * and both calls are in one file.
 *
 *   // @compile
 *   const scripts = { patrol() { while (true) step(); }, greet() { say("hello"); } };
 *   function begin() { scripts.patrol(); scripts.greet(); }
 *                                        ▲
 */
export function findBlockedCalls({ compilation, plan, facts }: Validation): Finding[] {
  const { t: types } = compilation;
  const found: Finding[] = [];
  const seen = new Set<ObjectGroup>();
  for (const loop of plan.loops.values()) {
    if (loop.pace !== 'frame' || !loop.isEndless || facts.loopsWithWaits.has(loop.node)) continue;
    const group = facts.groups.find(({ members }) => members.includes(loop.in));
    if (group === undefined || seen.has(group) || group.members.some(({ usesThis }) => usesThis)) continue;
    seen.add(group);
    const first = group.calls.find(({ fn, path }) => fn === loop.in && isStatement(types, path));
    if (first === undefined) continue;
    const isBlocked = (path: Path): boolean => isBehind(types, path, first.path) && path.node !== first.path.node;
    const blocked = loopsAround(types, first.path).length > 0 ? first : group.calls.find(({ path }) => isBlocked(path));
    if (blocked !== undefined)
      found.push({
        at: blocked.path.node,
        message: warnings.waitsForGood({ object: group.name, endless: first.name }),
      });
  }
  return found;
}

function isStatement(types: Types, path: Path): boolean {
  return types.isExpressionStatement(outOfParentheses(path).parent?.node);
}

/** The path is behind `first` in the same function. */
function isBehind(types: Types, path: Path, first: Path): boolean {
  return (
    path.node.start! > first.node.start! && functionAround(types, path)?.node === functionAround(types, first)?.node
  );
}
