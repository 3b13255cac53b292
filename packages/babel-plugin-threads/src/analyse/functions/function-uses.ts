import type { Analysis } from '../facts/facts.js';
import { lexicalOwner, type FunctionContext } from '../facts/function-contexts.js';

/**
 * Notes which compiled functions use `this`, `super` and `new.target`, themselves or in an arrow in them. Needs the
 * functions of the Plan; gives `usesThis`, `usesSuper` and `usesNewTarget`.
 */
export function noteUses({ facts }: Analysis): void {
  const { contexts } = facts;
  for (const path of facts.thisExpressions) noteThis(contexts.around(path));
  for (const { what, context } of facts.lexicalUses) {
    const owner = lexicalOwner(context).plan;
    if (owner && what === 'super') owner.usesSuper = true;
    if (owner && what === 'new.target') owner.usesNewTarget = true;
  }
  // What `eval` reads is not known: methods keep their `super`.
  for (const path of facts.evals) {
    const owner = lexicalOwner(contexts.around(path)).plan;
    if (owner) owner.usesSuper = true;
  }
}

/** Of an arrow it is also that of what is around. */
function noteThis(around: FunctionContext): void {
  for (let context: FunctionContext | undefined = around; context; context = context.parent) {
    if (context.plan) context.plan.usesThis = true;
    if (context.kind !== 'arrow') break;
  }
}
