/** The name of a member or a property, where the text shows it. */
import type { Types } from './types.js';
import type { types as t } from '@babel/core';

/** The static name of a member's property. */
export function propertyName(
  types: Types,
  member: t.MemberExpression | t.OptionalMemberExpression,
): string | undefined {
  const { property } = member;
  if (!member.computed && types.isIdentifier(property)) return property.name;
  if (member.computed && types.isStringLiteral(property)) return property.value;
  return undefined;
}
