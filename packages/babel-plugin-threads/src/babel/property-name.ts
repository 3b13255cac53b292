/** The name of a member or a property, where the text shows it. */
import { memberCalled } from './ast.js';
import type { Types } from './types.js';
import type { types as t } from '@babel/core';

/** `open` of `door.open` and `door["open"]`, `#open` of `this.#open`. */
export function propertyName(
  types: Types,
  { property, computed }: t.MemberExpression | t.OptionalMemberExpression,
): string | undefined {
  if (types.isPrivateName(property)) return `#${property.id.name}`;
  if (types.isIdentifier(property) && !computed) return property.name;
  return types.isStringLiteral(property) ? property.value : undefined;
}

/** `door` and `open` of the call `door.open()`, where the text shows the name. */
export function methodCalled(
  types: Types,
  node: t.Node,
): { readonly object: t.Expression | t.Super; readonly name: string } | undefined {
  const member = memberCalled(node);
  const name = member && propertyName(types, member);
  return name === undefined ? undefined : { object: member!.object, name };
}
