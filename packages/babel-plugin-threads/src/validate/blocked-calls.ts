import type { types as t } from '@babel/core';
import type { ObjectGroup } from '../analyse/facts/facts.js';
import { waitCalled } from '../analyse/names/runtime-words.js';
import { outOfParentheses } from '../babel/ast.js';
import { functionAround, type Path } from '../babel/path.js';
import type { Types } from '../babel/types.js';
import { errors } from '../messages/errors.js';
import { loopsAround } from './interleaving.js';
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
export function findBlockedCalls(validation: Validation): Finding[] {
  const { compilation, plan, facts } = validation;
  const { t: types } = compilation;
  const found: Finding[] = [];
  const seen = new Set<ObjectGroup>();
  const lettingIn = loopsThatLetIn(validation);
  for (const loop of plan.loops.values()) {
    if (loop.pace !== 'frame' || !loop.isEndless || lettingIn.has(loop.node)) continue;
    const group = facts.groups.find(({ members }) => members.includes(loop.in));
    if (group === undefined || seen.has(group) || group.members.some(({ usesThis }) => usesThis)) continue;
    seen.add(group);
    const first = group.calls.find(({ fn, path }) => fn === loop.in && isStatement(types, path));
    if (first === undefined) continue;
    const isBlocked = (path: Path): boolean => isBehind(types, path, first.path) && path.node !== first.path.node;
    const blocked = loopsAround(types, first.path).length > 0 ? first : group.calls.find(({ path }) => isBlocked(path));
    if (blocked !== undefined) found.push({ at: blocked.path.node, text: errors.waitsForGood(group.name, first.name) });
  }
  return found;
}

/** Loops with a wait of their own: calls on the same owner can run during it. */
function loopsThatLetIn(validation: Validation): Set<t.Node> {
  const { t: types } = validation.compilation;
  const waits = [...validation.facts.calls.values()].filter(
    (path) => waitCalled(validation.compilation, path) !== undefined,
  );
  return new Set(waits.flatMap((path) => loopsAround(types, path)));
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
