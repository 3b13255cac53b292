import type { types as t } from '@babel/core';
import { regionOf } from '../analyse/function-contexts.js';
import { dotted } from '../babel/function-names.js';
import type { Path } from '../babel/path.js';
import type { Types } from '../babel/types.js';
import { isFree } from '../context/compilation.js';
import { NOT_REPLAYABLE, ROOTS_NOT_REPLAYABLE } from '../language/not-replayable.js';
import { errors } from '../messages/errors.js';
import type { Finding, Validation } from './validation.js';

/** Marked code that asks for what differs from run to run: `Math.random()`, `new Date()`. */
export function findNotReplayable({ compilation, facts }: Validation): Finding[] {
  const { t: types } = compilation;
  return facts.identifiers.flatMap((path) => {
    const { name } = path.node;
    if (path.node.type !== 'Identifier' || !ROOTS_NOT_REPLAYABLE.has(name)) return [];
    if (!isFree(compilation, path, name)) return [];
    const context = facts.contexts.around(path);
    if (!context.isCompiled && regionOf(compilation, context) === undefined) return [];
    const written = path.key === 'object' ? dotted(types, path.parent) : dateNow(types, path);
    const instead = NOT_REPLAYABLE.get(written ?? '');
    return instead === undefined ? [] : [{ at: path.parent, text: errors.notReplayable(written!, instead) }];
  });
}

/** `new Date()` and `Date()`; with an argument `new Date` is the same on every run. */
function dateNow(types: Types, { node, parent, key }: Path): string | undefined {
  if ((node as t.Identifier).name !== 'Date' || key !== 'callee') return undefined;
  if (types.isCallExpression(parent)) return 'Date()';
  return types.isNewExpression(parent) && parent.arguments.length === 0 ? 'new Date()' : undefined;
}
