/** Calls that wait forever for another call on the same object. */
import type { types as t } from '@babel/core';
import { type Holder, readClasses } from '../../analyse/classes/classes.js';
import { soleVariable } from '../../analyse/classes/executors.js';
import type { Analysis } from '../../analyse/facts/facts.js';
import { waitCalled } from '../../analyse/names/runtime-words.js';
import { functionAround, isFunction } from '../../babel/ast.js';
import { addTo } from '../../babel/lists.js';
import type { Path } from '../../babel/path.js';
import { propertyName } from '../../babel/function-names.js';
import type { Types } from '../../babel/types.js';
import { type Finding, tell } from '../../context/diagnostic.js';
import { warnings } from '../../messages/warnings.js';
import type { FunctionPlan, LoopPlan } from '../../plan.js';
import { isStatement } from './orders.js';

/** An object literal with compiled functions that only a variable of the file holds. */
interface ObjectGroup {
  /** The variable. */
  readonly name: string;
  readonly members: readonly FunctionPlan[];
  /** In source order. */
  readonly calls: readonly CallOfMember[];
}

interface CallOfMember {
  readonly fn: FunctionPlan;
  readonly name: string;
  readonly path: Path;
}

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
export function findBlockedCalls(analysis: Analysis): Finding[] {
  const { t: types } = analysis.compilation;
  const endless = endlessLoops(analysis);
  if (endless.length === 0) return [];
  const groups = readObjectGroups(analysis);
  const seen = new Set<ObjectGroup>();
  const found: Finding[] = [];
  for (const { in: fn } of endless) {
    const group = groups.find(({ members }) => members.includes(fn));
    if (group === undefined || seen.has(group) || group.members.some(({ usesThis }) => usesThis)) continue;
    seen.add(group);
    const first = group.calls.find((call) => call.fn === fn && isStatement(types, call.path));
    if (first === undefined) continue;
    const isBlocked = ({ path }: CallOfMember): boolean => isBehind(path, first.path);
    const blocked = loopsAround(types, first.path).length > 0 ? first : group.calls.find(isBlocked);
    const values = { object: group.name, endless: first.name };
    if (blocked !== undefined) found.push(tell(blocked.path.node, warnings.waitsForGood, values));
  }
  return found;
}

/** Endless loops that take frames and call no word that waits: other calls on the owner can run during such a wait. */
function endlessLoops({ compilation, plan }: Analysis): LoopPlan[] {
  const { t: types } = compilation;
  const endless = [...plan.loops.values()].filter(({ pace, isEndless }) => pace === 'frame' && isEndless);
  if (endless.length === 0) return [];
  const waits = [...plan.calls.values()].filter(({ path }) => waitCalled(compilation, path) !== undefined);
  const withWaits = new Set(waits.flatMap(({ path }) => loopsAround(types, path)));
  return endless.filter(({ node }) => !withWaits.has(node));
}

/** The loops around a node, in the same function; innermost first. */
function loopsAround(types: Types, path: Path): t.Node[] {
  const loops: t.Node[] = [];
  for (let at = path.parentPath; at && !isFunction(at.node); at = at.parentPath)
    if (types.isLoop(at.node)) loops.push(at.node);
  return loops;
}

function readObjectGroups(analysis: Analysis): ObjectGroup[] {
  const { plan } = analysis;
  const classes = readClasses(analysis);
  const membersOf = new Map<Holder, FunctionPlan[]>();
  for (const fn of plan.functions.values()) {
    const owner = classes.memberAt(fn.path)?.owner;
    if (owner?.path?.node.type === 'ObjectExpression') addTo(membersOf, owner, fn);
  }
  return [...membersOf].flatMap(([owner, members]) => {
    const variable = soleVariable(analysis, owner);
    if (variable === undefined) return [];
    const calls = variable.referencePaths.flatMap((reference) => callOf(reference, members));
    return [{ name: variable.identifier.name, members, calls }];
  });
}

/** The call `scripts.patrol(…)` of a member that queues. */
function callOf({ parent, parentPath }: Path, members: readonly FunctionPlan[]): CallOfMember[] {
  const path = parentPath?.parentPath;
  if (!path || path.node.type !== 'CallExpression' || parentPath.key !== 'callee') return [];
  const name = propertyName(parent as t.MemberExpression);
  const fn = members.find((one) => !one.instant && one.busy === undefined && one.id.endsWith(`.${name}`));
  return fn === undefined ? [] : [{ fn, name: name!, path }];
}

/** The path is behind `first` in the same function. */
function isBehind(path: Path, first: Path): boolean {
  return path.node.start! > first.node.start! && functionAround(path)?.node === functionAround(first)?.node;
}
