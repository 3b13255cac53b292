/** A variable, of which nothing is known yet but its name. */
import type { Kind } from './declared-names.js';
import type { Scope, Variable } from './variable.js';

/** One that is there from the beginning has no place where it is declared. */
export function newVariable(scope: Scope, name: string, kind: Kind): Variable {
  const isEarly = kind === 'param' || kind === 'function' || kind === 'var' || kind === 'catch';
  const declaredAt = isEarly ? 0 : Infinity;
  return {
    name,
    kind,
    scope,
    uses: [],
    declaredAt,
    declaredFrom: declaredAt,
    declaredEnd: declaredAt,
    declarator: undefined,
    caseEnd: Infinity,
    isOfBlock: false,
  };
}
