/** The members of classes and object literals. */
import { isClass } from './ast.js';
import type { types as t } from '@babel/core';
import { keyNaming } from './function-names.js';

export type Member = t.ClassBody['body'][number] | t.ObjectExpression['properties'][number];

export function membersOf(node: t.Node): readonly Member[] {
  if (node.type === 'ObjectExpression') return node.properties;
  return isClass(node) ? node.body.body : [];
}

/** The name of a member, where the text shows it: `walk`, `#walk`. */
export const memberName = (member: Member): string | undefined =>
  'key' in member ? keyNaming(member).name : undefined;

export function isStatic(member: Member): boolean {
  return 'static' in member && member.static === true;
}
