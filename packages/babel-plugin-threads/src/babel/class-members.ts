/** The members of classes and object literals. */
import type { types as t } from '@babel/core';
import type { Types } from './types.js';

export type Member = t.ClassBody['body'][number] | t.ObjectExpression['properties'][number];

export function membersOf(types: Types, node: t.Node): readonly Member[] {
  if (types.isObjectExpression(node)) return node.properties;
  return types.isClass(node) ? node.body.body : [];
}

/** The name of a member, where the text shows it: `walk`, `#walk`. */
export function memberName(types: Types, member: Member): string | undefined {
  if (!('key' in member)) return undefined;
  const { key, computed } = member as { key: t.Node; computed?: boolean };
  if (types.isPrivateName(key)) return `#${key.id.name}`;
  if (types.isIdentifier(key) && !computed) return key.name;
  return types.isStringLiteral(key) || types.isNumericLiteral(key) ? String(key.value) : undefined;
}

export function isStatic(member: Member): boolean {
  return 'static' in member && member.static === true;
}
