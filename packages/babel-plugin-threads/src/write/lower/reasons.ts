/** Why a function stays a generator: what cannot be lowered. */
import type { types as t } from '@babel/core';
import { holds, isFunctionNode, walk } from '../../babel/ast.js';
import type { Types } from '../../babel/types.js';
import { headOf, isPausing } from './facts/class-heads.js';
import type { Variables } from './facts/variable.js';

/**
 * A sentence; undefined if it can be lowered. The text of a direct `eval` is known when it runs: it may name any variable, make functions
 * that share it, and declare more.
 */
export function whyNotLowered(types: Types, fn: t.Function, { free }: Variables): string | undefined {
  const isCalled = free
    .get('eval')
    ?.some(({ parent, node }) => types.isCallExpression(parent) && parent.callee === node);
  if (isCalled === true) return 'It uses `eval`.';
  let reason: string | undefined;
  walk(types, fn.body, (node) => {
    if (types.isClass(node) && isPausing(types, node) && namesItself(types, node))
      reason = 'A class names itself, or a private name of its own, in a head that waits.';
    return !isFunctionNode(types, node);
  });
  return reason;
}

/** The head is evaluated before the class is there: outside of it these names mean nothing. */
function namesItself(types: Types, node: t.Class): boolean {
  const own = new Set<string>();
  for (const member of node.body.body) {
    const key = 'key' in member ? member.key : undefined;
    if (key?.type === 'PrivateName') own.add(`#${key.id.name}`);
  }
  if (node.type === 'ClassExpression' && node.id) own.add(node.id.name);
  const isOwn = (one: t.Node): boolean =>
    one.type === 'PrivateName' ? own.has(`#${one.id.name}`) : one.type === 'Identifier' && own.has(one.name);
  return own.size > 0 && headOf(node).some((part) => holds(types, part, isOwn));
}
