/** Loops that only compute, and take a frame for each iteration. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../../analyse/facts/facts.js';
import { targetsWrittenBy, childrenOf, functionAround, isClass, isFunction, skipTransparent } from '../../babel/ast.js';
import type { ListedPath, Path } from '../../babel/path.js';
import { type Compilation, isFree } from '../../context/compilation.js';
import { type Finding, markWith, tell } from '../../context/diagnostic.js';
import { isPureCall } from '../../language/builtin-calls.js';
import { CONSTANT_NAMES } from '../../language/globals.js';
import { isLocalArray, kindAtAGlance } from '../../language/value-kinds.js';
import { warnings } from '../../messages/warnings.js';

/** Loops that only compute, and take a frame for each iteration: no loop is `@fast` by itself. */
export function findComputingLoops({ compilation, marks, plan }: Analysis): Finding[] {
  if (compilation.assumesWaits) return [];
  const found: Finding[] = [];
  for (const { node, pace, pause } of plan.loops.values()) {
    const isMeant = pace !== 'frame' || marks.kinds.get(node)?.has('wait') === true;
    if (isMeant || !isComputation(compilation, pause.path as ListedPath<t.Loop>)) continue;
    const mends = ['@fast', '@wait'].map((text) => markWith(node, text));
    found.push(tell(node, warnings.loopOnlyComputes, {}, mends));
  }
  return found;
}

/**
 * Does a loop only compute? It writes only locals and elements of local arrays, calls only builtins without effects,
 * reads nothing that other code can change while frames go by, and its test reads a local that it writes. Nobody can
 * see its iterations, so its author hardly means each of them to take a frame.
 */
function isComputation(compilation: Compilation, path: ListedPath<t.Loop>): boolean {
  const { t: types, paths } = compilation;
  const { node } = path;
  if (!('test' in node) || !node.test) return false;
  const changed = new Set<string>();
  let isPlain = true;
  paths.walk(path, (inner) => {
    isPlain &&= computes(compilation, inner, changed);
    return isPlain;
  });
  return isPlain && reads(types, node.test, changed);
}

/** Does a node of the loop by itself do nothing else? Notes which locals it writes. */
function computes(compilation: Compilation, path: Path, changed: Set<string>): boolean {
  const { t: types } = compilation;
  const { node } = path;
  switch (node.type) {
    case 'AssignmentExpression':
    case 'UpdateExpression':
    case 'ForInStatement':
    case 'ForOfStatement':
      return targetsWrittenBy(node).every((target) => isOwn(compilation, path, target, changed));
    case 'CallExpression':
      return isPureCall(compilation, path);
    case 'MemberExpression':
      return isOwnElement(compilation, path, node) || isOfBuiltin(compilation, path, node);
    case 'Identifier':
      return !isRead(types, path) || isUnwatched(compilation, path, node.name);
    case 'UnaryExpression':
      return node.operator !== 'delete';
    default:
      return !OTHER_EFFECTS.has(node.type) && !isFunction(node) && !isClass(node);
  }
}

const OTHER_EFFECTS: ReadonlySet<string> = new Set([
  'NewExpression',
  'OptionalCallExpression',
  'OptionalMemberExpression',
  'TaggedTemplateExpression',
  'YieldExpression',
  'AwaitExpression',
  'ImportExpression',
  'ThisExpression',
  'Super',
  'MetaProperty',
]);

/** A variable that is written, or an element of an array, that this function alone sees. */
function isOwn(compilation: Compilation, path: Path, target: t.Node, changed: Set<string>): boolean {
  if (target.type === 'MemberExpression') return isOwnElement(compilation, path, target);
  if (target.type !== 'Identifier' || !isOfFunction(path, target.name)) return false;
  changed.add(target.name);
  return true;
}

/** `list[i]`, `list.length` of a local array, or of a string. */
function isOwnElement(compilation: Compilation, path: Path, node: t.MemberExpression): boolean {
  const { t: types } = compilation;
  const object = skipTransparent(node.object);
  const isOwnObject = isLocalArray(compilation, path, object) || kindAtAGlance(compilation, path, object) === 'string';
  return isOwnObject && (node.computed || types.isIdentifier(node.property, { name: 'length' }) || isCallee(path));
}

/** `Math.max`, `Number.EPSILON` */
function isOfBuiltin(compilation: Compilation, path: Path, { object }: t.MemberExpression): boolean {
  return (
    (object.type === 'Identifier' && BUILTINS.has(object.name) && isFree(compilation, path, object.name)) ||
    (isCallee(path) && kindAtAGlance(compilation, path, skipTransparent(object)) === 'string')
  );
}

const BUILTINS: ReadonlySet<string> = new Set(['Math', 'Number', 'String', 'Array', 'Object', 'BigInt']);

const isCallee = (path: Path): boolean => path.key === 'callee';

/** Is the name an expression of its own, and no key, label or target of an assignment? */
const isRead = (types: Compilation['t'], path: Path): boolean =>
  types.isReferenced(path.node, path.parent, path.parentPath?.parent);

/** Can no other code change what the name means while the loop takes its frames? */
function isUnwatched(compilation: Compilation, path: Path, name: string): boolean {
  const binding = path.scope.getBinding(name);
  if (binding === undefined)
    return isFree(compilation, path, name) && (BUILTINS.has(name) || CONSTANT_NAMES.has(name) || isCallee(path));
  // What a file imports, the file that exports it may change.
  return (binding.constant && binding.kind !== 'module') || isOfFunction(path, name);
}

/** A variable of the function in which the loop stands, that no function inside it assigns. */
function isOfFunction(path: Path, name: string): boolean {
  const owner = functionAround(path);
  const binding = path.scope.getBinding(name);
  if (!binding || !owner || binding.scope.getFunctionParent() !== owner.scope) return false;
  return binding.constantViolations.every((at) => at.scope.getFunctionParent() === owner.scope);
}

/** Does a test read a variable that the loop changes? */
export function reads(types: Compilation['t'], test: t.Node, changed: ReadonlySet<string>): boolean {
  if (test.type === 'Identifier') return changed.has(test.name);
  if (test.type === 'MemberExpression' && !test.computed) return reads(types, test.object, changed);
  return childrenOf(types, test).some((child) => reads(types, child, changed));
}
