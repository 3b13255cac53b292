import type { types as t } from '@babel/core';
import { calledName } from '../analyse/names/runtime-words.js';
import { errors } from '../messages/errors.js';
import { textOf } from './text-of.js';
import type { Finding, Validation } from './validation.js';

/** `x += f()` and similar assignments; for each, the first call is reported. */
export function tellLostUpdates({ compilation, facts }: Validation): Finding[] {
  const told = new Map<t.Node, string>();
  for (const { assignment, how, call } of facts.lostUpdates) {
    if (told.has(assignment)) continue;
    const name = calledName(compilation, call) ?? 'the call';
    told.set(assignment, errors.readBeforeWait(textOf(compilation, assignment.left), name, how));
  }
  return [...told].map(([at, text]) => ({ at, text }));
}
