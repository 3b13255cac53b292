/** How the object of a member is written a second time, right after the member: `door.open, door`. */
import type { types as t } from '@babel/core';
import { isTransparent, skipTransparent } from '../../babel/ast.js';
import type { Writer } from '../writer.js';

export type Member = t.MemberExpression | t.OptionalMemberExpression;

/** The object, written a second time: `this` (for `super`, too), a variable by its own name, anything else by a temporary to which its first use is assigned. */
export function repeatObject(writer: Writer, owner: t.Node, member: Member): t.Expression {
  const { types, emit } = writer;
  const object = skipTransparent(member.object);
  if (object.type === 'ThisExpression' || object.type === 'Super') return types.thisExpression();
  return object.type === 'Identifier' && hasFixedKey(member)
    ? emit.repeatName(object)
    : keepObject(writer, owner, member);
}

/** The same for the owner of a method that an opened chain reads first: of `(this).m?.()`, too, it is kept. */
export function repeatOwner(writer: Writer, owner: t.Node, member: Member): t.Expression {
  const isWrappedThis = isTransparent(member.object) && skipTransparent(member.object).type === 'ThisExpression';
  return isWrappedThis ? keepObject(writer, owner, member) : repeatObject(writer, owner, member);
}

function keepObject({ emit, names }: Writer, owner: t.Node, member: Member): t.Expression {
  const name = names.temporary(owner, '$r');
  member.object = emit.assign(name, member.object);
  return emit.id(name);
}

/** The key comes out the same each time: `door.open`, `door["open"]`. */
const hasFixedKey = ({ computed, property: { type } }: Member): boolean =>
  !computed || type === 'StringLiteral' || type === 'NumericLiteral';
