import type { NodePath, types as t } from '@babel/core';
import { isBuiltinFunction, propertyName } from './builtins.js';
import { type Compilation, isFree } from './compilation.js';
import type { Plan } from './plan.js';
import { bare } from './tree.js';

/** Methods and functions that keep what they are given and call it later, with the places of the handlers. */
const KEEPERS: ReadonlyMap<string, readonly number[]> = new Map([
  ...named('on once addListener addEventListener off removeListener removeEventListener', 1),
  ...named('subscribe unsubscribe catch finally', 0),
  ['then', [0, 1]],
]);
const FREE_KEEPERS: ReadonlyMap<string, readonly number[]> = new Map(
  named('setTimeout setInterval requestAnimationFrame queueMicrotask', 0),
);

function named(names: string, at: number): [string, readonly number[]][] {
  return names.split(' ').map((name) => [name, [at]]);
}

/** The arguments of a call that may be compiled functions which somebody else will call. */
export function handlersOf(compilation: Compilation, path: NodePath, plan: Plan): t.Node[] {
  const { t: types } = compilation;
  const { node } = path;
  if (!types.isCallExpression(node) && !types.isOptionalCallExpression(node)) return [];
  const args = node.arguments;
  return keptAt(bare(node.callee)).flatMap((index) => {
    const before = args.slice(0, index + 1);
    const argument = before[index];
    if (argument === undefined || before.some((one) => types.isSpreadElement(one))) return [];
    return mayBeCompiled(bare(argument)) ? [bare(argument)] : [];
  });

  function keptAt(callee: t.Node): readonly number[] {
    if (types.isIdentifier(callee))
      return path.scope.hasBinding(callee.name, true) ? [] : (FREE_KEEPERS.get(callee.name) ?? []);
    if (!types.isMemberExpression(callee) && !types.isOptionalMemberExpression(callee)) return [];
    const name = propertyName(types, callee) ?? '';
    return KEEPERS.get(name) ?? (isGlobal(callee.object) ? FREE_KEEPERS.get(name) : undefined) ?? [];
  }

  function isGlobal(object: t.Node): boolean {
    const { name } = bare(object) as t.Identifier;
    return (name === 'window' || name === 'globalThis') && isFree(compilation, path, name);
  }

  function mayBeCompiled(value: t.Node): boolean {
    if (types.isFunction(value)) {
      const own = plan.functions.get(value);
      return own !== undefined && own.form !== 'bare';
    }
    if (types.isMemberExpression(value)) return !types.isSuper(value.object);
    return types.isIdentifier(value) && value.name !== 'undefined' && !isBuiltinFunction(compilation, path, value);
  }
}
