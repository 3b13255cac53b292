import type { types as t } from '@babel/core';
import type { Path } from '../../babel/path.js';
import type { Plan } from '../../plan.js';

/**
 * Is a function that may wait between the use and the function that it belongs to? An arrow is none any more once it is
 * compiled.
 */
export function isCrossing(plan: Plan, path: Path, owner: t.Node): boolean {
  for (let at: Path | null = path; at && at.node !== owner; at = at.parentPath)
    if (plan.functions.get(at.node)?.wrapper === 'suspendable') return true;
  return false;
}
