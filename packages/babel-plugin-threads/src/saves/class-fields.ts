/** Which fields a class gives to its objects: of one that extends a class of an engine, a save has these and no others. */
import type { types as t } from '@babel/core';
import { isClass, isField, isFunction, targetsWrittenBy, walk } from '../babel/ast.js';
import { isStatic, membersOf } from '../babel/class-members.js';
import type { Types } from '../babel/types.js';

/** Those that it declares, and those that its code assigns through `this`. Private ones it hands over itself. */
export function fieldsOfClass(types: Types, made: t.Class): string[] {
  const names = new Set<string>();
  for (const member of membersOf(made))
    if (!isStatic(member) && !('declare' in member && member.declare === true))
      walk(types, member, (node) => {
        for (const key of keysGivenBy(node)) if (key.type === 'Identifier') names.add(key.name);
        return node === member || !hasThis(node);
      });
  return [...names];
}

/** `hp` of the field `hp = 3`, of a parameter `private hp: number`, and of `this.hp -= 1`. */
function keysGivenBy(node: t.Node): t.Node[] {
  if (isField(node)) return 'computed' in node && node.computed ? [] : [node.key];
  if (node.type === 'TSParameterProperty')
    return [node.parameter.type === 'AssignmentPattern' ? node.parameter.left : node.parameter];
  return targetsWrittenBy(node).flatMap((target) =>
    target.type === 'MemberExpression' && target.object.type === 'ThisExpression' && !target.computed
      ? [target.property]
      : [],
  );
}

/** Code in it has a `this` of its own. */
const hasThis = (node: t.Node): boolean =>
  isClass(node) || (isFunction(node) && node.type !== 'ArrowFunctionExpression');
