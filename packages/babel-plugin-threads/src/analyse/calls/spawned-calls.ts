import type { types as t } from '@babel/core';
import type { Compilation } from '../../context/compilation.js';
import type { Path } from '../../babel/path.js';
import { CONSTANT_NAMES } from '../../language/globals.js';
import { SCHEDULER_DEFERS } from '../../vocabulary.js';
import {
  calleeOf,
  functionAround,
  isCall,
  isFunction,
  isMember,
  memberCalled,
  outOfBranches,
  partsOfImport,
  skipTransparent,
} from '../../babel/ast.js';
import type { Types } from '../../babel/types.js';
import { isNamespace } from '../names/runtime-words.js';

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
  const parts = isCall(node) ? [...partsOfCallee(node.callee), ...node.arguments] : partsOfOthers(node);
  const isName = (name: string): boolean => isUnchangingName(path, name);
  const stay = new Set(
    parts.filter((part) => isUnchanging(compilation.t, part, isName) || isUnchangingCallee(compilation, path, part)),
  );
  return stay.size === parts.length ? undefined : stay;
}

/** `o` and `k` of `o[k]()`, `f` of `f()` */
function partsOfCallee(wrapped: t.Node): t.Node[] {
  const callee = skipTransparent(wrapped);
  if (callee.type === 'Import' || callee.type === 'Super') return [];
  if (!isMember(callee)) return [wrapped];
  return [...(callee.object.type === 'Super' ? [] : [callee.object]), ...(callee.computed ? [callee.property] : [])];
}

function partsOfOthers(one: t.Node): t.Node[] {
  if (one.type === 'TaggedTemplateExpression') return [...partsOfCallee(one.tag), ...one.quasi.expressions];
  return partsOfImport(one);
}

/**
 * What is called by its name alone, or in a module: a name that the file does not bind, or imports, is taken for a
 * function that stays.
 */
function isUnchangingCallee(compilation: Compilation, path: Path, part: t.Node): boolean {
  const { node } = path;
  const name = skipTransparent(part);
  if (name.type !== 'Identifier') return false;
  if (isMember(calleeOf(node))) return isNamespace(compilation, path, name.name);
  const isCallee = skipTransparent(part) === calleeOf(node);
  const binding = path.scope.getBinding(name.name);
  return isCallee && (binding === undefined || (binding.constant && isDeclaredAbove(path, binding.path)));
}

/** It is the same whenever it is evaluated, if the names are for which `isName` is asked. */
export function isUnchanging(types: Types, wrapped: t.Node, isName: (name: string) => boolean): boolean {
  const part = skipTransparent(wrapped);
  const isSame = (one: t.Node): boolean => isUnchanging(types, one, isName);
  if (part.type === 'TemplateLiteral') return part.expressions.length === 0;
  if (types.isLiteral(part) || isFunction(part) || part.type === 'ThisExpression') return true;
  if (part.type === 'UnaryExpression') return types.isLiteral(part.argument) && isSame(part.argument);
  if (part.type === 'Identifier') return isName(part.name);
  if (part.type === 'ArrayExpression') return part.elements.every((one) => one === null || isSame(one));
  if (part.type !== 'ObjectExpression') return false;
  return part.properties.every(
    (one) => one.type === 'ObjectMethod' || (one.type === 'ObjectProperty' && !one.computed && isSame(one.value)),
  );
}

/** A variable that is set where it is declared, and there only. What is imported may be set by its module. */
function isUnchangingName(path: Path, name: string): boolean {
  const binding = path.scope.getBinding(name);
  if (binding === undefined) return CONSTANT_NAMES.has(name);
  return binding.constant && (binding.kind as string) !== 'module' && isDeclaredAbove(path, binding.path);
}

/** A `var` may be declared below the call, or in a loop around it: then it is set once more. */
function isDeclaredAbove(path: Path, declared: Path): boolean {
  const { node, parent, parentPath } = declared;
  if (parent.type !== 'VariableDeclaration' || parent.kind !== 'var') return true;
  const isOfLoop = parentPath!.parent.type === 'ForInStatement' || parentPath!.parent.type === 'ForOfStatement';
  if (isOfLoop || functionAround(declared)?.node !== functionAround(path)?.node) return false;
  return node.type === 'VariableDeclarator' && node.end! <= path.node.start!;
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
