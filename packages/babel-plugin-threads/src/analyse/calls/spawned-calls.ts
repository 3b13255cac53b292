import type { types as t } from '@babel/core';
import type { Compilation } from '../../context/compilation.js';
import { functionAround, type Path } from '../../babel/path.js';
import { CONSTANT_NAMES } from '../../language/globals.js';
import { SCHEDULER_DEFERS } from '../../vocabulary.js';
import {
  skipTransparent,
  calleeOf,
  isCall,
  isMember,
  memberCalled,
  outOfBranches,
  partsOfImport,
} from '../../babel/ast.js';
import type { Types } from '../../babel/types.js';
import { isNamespace } from '../names/runtime-words.js';

/** A call that is given to `spawn`. */
interface SpawnedCall {
  readonly compilation: Compilation;
  readonly path: Path;
}

/**
 * A call that is given to `spawn` is made when the thread begins, but its receiver and its arguments are evaluated at
 * once: what changes meanwhile does not change them. Those parts that come out the same at any time may stay where they
 * are.
 *
 * @returns the parts that stay, or undefined if all do
 */
export function partsThatStay(compilation: Compilation, path: Path): ReadonlySet<t.Node> | undefined {
  const { node } = path;
  if (!isSpawned(path)) return undefined;
  const spawned: SpawnedCall = { compilation, path };
  const parts = isCall(node)
    ? [...partsOfCallee(spawned, node.callee), ...node.arguments]
    : partsOfOthers(spawned, node);
  const isName = (name: string): boolean => isUnchangingName(spawned, name);
  const stay = new Set(
    parts.filter((part) => isUnchanging(compilation.t, part, isName) || isUnchangingCallee(spawned, part)),
  );
  return stay.size === parts.length ? undefined : stay;
}

/** `o` and `k` of `o[k]()`, `f` of `f()` */
function partsOfCallee(spawned: SpawnedCall, wrapped: t.Node): t.Node[] {
  const { t: types } = spawned.compilation;
  const callee = skipTransparent(wrapped);
  if (types.isImport(callee) || types.isSuper(callee)) return [];
  if (!isMember(callee)) return [wrapped];
  return [...(types.isSuper(callee.object) ? [] : [callee.object]), ...(callee.computed ? [callee.property] : [])];
}

function partsOfOthers(spawned: SpawnedCall, one: t.Node): t.Node[] {
  const { t: types } = spawned.compilation;
  if (types.isTaggedTemplateExpression(one)) return [...partsOfCallee(spawned, one.tag), ...one.quasi.expressions];
  return partsOfImport(types, one);
}

/**
 * What is called by its name alone, or in a module: a name that the file does not bind, or imports, is taken for a
 * function that stays.
 */
function isUnchangingCallee(spawned: SpawnedCall, part: t.Node): boolean {
  const { path } = spawned;
  const { t: types } = spawned.compilation;
  const { node } = path;
  const name = skipTransparent(part);
  if (!types.isIdentifier(name)) return false;
  if (isMember(calleeOf(node))) return isNamespace(spawned.compilation, path, name.name);
  const isCallee = skipTransparent(part) === calleeOf(node);
  const binding = path.scope.getBinding(name.name);
  return isCallee && (binding === undefined || (binding.constant && isDeclaredAbove(spawned, binding.path)));
}

/** It is the same whenever it is evaluated, if the names are for which `isName` is asked. */
export function isUnchanging(types: Types, wrapped: t.Node, isName: (name: string) => boolean): boolean {
  const part = skipTransparent(wrapped);
  const isSame = (one: t.Node): boolean => isUnchanging(types, one, isName);
  if (types.isTemplateLiteral(part)) return part.expressions.length === 0;
  if (types.isLiteral(part) || types.isFunction(part) || types.isThisExpression(part)) return true;
  if (types.isUnaryExpression(part)) return types.isLiteral(part.argument) && isSame(part.argument);
  if (types.isIdentifier(part)) return isName(part.name);
  if (types.isArrayExpression(part)) return part.elements.every((one) => one === null || isSame(one));
  if (!types.isObjectExpression(part)) return false;
  return part.properties.every(
    (one) => types.isObjectMethod(one) || (types.isObjectProperty(one) && !one.computed && isSame(one.value)),
  );
}

/** A variable that is set where it is declared, and there only. What is imported may be set by its module. */
function isUnchangingName(spawned: SpawnedCall, name: string): boolean {
  const { path } = spawned;
  const binding = path.scope.getBinding(name);
  if (binding === undefined) return CONSTANT_NAMES.has(name);
  return binding.constant && (binding.kind as string) !== 'module' && isDeclaredAbove(spawned, binding.path);
}

/** A `var` may be declared below the call, or in a loop around it: then it is set once more. */
function isDeclaredAbove(spawned: SpawnedCall, declared: Path): boolean {
  const { path } = spawned;
  const { parent, node: declarator } = declared;
  const { t: types } = spawned.compilation;
  const { node } = path;
  if (!types.isVariableDeclaration(parent, { kind: 'var' })) return true;
  if (types.isForXStatement(declared.parentPath!.parent)) return false;
  const isSameFunction = functionAround(types, declared)?.node === functionAround(types, path)?.node;
  return isSameFunction && types.isVariableDeclarator(declarator) && declarator.end! <= node.start!;
}

/** It is the first argument of `scheduler.spawn(…)`, or a branch of that. */
function isSpawned(path: Path): boolean {
  const { at, parent } = outOfBranches(path);
  const member = parent ? memberCalled(parent.node) : undefined;
  if (member === undefined || at.listKey !== 'arguments' || at.key !== 0) return false;
  const property = skipTransparent(member.property);
  const name = property.type === 'Identifier' ? property.name : (property as t.StringLiteral).value;
  return name === SCHEDULER_DEFERS;
}
