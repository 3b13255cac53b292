/** What differs from run to run in the language and in platforms. */
import { dotted } from '../babel/function-names.js';
import type { Path } from '../babel/path.js';
import type { Types } from '../babel/types.js';
import type { types as t } from '@babel/core';

/** By how it is written, and the runtime's word that gives the same in each run. */
const NOT_REPLAYABLE: ReadonlyMap<string, string> = new Map([
  ['Math.random', 'random()'],
  ['crypto.getRandomValues', 'random()'],
  ['crypto.randomUUID', 'random()'],
  ['Date.now', 'clock.now'],
  ['performance.now', 'clock.now'],
  ['new Date()', 'scheduler.input("date", () => new Date())'],
  ['Date()', 'scheduler.input("date", () => Date())'],
]);

/** The free names that these begin with. */
export const ROOTS_NOT_REPLAYABLE: ReadonlySet<string> = new Set(
  [...NOT_REPLAYABLE.keys()].map((text) => /^(?:new )?(\w+)/.exec(text)![1]!),
);

/** What the free name at `path` is asked for, if that differs from run to run, and the runtime's word instead of it. */
export function notReplayable(types: Types, path: Path): { text: string; instead: string } | undefined {
  const text = path.key === 'object' ? dotted(types, path.parent) : dateNow(types, path);
  const instead = NOT_REPLAYABLE.get(text ?? '');
  return instead === undefined ? undefined : { text: text!, instead };
}

/** `new Date()` and `Date()`; with an argument `new Date` is the same on every run. */
function dateNow(types: Types, { node, parent, key }: Path): string | undefined {
  if ((node as t.Identifier).name !== 'Date' || key !== 'callee') return undefined;
  if (types.isCallExpression(parent)) return 'Date()';
  return types.isNewExpression(parent) && parent.arguments.length === 0 ? 'new Date()' : undefined;
}
