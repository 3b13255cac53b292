/**
 * `super` of a function around: it is read by an arrow of that function. `@babel/helper-replace-supers` is in a package of its own. It
 * writes calls of Babel's helpers, for classes that are made into functions; here the class stays, so that `super` itself can be
 * written.
 */
import type { types as t } from '@babel/core';
import { calleeText } from '../language/engine-text.js';
import type { Helper } from '../vocabulary.js';
import { located } from './emitter.js';
import type { Writing } from './writing.js';

/** Where such a member stands. `native`: as the callee of a call that is handed to `pausingMethod`. */
export type PlaceOfSuper = 'value' | 'callee' | 'native' | 'optionalCallee' | 'tag';

/** What such a place needs of the runtime. */
export const HELPERS_OF_SUPER: Readonly<Record<PlaceOfSuper, readonly Helper[]>> = {
  value: [],
  callee: ['$callable', '$callOn'],
  native: [],
  optionalCallee: ['$methodOn'],
  tag: ['$callable', '$methodOn'],
};

/**
 *   super.m      →  $superM()
 *   super.m(a)   →  $callOn($callable($superM(), "(intermediate value).m"), this, a)
 *   super.m`a`   →  $methodOn($callable($superM(), "(intermediate value).m"), this)`a`
 *   super.m?.(a) →  $methodOn($superM(), this, "(intermediate value).m")?.(a)
 *   super[k]     →  $super(k)
 */
export function readSuper(
  { emit }: Writing,
  { name, as }: { readonly name: string; readonly as: PlaceOfSuper },
  node: t.MemberExpression,
): t.Expression {
  const KEY = node.computed ? [node.property] : [];
  const TEXT = emit.text(calleeText(node));
  const READ = located(emit.expression('NAME(KEY)', { NAME: name, KEY }), node);
  if (as === 'callee') return emit.expression('$callable(READ, TEXT)', { READ, TEXT });
  if (as === 'tag') return emit.expression('$methodOn($callable(READ, TEXT), this)', { READ, TEXT });
  return as === 'optionalCallee' ? emit.expression('$methodOn(READ, this, TEXT)', { READ, TEXT }) : READ;
}

/** `$callable($superM(), …)(a)` → `$callOn($callable($superM(), …), this, a)` */
export function callOnThis({ types, emit }: Writing, node: t.CallExpression): t.CallExpression {
  node.arguments.unshift(node.callee as t.Expression, types.thisExpression());
  node.callee = emit.expression('$callOn');
  return node;
}

/** `const $superWalk = () => super.walk;`, `const $super = ($key) => super[$key];` */
export function captureSuper({ emit }: Writing, name: string, property: string | undefined): t.Statement {
  if (property === undefined) return emit.statement('const NAME = $key => super[$key];', { NAME: name });
  return emit.statement('const NAME = () => super.PROPERTY;', { NAME: name, PROPERTY: property });
}
