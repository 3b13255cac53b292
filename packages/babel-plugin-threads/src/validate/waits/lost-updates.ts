/** Assignments that lose what others write while they wait: `x += f()`. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../../analyse/facts/facts.js';
import { calledName, waitCalled } from '../../analyse/names/runtime-words.js';
import {
  childrenOf,
  holds,
  isCall,
  isLogicalAssignment,
  memberCalled,
  outOfParentheses,
  skipTransparent,
  assignmentTargetsOf,
} from '../../babel/ast.js';
import { functionAround, type ListedPath, type Path } from '../../babel/path.js';
import { propertyName } from '../../babel/property-name.js';
import type { Compilation } from '../../context/compilation.js';
import { type Finding, tell } from '../../context/diagnostic.js';
import { textOf } from '../../context/text-of.js';
import { NATIVES } from '../../language/builtins.js';
import { isLocalArray } from '../../language/value-kinds.js';
import { type ReadBeforeWait, warnings } from '../../messages/warnings.js';
import { makeKnownWaits } from './known-waits.js';

/** A call that waits, with the runtime's word that it is of. */
interface WaitingCall {
  readonly compilation: Compilation;
  readonly call: ListedPath;
  readonly word: string | undefined;
}

interface LostUpdate {
  readonly assignment: t.AssignmentExpression;
  /** What the old value is read for before the call begins. */
  readonly how: ReadBeforeWait;
}

/** Reports the first call in the value that is known to wait: most calls of functions of other files never do. */
export function findLostUpdates(analysis: Analysis): Finding[] {
  const { compilation, facts } = analysis;
  const known = makeKnownWaits(analysis);
  const found = new Map<t.Node, Finding>();
  for (const [call, path] of facts.calls) {
    if (call.treatment !== 'wait') continue;
    const updates = updatesLostBy({ compilation, call: path, word: waitCalled(compilation, path) });
    if (updates.length === 0 || !known.ofCall(call, path)) continue;
    for (const { assignment, how } of updates) {
      if (found.has(assignment)) continue;
      const values = { what: textOf(compilation, assignment.left), call: calledName(compilation, path) ?? 'the call' };
      found.set(assignment, tell(assignment, warnings.readBeforeWait, { ...values, how }));
    }
  }
  return [...found.values()];
}

/** `x += f()` and `x = x + f()`, also with the call deeper in the value: the old `x` has been read when `f` begins. */
function updatesLostBy(waiting: WaitingCall): LostUpdate[] {
  const { compilation, call } = waiting;
  const { t: types } = compilation;
  const found: LostUpdate[] = [];
  for (
    let at = call;
    at.parentPath && !types.isFunction(at.parent) && !types.isStatement(at.parent);
    at = at.parentPath
  ) {
    const { node } = at.parentPath;
    if (!types.isAssignmentExpression(node) || at.key !== 'right') continue;
    const how = howRead(waiting, at.parentPath as Path<t.AssignmentExpression>);
    if (how !== undefined && canChangeMeanwhile(waiting, at.parentPath, skipTransparent(node.left)))
      found.push({ assignment: node, how });
  }
  return found;
}

/** What the old value of the assignment target is read for before the call begins, if it is. */
function howRead(waiting: WaitingCall, { node }: Path<t.AssignmentExpression>): ReadBeforeWait | undefined {
  if (isLogicalAssignment(node)) return 'test';
  return node.operator === '=' ? howReadInValue(waiting, node) : 'sum';
}

/** `x + f()`, `x || f()`: it is in a part that is evaluated before the one that holds the call. */
function howReadInValue(waiting: WaitingCall, { left, right }: t.AssignmentExpression): ReadBeforeWait | undefined {
  const { call } = waiting;
  const { t: types } = waiting.compilation;
  const assigned = skipTransparent(left);
  if (!(types.isIdentifier(assigned) || types.isMemberExpression(assigned)) || isIn(waiting, assigned, isCall))
    return undefined;
  const isSame = (node: t.Node): boolean => types.isNodesEquivalent(skipTransparent(node), assigned);
  for (let at = call; at.node !== right; at = at.parentPath!) {
    const parent = at.parent;
    const isTest = types.isConditionalExpression(parent) || types.isLogicalExpression(parent);
    const parts = childrenOf(types, parent);
    const before = types.isConditionalExpression(parent) ? 1 : parts.length;
    const done = parts.slice(0, Math.min(before, parts.indexOf(at.node)));
    const isRead = done.some((part) => isIn(waiting, part, isSame) && !isWritten(waiting, part, parent));
    if (isRead) return isTest ? 'test' : 'sum';
  }
  return undefined;
}

