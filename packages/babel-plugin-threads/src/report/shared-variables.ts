/** `let count = 0;` at the top of a file, where a function sets it: a variable of the process, not of one game in it. */
import type { Analysis } from '../analyse/facts/facts.js';
import { functionAround } from '../babel/ast.js';
import type { Path } from '../babel/path.js';
import { placeOf } from '../babel/place.js';
import type { SharedVariable } from '../public.js';

/** They stand in no order. */
export function findSharedVariables({ compilation }: Analysis): SharedVariable[] {
  return Object.values(compilation.program.scope.bindings).flatMap(({ kind, identifier, constantViolations }) => {
    const isShared = /let|var/.test(kind) && (constantViolations as Path[]).some(functionAround);
    return isShared ? [{ name: identifier.name, ...placeOf(identifier) }] : [];
  });
}
