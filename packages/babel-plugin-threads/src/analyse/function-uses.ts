import type { Analysis } from './analysis.js';
import { lexicalOwner, type Place } from './function-contexts.js';

/**
 * Notes which compiled functions use `this`, `super` and `new.target`, themselves or in an arrow in them. Needs the functions of the
 * Plan; gives `usesThis`, `usesSuper` and `usesNewTarget`.
 */
export function noteUses({ facts }: Analysis): void {
  const { places } = facts;
  for (const path of facts.thisExpressions) noteThis(places.around(path));
  for (const { what, place } of facts.lexicalUses) {
    const owner = lexicalOwner(place).plan;
    if (owner && what === 'super') owner.usesSuper = true;
    if (owner && what === 'new.target') owner.usesNewTarget = true;
  }
  // What `eval` reads is not known: methods keep their `super`.
  for (const path of facts.evals) {
    const owner = lexicalOwner(places.around(path)).plan;
    if (owner) owner.usesSuper = true;
  }
}

/** Of an arrow it is also that of what is around. */
function noteThis(around: Place): void {
  for (let place: Place | undefined = around; place; place = place.parent) {
    if (place.plan) place.plan.usesThis = true;
    if (place.kind !== 'arrow') break;
  }
}