/** `x = x = f()`: the inner one is not read. */
function isWritten(waiting: WaitingCall, part: t.Node, parent: t.Node): boolean {
  const { t: types } = waiting.compilation;
  return types.isAssignmentExpression(parent, { operator: '=' }) && parent.left === part;
}

/** Functions in it are not looked into. */
function isIn(waiting: WaitingCall, root: t.Node, predicate: (node: t.Node) => boolean): boolean {
  const { t: types } = waiting.compilation;
  return holds(types, root, predicate, (node) => types.isFunction(node));
}

/**
 * What nobody but this call of the function can write is safe: a variable of its own, an array that it made. A word
 * of the runtime writes nothing itself, so `this.hp -= waitSignal('hit')` is lost only where the file shows another
 * function that writes `hp`.
 */
function canChangeMeanwhile(waiting: WaitingCall, assignment: Path, assigned: t.Node): boolean {
  const { word, compilation } = waiting;
  const { t: types } = compilation;
  if (types.isIdentifier(assigned)) return isShared(waiting, assignment, assigned.name);
  if (!types.isMemberExpression(assigned)) return true;
  if (isLocalArray(compilation, assignment, skipTransparent(assigned.object))) return false;
  if (word === undefined || !types.isThisExpression(skipTransparent(assigned.object))) return true;
  const name = memberName(waiting, assigned);
  return name === undefined || isWrittenElsewhere(waiting, name, assignment);
}

/**
 * A variable that outlives this call of the function, or that another function writes; nobody writes a constant. A name
 * that nothing declares is mostly a variable whose declaration was forgotten.
 */
function isShared(waiting: WaitingCall, path: Path, name: string): boolean {
  const binding = path.scope.getBinding(name);
  const own = ownerOf(waiting, path);
  if (!binding) return isFreeNameWrittenElsewhere(waiting, path, name);
  if ((binding.kind as string) === 'const') return false;
  if (!own || ownerOf(waiting, binding.path) !== own) return true;
  return binding.constantViolations.some((change) => ownerOf(waiting, change) !== own);
}

function isFreeNameWrittenElsewhere(waiting: WaitingCall, path: Path, name: string): boolean {
  const { t: types, paths } = waiting.compilation;
  const own = ownerOf(waiting, path);
  return paths
    .ofType('AssignmentExpression', 'UpdateExpression')
    .some(
      (at) =>
        writtenBy(waiting, at.node).some((one) => types.isIdentifier(one, { name })) &&
        !at.scope.hasBinding(name, true) &&
        ownerOf(waiting, at) !== own,
    );
}

/** The function around; that of `list.forEach((x) => …)` runs as a part of the one around it. */
function ownerOf(waiting: WaitingCall, path: Path): t.Node | undefined {
  const { t: types } = waiting.compilation;
  let at = functionAround(types, path);
  while (at && types.isArrowFunctionExpression(at.node)) {
    const { at: argument, parent } = outOfParentheses(at);
    if (argument.listKey !== 'arguments' || !parent || !isOfNative(waiting, parent)) break;
    at = functionAround(types, parent);
  }
  return at?.node;
}

function isOfNative(waiting: WaitingCall, { node }: Path): boolean {
  const { t: types } = waiting.compilation;
  const callee = memberCalled(node);
  return callee !== undefined && NATIVES.has(propertyName(types, callee) ?? '');
}

function memberName(waiting: WaitingCall, member: t.MemberExpression): string | undefined {
  const { t: types } = waiting.compilation;
  return types.isPrivateName(member.property) ? `#${member.property.id.name}` : propertyName(types, member);
}

/** Another function than the one around `assignment` writes a property of that name; constructors run before all others. */
function isWrittenElsewhere(waiting: WaitingCall, name: string, assignment: Path): boolean {
  const { compilation } = waiting;
  const { t: types } = compilation;
  const own = ownerOf(waiting, assignment);
  const writes = (node: t.Node): boolean =>
    writtenBy(waiting, node).some(
      (assigned) => types.isMemberExpression(assigned) && memberName(waiting, assigned) === name,
    );
  const isBoundary = (node: t.Node): boolean => node === own || types.isClassMethod(node, { kind: 'constructor' });
  return holds(types, compilation.program.node, writes, isBoundary);
}

function writtenBy(waiting: WaitingCall, node: t.Node): t.Node[] {
  const { t: types } = waiting.compilation;
  if (types.isAssignmentExpression(node) || types.isForXStatement(node)) return assignmentTargetsOf(node.left);
  if (types.isUpdateExpression(node) || types.isUnaryExpression(node, { operator: 'delete' }))
    return [skipTransparent(node.argument)];
  return [];
}
