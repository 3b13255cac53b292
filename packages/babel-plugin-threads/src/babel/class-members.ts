/** The members of classes and object literals. */
import type { types as t } from '@babel/core';
import { keyNaming } from './function-names.js';
import type { Types } from './types.js';

export type Member = t.ClassBody['body'][number] | t.ObjectExpression['properties'][number];

export function membersOf(types: Types, node: t.Node): readonly Member[] {
  if (types.isObjectExpression(node)) return node.properties;
  return types.isClass(node) ? node.body.body : [];
}

/** The name of a member, where the text shows it: `walk`, `#walk`. */
export const memberName = (types: Types, member: Member): string | undefined =>
  'key' in member ? keyNaming(types, member).name : undefined;

export function isStatic(member: Member): boolean {
  return 'static' in member && member.static === true;
}
