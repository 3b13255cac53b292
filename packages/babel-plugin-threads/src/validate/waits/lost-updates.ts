/** Assignments that lose what others write while they wait: `x += f()`. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../../analyse/facts/facts.js';
import { calledName, waitCalled } from '../../analyse/names/runtime-words.js';
import {
  childrenOf,
  functionAround,
  holds,
  isCall,
  isFunction,
  isLogicalAssignment,
  outOfParentheses,
  skipTransparent,
  targetsWrittenBy,
} from '../../babel/ast.js';
import { isSameCode } from '../../babel/hash-of-code.js';
import type { ListedPath, Path } from '../../babel/path.js';
import { methodCalled, propertyName } from '../../babel/function-names.js';
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
  const { compilation, plan } = analysis;
  const known = makeKnownWaits(analysis);
  const found = new Map<t.Node, Finding>();
  for (const call of plan.calls.values()) {
    const { path } = call;
    if (call.treatment !== 'wait') continue;
    const updates = updatesLostBy({ compilation, call: path, word: waitCalled(compilation, path) });
    if (updates.length === 0 || !known.ofCall(call)) continue;
    for (const { assignment, how } of updates) {
      if (found.has(assignment)) continue;
      const values = { what: textOf(compilation, assignment.left), call: calledName(path) ?? 'the call' };
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
  for (let at = call; at.parentPath && !isFunction(at.parent) && !types.isStatement(at.parent); at = at.parentPath) {
    const { node } = at.parentPath;
    if (node.type !== 'AssignmentExpression' || at.key !== 'right') continue;
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

/** `x + f()`, `x || f()`: a part that is evaluated before the one with the call reads it. */
function howReadInValue(
  { compilation: { t: types }, call }: WaitingCall,
  { left, right }: t.AssignmentExpression,
): ReadBeforeWait | undefined {
  const target = skipTransparent(left);
  const isRead = (node: t.Node): boolean => isSameCode(types, skipTransparent(node), target);
  if (!(target.type === 'Identifier' || target.type === 'MemberExpression') || holds(types, target, isCall, isFunction))
    return undefined;
  for (let at = call; at.node !== right; at = at.parentPath!) {
    const { parent } = at;
    const isConditional = parent.type === 'ConditionalExpression';
    const parts = childrenOf(types, parent);
    const before = parts.slice(0, Math.min(isConditional ? 1 : parts.length, parts.indexOf(at.node)));
    // `x = x = f()`: the inner one is not read.
    const isTarget = (part: t.Node): boolean =>
      types.isAssignmentExpression(parent, { operator: '=' }) && parent.left === part;
    if (before.some((part) => holds(types, part, isRead, isFunction) && !isTarget(part)))
      return isConditional || parent.type === 'LogicalExpression' ? 'test' : 'sum';
  }
  return undefined;
}

/**
 * What nobody but this call of the function can write is safe: a variable of its own, an array that it made. A word
 * of the runtime writes nothing itself, so `this.hp -= waitSignal('hit')` is lost only where the file shows another
 * function that writes `hp`.
 */
function canChangeMeanwhile({ word, compilation }: WaitingCall, assignment: Path, target: t.Node): boolean {
  if (target.type === 'Identifier') return isShared(compilation, assignment, target.name);
  if (target.type !== 'MemberExpression') return true;
  if (isLocalArray(compilation, assignment, skipTransparent(target.object))) return false;
  if (word === undefined || skipTransparent(target.object).type !== 'ThisExpression') return true;
  const name = propertyName(target);
  return name === undefined || isPropertyWrittenElsewhere(compilation, name, assignment);
}

/**
 * A variable that outlives this call of the function, or that another function writes; nobody writes a constant. A name
 * that nothing declares is mostly a variable whose declaration was forgotten.
 */
function isShared(compilation: Compilation, path: Path, name: string): boolean {
  const binding = path.scope.getBinding(name);
  const own = ownerOf(path);
  if (!binding) return isFreeNameWrittenElsewhere(compilation, path, name);
  if ((binding.kind as string) === 'const') return false;
  if (!own || ownerOf(binding.path) !== own) return true;
  return binding.constantViolations.some((change) => ownerOf(change) !== own);
}

function isFreeNameWrittenElsewhere({ t: types, paths }: Compilation, path: Path, name: string): boolean {
  const own = ownerOf(path);
  return paths
    .ofType('AssignmentExpression', 'UpdateExpression')
    .some(
      (at) =>
        targetsOf(at.node).some((one) => types.isIdentifier(one, { name })) &&
        !at.scope.hasBinding(name, true) &&
        ownerOf(at) !== own,
    );
}

/** Another function than the one around `assignment` writes a property of that name; constructors run before all others. */
function isPropertyWrittenElsewhere({ t: types, program }: Compilation, name: string, assignment: Path): boolean {
  const own = ownerOf(assignment);
  const isOfName = (target: t.Node): boolean => target.type === 'MemberExpression' && propertyName(target) === name;
  const writes = (node: t.Node): boolean => targetsOf(node).some(isOfName);
  const isBoundary = (node: t.Node): boolean => node === own || types.isClassMethod(node, { kind: 'constructor' });
  return holds(types, program.node, writes, isBoundary);
}

/** The function around; that of `list.forEach((x) => …)` runs as a part of the one around it. */
function ownerOf(path: Path): t.Node | undefined {
  let at = functionAround(path);
  while (at && at.node.type === 'ArrowFunctionExpression') {
    const { at: argument, parent } = outOfParentheses(at);
    const isOfNative = parent !== null && NATIVES.has(methodCalled(parent.node)?.name ?? '');
    if (argument.listKey !== 'arguments' || !isOfNative) break;
    at = functionAround(parent);
  }
  return at?.node;
}

/** What a node writes by itself. */
const targetsOf = (node: t.Node): t.Node[] =>
  node.type === 'UnaryExpression' && node.operator === 'delete'
    ? [skipTransparent(node.argument)]
    : targetsWrittenBy(node);
