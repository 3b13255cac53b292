import type { types as t } from '@babel/core';
import type { Path } from '../../babel/path.js';
import type { Plan } from '../../plan.js';

/**
 * Is a function that may wait between the use and the function that it belongs to? An arrow is none any more once it is
 * compiled. What stands in the key of a method is outside of it.
 */
export function isCrossing(plan: Plan, path: Path, owner: t.Node): boolean {
  for (let at = path; at.node !== owner && at.parentPath; at = at.parentPath)
    if (at.key !== 'key' && plan.functions.get(at.parent)?.wrapper === 'suspendable') return at.parent !== owner;
  return false;
}
