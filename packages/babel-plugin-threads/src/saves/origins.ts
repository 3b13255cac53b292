/** What the source tells of the functions and classes that factories make: their names in saves, and which ones need none. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../analyse/facts/facts.js';
import { pathInFile } from '../analyse/functions/ids.js';
import { findUp, functionAround, holds, isCalled, isClass, isFunction, skipTransparent } from '../babel/ast.js';
import { bindingOf } from '../babel/bindings.js';
import { propertyName } from '../babel/function-names.js';
import { hashOfCode } from '../babel/hash-of-code.js';
import type { ListedPath } from '../babel/path.js';
import { METHODS_BY_NAME } from '../language/builtins.js';
import { builtinNamed } from '../language/named-builtins.js';
import { runsCode } from './class-effects.js';

/** What a factory makes. */
export interface Origin {
  /** `shop>bump:k3f`: the path of a function or class in the file, and the hash of its text. */
  readonly id: string;
  /** A class that runs code when it is made. */
  readonly runsCode: boolean;
  /** A call that became a function: no script can tell one of them from another. */
  readonly isDeferred: boolean;
}

export interface Origins {
  of(node: t.Node): Origin | undefined;
  /** It never waits, and nobody has it any more when a script waits: a callback that a built-in calls before it returns, and what a block only calls. */
  isCalledAtOnce(node: t.Node): boolean;
}

/** Reads the source: nothing must have been written yet. */
export function readOrigins(analysis: Analysis): Origins {
  const { compilation, plan } = analysis;
  const { t: types, paths } = compilation;
  const found = new Map<unknown, Origin>();
  const atOnce = new Set<t.Node>();
  for (const path of paths.all) {
    const { node } = path;
    const isDeferred = plan.calls.get(node)?.treatment === 'deferred';
    if (!isDeferred && !isMaking(node)) continue;
    const origin = {
      id: `${pathInFile(analysis, path)}:${hashOfCode(types, node, 'whole')}`,
      runsCode: isClass(node) && runsCode(types, node, (name) => !path.scope.hasBinding(name, true)),
      isDeferred,
    };
    found.set(node, origin);
    // What is written in its place stands where it stood.
    if (node.loc) found.set(node.loc, origin);
    const wrapper = plan.functions.get(node)?.wrapper;
    if (wrapper === 'suspendable') continue;
    if (isArgumentCalled(analysis, path) || (wrapper !== 'wrapped' && isOnlyCalled(analysis, path))) atOnce.add(node);
  }
  return { of: (node) => found.get(node) ?? found.get(node.loc), isCalledAtOnce: (node) => atOnce.has(node) };
}

/** `list.filter(FN)`, `Array.from(list, FN)` */
function isArgumentCalled({ compilation }: Analysis, { node, parent, listKey, parentPath }: ListedPath): boolean {
  if (listKey !== 'arguments' || parent.type !== 'CallExpression') return false;
  const callee = skipTransparent(parent.callee);
  const name = callee.type === 'MemberExpression' ? propertyName(callee) : undefined;
  const known =
    builtinNamed(compilation, parentPath!, callee) ?? (name === undefined ? undefined : METHODS_BY_NAME.get(name));
  return known?.calls !== undefined && parent.arguments[known.calls] === node;
}

/** `{ const plus = (n) => n + i; sum += plus(1); }`: in a block that does not wait, and in no call that is made later. */
function isOnlyCalled({ compilation: { t: types }, plan }: Analysis, path: ListedPath): boolean {
  const { node, parentPath } = path;
  const binding = bindingOf(path);
  const declaration = parentPath?.parent;
  const block = parentPath?.parentPath?.parent;
  const isBlockScoped = declaration?.type === 'VariableDeclaration' && declaration.kind !== 'var';
  if (!binding?.constant || !isBlockScoped || block?.type !== 'BlockStatement') return false;
  if (!isFunction(node) || node.async || node.generator || holds(types, node.body, isMaking)) return false;
  const around = functionAround(path)?.node;
  const { pauses = [] } = plan.functions.get(around!) ?? {};
  if (around === undefined || pauses.some((pause) => isWithin(pause.node, block))) return false;
  return binding.referencePaths.every((use) => {
    const later = findUp(use.parentPath, (at) => plan.calls.get(at.node)?.treatment === 'deferred');
    return isCalled(use.node, use.parent) && functionAround(use)?.node === around && later === null;
  });
}

const isMaking = (node: t.Node): boolean => isFunction(node) || isClass(node);

const isWithin = ({ start }: t.Node, block: t.Node): boolean => start! >= block.start! && start! < block.end!;
