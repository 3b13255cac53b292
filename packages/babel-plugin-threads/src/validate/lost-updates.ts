import type { types as t } from '@babel/core';
import { calledName } from '../analyse/names/runtime-words.js';
import type { Message } from '../messages/message.js';
import { warnings } from '../messages/warnings.js';
import { textOf } from './text-of.js';
import type { Finding, Validation } from './validation.js';

/** `x += f()` and similar assignments; for each, the first call is reported. */
export function tellLostUpdates({ compilation, facts }: Validation): Finding[] {
  const told = new Map<t.Node, Message>();
  for (const { assignment, how, call } of facts.lostUpdates) {
    if (told.has(assignment)) continue;
    const name = calledName(compilation, call) ?? 'the call';
    told.set(assignment, warnings.readBeforeWait({ what: textOf(compilation, assignment.left), call: name, how }));
  }
  return [...told].map(([at, message]) => ({ at, message }));
}
