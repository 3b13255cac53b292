/** Which names the members of anything in a file get. */
import type { types as t } from '@babel/core';
import { isClass, isMember, skipTransparent } from '../../babel/ast.js';
import { type Member, memberName } from '../../babel/class-members.js';
import { dotted, propertyName } from '../../babel/function-names.js';
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
function namesGiven({ paths }: Compilation): Set<string> {
  const names = new Set<string>();
  for (const { node, parent } of paths.all) {
    if ('key' in node) {
      const name = memberName(node as Member);
      if (name !== undefined || parent.type === 'ClassBody') names.add(name ?? ANY);
    } else if (node.type === 'AssignmentExpression' && isMember(node.left)) {
      const name = propertyName(node.left);
      if (name !== undefined || isInstance(node.left.object)) names.add(name ?? ANY);
    } else if (node.type === 'TSParameterProperty') {
      const { parameter } = node;
      const { name } = (parameter.type === 'Identifier' ? parameter : parameter.left) as t.Identifier;
      names.add(name);
    } else if (givesUnknown(node)) names.add(ANY);
  }
  return names;
}

/** `@mixed class …`, `Object.assign(this, waits)`, `mixin(Hero.prototype)` */
function givesUnknown(node: t.Node): boolean {
  if (isClass(node)) return (node.decorators ?? []).length > 0;
  if (node.type !== 'CallExpression') return false;
  const [object = ''] = (dotted(node.callee) ?? '').split('.');
  return node.arguments.some((one) => isInstance(one) && (ADD_MEMBERS.has(object) || one.type !== 'ThisExpression'));
}

function isInstance(given: t.Node): boolean {
  const node = skipTransparent(given);
  return node.type === 'ThisExpression' || (isMember(node) && propertyName(node) === 'prototype');
}
