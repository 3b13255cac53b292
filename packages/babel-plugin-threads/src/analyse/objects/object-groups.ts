/** Object literals that a variable of the file holds, with their functions and the calls of these. */
import type { types as t } from '@babel/core';
import { outOfParentheses } from '../../babel/ast.js';
import type { Path } from '../../babel/path.js';
import { propertyName } from '../../babel/property-name.js';
import type { Types } from '../../babel/types.js';
import type { FunctionPlan } from '../../plan.js';
import type { Analysis, CallOfMember } from '../facts/facts.js';
import type { Objects } from './kind-of-this.js';

/**
 * Notes the object literals with compiled functions that nobody else is given, and what is called on them. Needs the
 * functions with their ids; gives `groups`.
 */
export function noteObjectGroups({ compilation, plan, facts }: Analysis, objects: Objects): void {
  const { t: types } = compilation;
  const membersOf = new Map<Path['node'], { object: Path; members: FunctionPlan[] }>();
  for (const fn of plan.functions.values()) {
    const object = objectOf(types, fn.path);
    const known = object && membersOf.get(object.node);
    if (known) known.members.push(fn);
    else if (object) membersOf.set(object.node, { object, members: [fn] });
  }
  for (const { object, members } of membersOf.values()) {
    const variable = objects.variable(object);
    if (variable === undefined) continue;
    const calls = variable.references.flatMap((reference) => callOf(types, reference, members));
    facts.groups.push({ name: variable.name, members, calls });
  }
}

/** The object literal whose function this is. */
function objectOf(types: Types, path: Path): Path | undefined {
  const member = types.isObjectMethod(path.node) ? path : outOfParentheses(path).parent;
  const object = member?.parentPath;
  return types.isObjectExpression(object?.node) ? object : undefined;
}

/** The call `scripts.patrol(…)` of a member that queues. */
function callOf(types: Types, { parent, parentPath }: Path, members: readonly FunctionPlan[]): CallOfMember[] {
  const path = parentPath?.parentPath;
  if (!path || !types.isCallExpression(path.node) || parentPath.key !== 'callee') return [];
  const name = propertyName(types, parent as t.MemberExpression);
  const fn = members.find((one) => !one.instant && one.busy === undefined && one.id.endsWith(`.${name}`));
  return fn === undefined ? [] : [{ fn, name: name!, path }];
}
