/** What is evaluated before a class is there: what it extends, its decorators and computed keys. */
import type { types as t } from '@babel/core';
import type { Types } from '../../babel/types.js';
import { partsOf } from './pauses.js';

export function headOf(node: t.Class): t.Node[] {
  const { superClass } = node;
  const keys = node.body.body.flatMap((member) => {
    const key = 'computed' in member && member.computed ? [member.key] : [];
    return [...decoratorsOf(member), ...key];
  });
  return [...decoratorsOf(node), ...(superClass ? [superClass] : []), ...keys];
}

export const decoratorsOf = (node: t.Node): readonly t.Decorator[] =>
  (node as { readonly decorators?: readonly t.Decorator[] | null }).decorators ?? [];

/** The class, a member of it or a parameter of a member has a decorator: TypeScript takes decorators of its own kind only in declarations. */
export const isDecorated = (node: t.Class): boolean =>
  [node, ...node.body.body, ...node.body.body.flatMap((member) => ('params' in member ? member.params : []))].some(
    (one) => decoratorsOf(one).length > 0,
  );

/** It pauses there. */
export const isPausing = (types: Types, node: t.Node): boolean =>
  partsOf(types, node).some((part) => types.isYieldExpression(part) || isPausing(types, part));
