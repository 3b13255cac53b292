/** How each function is declared and wrapped. */
import type { types as t } from '@babel/core';
import type { FunctionPlan } from '../../../plan.js';
import { shapeDeclaration } from './declaration-shapes.js';
import type { Form } from '../../../vocabulary.js';
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
  const { functions, helpers, keys, analysis } = shaper;
  const shape = {
    plan: fn,
    declaration: fn.kind === 'declaration' ? shapeDeclaration(shaper, fn) : undefined,
    key: keys.get(fn),
    isWrappedWhole: isWrappedWhole(fn),
    innerName,
    hasOuterThis: hasOuterThis(shaper, fn),
  };
  const form = formOf(shape);
  if (form !== undefined) helpers.need(form);
  if (shape.declaration?.form === 'early') helpers.need('$early');
  const isCallback = form !== undefined && fn.wrapper === 'suspendable' && analysis.plan.callbacks.has(fn.node);
  if (isCallback && fn.node.type === 'ObjectMethod') helpers.need('$callback');
  functions.set(fn.node, { ...shape, form });
}

/** What wraps a function. */
function formOf({
  plan,
  declaration,
  isWrappedWhole: whole,
  innerName,
}: Omit<FunctionShape, 'form'>): Form | undefined {
  const { node, wrapper, name, selfName, isImmediatelyInvoked, isReplaced, path } = plan;
  const isGenerator = wrapper === 'suspendable';
  switch (node.type) {
    case 'FunctionDeclaration':
      return declaration?.form === 'wrapped' ? '$plain' : '$thread';
    case 'FunctionExpression':
      if (!isGenerator) return '$plain';
      if (isImmediatelyInvoked) return '$detached';
      return selfName ? '$named' : '$thread';
    case 'ClassPrivateMethod':
      return innerName === undefined ? '$decorate' : '$privateMethod';
    case 'ClassMethod':
      return hasDecorators(path.parent as t.ClassBody, path.parentPath!.parent) ? '$decorate' : '$methods';
    case 'ObjectMethod':
      if (whole) return '$methods';
      if (isReplaced === 'always') return undefined;
      return isGenerator && name !== undefined ? '$method' : '$methods';
    default:
      return isGenerator ? '$arrow' : '$plain';
  }
}

/** Decorators see methods before static blocks run, so in such a class each method has the wrapper as its innermost decorator. */
const hasDecorators = ({ body }: t.ClassBody, owner: t.Node): boolean =>
  [owner, ...body].some((node) => ((node as t.Class).decorators ?? []).length > 0);

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

/** It stays a method of its literal, which is given to `$methods` as a whole; others become properties that hold their wrapper. */
function isWrappedWhole({ kind, usesSuper, wrapper, name, isReplaced }: FunctionPlan): boolean {
  if (kind !== 'method' || isReplaced !== 'never') return false;
  return usesSuper || wrapper !== 'suspendable' || name === undefined;
}

/** A compiled arrow is none any more: it is given its `this`, but at the top of a module, where that is undefined. */
function hasOuterThis({ analysis }: Shaper, { atTop, usesThis }: FunctionPlan): boolean {
  return !atTop || (analysis.compilation.program.node.sourceType === 'script' && usesThis);
}
