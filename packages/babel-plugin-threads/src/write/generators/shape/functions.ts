/** How each function is declared and wrapped. */
import type { types as t } from '@babel/core';
import type { FunctionPlan } from '../../../plan.js';
import { shapeDeclaration } from './declarations.js';
import type { FunctionShape } from './shape.js';
import type { Shaper } from './shaper.js';

/**
 * Needs all that is declared in bodies, as the names of functions keep clear of that; gives the functions that are wrapped, inner ones
 * before outer ones.
 */
export function shapeFunctions(shaper: Shaper): void {
  const { plan, compilation } = shaper.analysis;
  for (const { node } of compilation.paths.upwards) {
    if (node.type === 'ClassBody')
      for (const member of node.body) shapePrivateMethod(shaper, plan.functions.get(member));
    const fn = plan.functions.get(node);
    if (fn && fn.wrapper !== 'unwrapped' && fn.kind !== 'privateMethod')
      shapeFunction(shaper, fn, innerNameOf(shaper, fn));
  }
}

function shapeFunction(shaper: Shaper, fn: FunctionPlan, innerName: string | undefined): void {
  const { functions, helpers, keys } = shaper;
  helpers.need('$thread');
  const shape: FunctionShape = {
    plan: fn,
    declaration: fn.kind === 'declaration' ? shapeDeclaration(shaper, fn) : undefined,
    key: keys.get(fn),
    isWrappedWhole: isWrappedWhole(fn),
    innerName,
    hasOuterThis: hasOuterThis(shaper, fn),
  };
  functions.set(fn.node, shape);
}

/** Names of private members are given class by class. Only decorators of the language may stand at one, and they need no getter. */
function shapePrivateMethod(shaper: Shaper, fn: FunctionPlan | undefined): void {
  if (fn?.kind !== 'privateMethod') return;
  const { key, decorators } = fn.node as t.ClassPrivateMethod;
  const isDecorated = (decorators ?? []).length > 0;
  shapeFunction(shaper, fn, isDecorated ? undefined : shaper.names.uniquePrivate(`$${key.id.name}`));
}

/** `$fact`, under which the wrapper is given to a function that assigns to its own name. */
function innerNameOf({ names }: Shaper, { wrapper, isImmediatelyInvoked, selfName }: FunctionPlan): string | undefined {
  if (wrapper !== 'suspendable' || isImmediatelyInvoked || !selfName?.assigned) return undefined;
  return names.unique(`$${selfName.name}`);
}

/** It stays a method of its literal, which is given to `$thread.methods` as a whole; others become properties that hold their wrapper. */
function isWrappedWhole({ kind, usesSuper, wrapper, name, isReplaced }: FunctionPlan): boolean {
  if (kind !== 'method' || isReplaced !== 'never') return false;
  return usesSuper || wrapper !== 'suspendable' || name === undefined;
}

/** A compiled arrow is none any more: it is given its `this`, but at the top of a module, where that is undefined. */
function hasOuterThis({ analysis }: Shaper, { atTop, usesThis }: FunctionPlan): boolean {
  return !atTop || (analysis.compilation.program.node.sourceType === 'script' && usesThis);
}
