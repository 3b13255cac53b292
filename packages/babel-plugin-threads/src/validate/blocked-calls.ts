import type { types as t } from '@babel/core';
import { propertyName } from '../babel/property-name.js';
import { waitCalled } from '../analyse/runtime-words.js';
import { errors } from '../messages/errors.js';
import { loopsAround } from './interleaving.js';
import type { Finding, Validation } from './validation.js';
import { functionAround, type Path } from '../babel/path.js';
import type { FunctionPlan, LoopPlan } from '../plan.js';
import { holds, outOfParentheses } from '../babel/ast.js';

/**
 * Functions that an object only groups block each other, because the object is their owner. Where one of them never ends, and is called as a
 * statement, each later call on the object waits forever. Reported where the object, the loop and both calls are in one file.
 *
 *   // @compile
 *   const scripts = { patrol() { while (true) step(); }, greet() { say("hello"); } };
 *   function begin() { scripts.patrol(); scripts.greet(); }
 *                                        ▲
 */
export function findBlockedCalls(validation: Validation): Finding[] {
  const { compilation, plan, selves } = validation;
  const found: Finding[] = [];
  const seen = new Set<t.Node>();
  const lettingIn = loopsThatLetIn(validation);
  for (const loop of plan.loops.values()) {
    if (loop.pace !== 'frame' || !isEndless(validation, loop) || lettingIn.has(loop.node)) continue;
    const object = objectOf(validation, loop.in.path);
    if (object === undefined || seen.has(object.node)) continue;
    const group = selves.group(object);
    const members = membersOf(validation, object);
    if (group === undefined || members.some(({ usesThis }) => usesThis)) continue;
    seen.add(object.node);
    const calls = group.references.flatMap((reference) => callOf(validation, reference, members));
    const first = calls.find(({ fn, path }) => fn === loop.in && isStatement(validation, path));
    if (first === undefined) continue;
    const isBlocked = (path: Path): boolean => isBehind(validation, path, first.path) && path.node !== first.path.node;
    const blocked =
      loopsAround(compilation.t, first.path).length > 0 ? first : calls.find(({ path }) => isBlocked(path));
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

/** `while (true)`, `for (;;)` without a `break`, `return` or `throw`. An error of a call would end it too, but that is not known here. */
function isEndless(validation: Validation, { node }: LoopPlan): boolean {
  const { t: types } = validation.compilation;
  if (!types.isWhileStatement(node) && !types.isDoWhileStatement(node) && !types.isForStatement(node)) return false;
  if (node.test && !types.isBooleanLiteral(node.test, { value: true })) return false;
  const leaves = (one: t.Node): boolean =>
    types.isBreakStatement(one) || types.isReturnStatement(one) || types.isThrowStatement(one);
  return !holds(types, node, leaves, (one) => types.isFunction(one) || types.isClass(one));
}

/** The object literal whose function this is. */
function objectOf(validation: Validation, path: Path): Path | undefined {
  const { t: types } = validation.compilation;
  const member = types.isObjectMethod(path.node) ? path : outOfParentheses(path).parent;
  const object = member?.parentPath;
  return types.isObjectExpression(object?.node) ? object : undefined;
}

function membersOf(validation: Validation, object: Path): FunctionPlan[] {
  return [...validation.plan.functions.values()].filter(({ path }) => objectOf(validation, path)?.node === object.node);
}

/** The call `scripts.patrol(…)` of one that queues. */
function callOf(
  validation: Validation,
  { parent, parentPath }: Path,
  members: readonly FunctionPlan[],
): { fn: FunctionPlan; name: string; path: Path }[] {
  const { t: types } = validation.compilation;
  const path = parentPath?.parentPath;
  if (!path || !types.isCallExpression(path.node) || parentPath.key !== 'callee') return [];
  const name = propertyName(types, parent as t.MemberExpression);
  const fn = members.find((one) => !one.instant && one.id.endsWith(`.${name}`));
  return fn === undefined ? [] : [{ fn, name: name!, path }];
}

function isStatement(validation: Validation, path: Path): boolean {
  const { t: types } = validation.compilation;
  return types.isExpressionStatement(outOfParentheses(path).parent?.node);
}

/** The path is behind `first` in the same function. */
function isBehind(validation: Validation, path: Path, first: Path): boolean {
  const { t: types } = validation.compilation;
  return (
    path.node.start! > first.node.start! && functionAround(types, path)?.node === functionAround(types, first)?.node
  );
}
