/** The name of a member or a property, where the text shows it. */
import { memberCalled } from './ast.js';
import { memberNaming } from './function-names.js';
import type { Types } from './types.js';
import type { types as t } from '@babel/core';

/** `open` of `door.open` and `door["open"]`, `#open` of `this.#open`, `0` of `list[0]`. */
export const propertyName = (
  types: Types,
  member: t.MemberExpression | t.OptionalMemberExpression,
): string | undefined => memberNaming(types, member).name;

/** `door` and `open` of the call `door.open()`, where the text shows the name. */
export function methodCalled(
  types: Types,
  node: t.Node,
): { readonly object: t.Expression | t.Super; readonly name: string } | undefined {
  const member = memberCalled(node);
  const name = member && propertyName(types, member);
  return name === undefined ? undefined : { object: member!.object, name };
}
