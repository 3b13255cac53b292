import type { types as t } from '@babel/core';
import type { LostUpdate } from '../analyse/facts/facts.js';
import { calledName } from '../analyse/names/runtime-words.js';
import { memberCalled, skipTransparent } from '../babel/ast.js';
import { propertyName } from '../babel/property-name.js';
import type { Types } from '../babel/types.js';
import { isStringMethodName } from '../language/builtin-types.js';
import { errors } from '../messages/errors.js';
import { textOf } from './text-of.js';
import type { Finding, Validation } from './validation.js';

/** `x += f()` and similar assignments; for each, the first call is reported. */
export function tellLostUpdates({ compilation, facts }: Validation): Finding[] {
  const told = new Map<t.Node, string>();
  for (const { assignment, how, call } of facts.lostUpdates) {
    if (told.has(assignment) || isOfString(compilation.t, call)) continue;
    const name = calledName(compilation, call) ?? 'the call';
    told.set(assignment, errors.readBeforeWait(textOf(compilation, assignment.left), name, how));
  }
  return [...told].map(([at, text]) => ({ at, text }));
}

/** `text.slice(…)`: it may be anything, but is hardly a script. */
function isOfString(types: Types, { node }: LostUpdate['call']): boolean {
  const callee = memberCalled(node);
  if (!callee || types.isThisExpression(skipTransparent(callee.object))) return false;
  return isStringMethodName(propertyName(types, callee) ?? '');
}
