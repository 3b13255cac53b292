/** Which names the members of anything in a file get. */
import type { types as t } from '@babel/core';
import { isMember, skipTransparent } from '../../babel/ast.js';
import { type Member, memberName } from '../../babel/class-members.js';
import { dotted } from '../../babel/function-names.js';
import { propertyName } from '../../babel/property-name.js';
import type { Types } from '../../babel/types.js';
import type { Compilation } from '../../context/compilation.js';
import { ADD_MEMBERS } from '../../language/builtins.js';

/** Gives a test for names. The file is read when the first is asked for. */
export function makeGivenNames(compilation: Compilation): (name: string) => boolean {
  let given: ReadonlySet<string> | undefined;
  return (name) => {
    given ??= namesGiven(compilation);
    return given.has(name) || given.has(ANY);
  };
}

/** A name that only the run knows, for a member of a class. */
const ANY = '*';

/** The names that members of anything in the file get: in a class, an object or a type, or by an assignment. */
function namesGiven({ t: types, paths }: Compilation): Set<string> {
  const names = new Set<string>();
  for (const { node, parent } of paths.all) {
    if ('key' in node) {
      const name = memberName(types, node as Member);
      if (name !== undefined || types.isClassBody(parent)) names.add(name ?? ANY);
    } else if (types.isAssignmentExpression(node) && isMember(node.left)) {
      const name = propertyName(types, node.left);
      if (name !== undefined || isInstance(types, node.left.object)) names.add(name ?? ANY);
    } else if (types.isTSParameterProperty(node)) {
      const { parameter } = node;
      const { name } = (types.isIdentifier(parameter) ? parameter : parameter.left) as t.Identifier;
      names.add(name);
    } else if (givesUnknown(types, node)) names.add(ANY);
  }
  return names;
}

/** `@mixed class …`, `Object.assign(this, waits)`, `mixin(Hero.prototype)` */
function givesUnknown(types: Types, node: t.Node): boolean {
  if (types.isClass(node)) return (node.decorators ?? []).length > 0;
  if (!types.isCallExpression(node)) return false;
  const [object = ''] = (dotted(types, node.callee) ?? '').split('.');
  return node.arguments.some(
    (one) => isInstance(types, one) && (ADD_MEMBERS.has(object) || !types.isThisExpression(one)),
  );
}

function isInstance(types: Types, given: t.Node): boolean {
  const node = skipTransparent(given);
  return types.isThisExpression(node) || (isMember(node) && propertyName(types, node) === 'prototype');
}
