/** The head of a class, which is evaluated before the class exists: its superclass, decorators and computed keys. */
import type { types as t } from '@babel/core';
import { computedKeyOf } from '../../babel/ast.js';
import type { Types } from '../../babel/types.js';
import { partsOf } from './pauses.js';

export const headOf = (node: t.Class): t.Node[] => [
  ...decoratorsOf(node),
  ...(node.superClass ? [node.superClass] : []),
  ...node.body.body.flatMap((member) => decoratorsOf(member).concat(computedKeyOf(member) ?? [])),
];

export const decoratorsOf = (node: t.Node): readonly t.Node[] =>
  (node as { readonly decorators?: readonly t.Decorator[] | null }).decorators ?? [];

/** The class, a member or a parameter has a decorator. TypeScript's own decorators stand only in declarations, so the class has to stay one. */
export const isDecorated = (node: t.Class): boolean =>
  [node, ...node.body.body, ...node.body.body.flatMap((member) => ('params' in member ? member.params : []))].some(
    (one) => decoratorsOf(one).length > 0,
  );

/** The head of a class pauses, or a part of an expression. */
export const isPausing = (
  types: Types,
  node: t.Node,
  isPause: (part: t.Node) => boolean = types.isYieldExpression,
): boolean => partsOf(types, node).some((part) => isPause(part) || isPausing(types, part, isPause));

/** In a function that is not lowered. */
export const isWait = ({ type }: t.Node): boolean => type === 'YieldExpression' || type === 'AwaitExpression';
