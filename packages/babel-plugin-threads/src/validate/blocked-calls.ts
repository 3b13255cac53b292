import type { types as t } from '@babel/core';
import { propertyName } from '../babel/property-name.js';
import type { Compilation } from '../context/compilation.js';
import type { Selves } from './executor-words.js';
import type { Path } from '../babel/path.js';
import type { FunctionPlan, LoopPlan, Plan } from '../plan.js';
import { holds, outOfParentheses } from '../babel/ast.js';

/** A call on an object that only groups functions, behind a call of one that never ends. */
export interface BlockedCall {
  readonly at: t.Node;
  /** `scripts` */
  readonly object: string;
  /** `patrol` */
  readonly endless: string;
}

/**
 * Functions that an object only groups stand in each other's way, as the object is their owner. Where one of them never ends, and is called as a
 * statement, all that is called on the object behind it waits for good: told where the object, the loop and both calls stand in one file.
 *
 *   // @compile
 *   const scripts = { patrol() { while (true) step(); }, greet() { say("hello"); } };
 *   function begin() { scripts.patrol(); scripts.greet(); }
 *                                        ▲
 */
export function findBlockedCalls(
  compilation: Compilation,
  plan: Plan,
  { selves, isLettingIn }: { selves: Selves; isLettingIn: (loop: t.Node) => boolean },
): BlockedCall[] {
  const { t: types } = compilation;
  const found: BlockedCall[] = [];
  const seen = new Set<t.Node>();
  for (const loop of plan.loops.values()) {
    if (loop.pace !== 'frame' || !isEndless(loop) || isLettingIn(loop.node)) continue;
    const object = objectOf(loop.in.path);
    if (object === undefined || seen.has(object.node)) continue;
    const group = selves.group(object);
    const members = membersOf(object);
    if (group === undefined || members.some(({ usesThis }) => usesThis)) continue;
    seen.add(object.node);
    const calls = group.references.flatMap((reference) => callOf(reference, members));
    const first = calls.find(({ fn, path }) => fn === loop.in && isStatement(path));
    if (first === undefined) continue;
    const blocked = isInLoop(first.path)
      ? first
      : calls.find(({ path }) => isBehind(path, first.path) && path.node !== first.path.node);
    if (blocked !== undefined) found.push({ at: blocked.path.node, object: group.name, endless: first.name });
  }
  return found;

  /** `while (true)`, `for (;;)` that nothing leaves. An error leaves it, too: nobody can tell where one may come. */
  function isEndless({ node }: LoopPlan): boolean {
    if (!types.isWhileStatement(node) && !types.isDoWhileStatement(node) && !types.isForStatement(node)) return false;
    if (node.test && !types.isBooleanLiteral(node.test, { value: true })) return false;
    const leaves = (one: t.Node): boolean =>
      types.isBreakStatement(one) || types.isReturnStatement(one) || types.isThrowStatement(one);
    return !holds(types, node, leaves, (one) => types.isFunction(one) || types.isClass(one));
  }

  /** The object literal whose function this is. */
  function objectOf(path: Path): Path | undefined {
    const member = types.isObjectMethod(path.node) ? path : outOfParentheses(path).parent;
    const object = member?.parentPath;
    return types.isObjectExpression(object?.node) ? object : undefined;
  }

  function membersOf(object: Path): FunctionPlan[] {
    return [...plan.functions.values()].filter(({ path }) => objectOf(path)?.node === object.node);
  }

  /** The call `scripts.patrol(…)` of one that queues. */
  function callOf(
    { parent, parentPath }: Path,
    members: readonly FunctionPlan[],
  ): { fn: FunctionPlan; name: string; path: Path }[] {
    const path = parentPath?.parentPath;
    if (!path || !types.isCallExpression(path.node) || parentPath.key !== 'callee') return [];
    const name = propertyName(types, parent as t.MemberExpression);
    const fn = members.find((one) => !one.instant && one.id.endsWith(`.${name}`));
    return fn === undefined ? [] : [{ fn, name: name!, path }];
  }

  function isStatement(path: Path): boolean {
    return types.isExpressionStatement(outOfParentheses(path).parent?.node);
  }

  function isInLoop(path: Path): boolean {
    for (let at = path.parentPath; at && !types.isFunction(at.node); at = at.parentPath)
      if (types.isLoop(at.node)) return true;
    return false;
  }

  /** Does it come later in the same function? */
  function isBehind(path: Path, first: Path): boolean {
    return path.node.start! > first.node.start! && functionOf(path) === functionOf(first);
  }

  function functionOf(path: Path): t.Node | undefined {
    let at = path.parentPath;
    while (at && !types.isFunction(at.node)) at = at.parentPath;
    return at?.node;
  }
}
