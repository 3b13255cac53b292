/**
 * Where a frame of an old version of a function stands in the new one. Nothing here knows the engine: it gets what is known of both
 * versions, and says for each old pause which one it is now, what a reader has to be told of that, or why there is none.
 */
import { align } from './align.js';
import { editedHeads, isSameConstruct, sameConstructs } from './constructs.js';
import { type ChangedName, mapNames, type Source } from './map-names.js';
import { isEqual, type Pause, type Pauses } from './pauses.js';
import { findRenames, inOtherWords, isWordIn, type Versions } from './renames.js';

/** Something that goes on as the old version said, or that nobody can know. */
export type Surprise =
  /** The statement was edited: what has begun in it goes on as the old one said. */
  | { readonly kind: 'edited' }
  /** Statements that stood before it stand behind it now, or the other way round. */
  | { readonly kind: 'order' }
  /** There are more or fewer statements with the same words than there were. */
  | { readonly kind: 'equal' }
  /** It is in a loop or a `switch` with another head: it goes on with what the old one had given. */
  | { readonly kind: 'head'; readonly construct: string }
  | { readonly kind: 'variable'; readonly change: ChangedName };

export interface MappedPause {
  /** The number of the new pause, from 0. */
  readonly to: number;
  readonly sources: ReadonlyMap<string, Source>;
  readonly surprises: readonly Surprise[];
}

/** Why a pause is not in the new version. */
export type Obstacle =
  | { readonly kind: 'gone' }
  /** Nothing is known of one of the versions. */
  | { readonly kind: 'unknown' }
  /** The function itself is gone; or `why` it has no newer version, in a hot update. */
  | { readonly kind: 'function'; readonly why?: string }
  /** A migration leads nowhere. */
  | { readonly kind: 'migration'; readonly target: string }
  | { readonly kind: 'construct'; readonly before: string; readonly after: string }
  | { readonly kind: 'callee'; readonly before: string; readonly after: string }
  | { readonly kind: 'variable'; readonly names: readonly string[] };

/** By the numbers of the old pauses. */
export interface PauseMap {
  /** `gone`: what the frame has no value of, though it is live. */
  of(pause: number, gone?: ReadonlySet<string>): MappedPause | Obstacle;
  /** The nearest call of `checkpoint` that the frame has certainly passed, where that is in the new version. */
  checkpointBefore(pause: number): MappedPause | undefined;
}

export const isMapped = (found: MappedPause | Obstacle): found is MappedPause => 'to' in found;

/** `calls`: what functions are called now, by the names that they had. */
export function mapPauses(before: Pauses, after: Pauses, calls?: ReadonlyMap<string, string>): PauseMap {
  const versions: Versions = { before, after, renames: findRenames(before, after, calls) };
  const pairs = align(versions);
  return {
    of: (pause, gone = NONE) => mapOne(versions, pairs, { from: pause, gone }),
    checkpointBefore: (pause) => findCheckpoint(versions, pairs, pause),
  };
}

/** It stands before the pause, and all that is around it is around the pause, too. */
function findCheckpoint(
  { before, after, renames }: Versions,
  pairs: readonly (number | undefined)[],
  pause: number,
): MappedPause | undefined {
  const old = before.pauses[pause];
  if (old === undefined) return undefined;
  for (let at = pause - 1; at >= 0; at--) {
    const { callee, constructs } = before.pauses[at]!;
    const to = pairs[at];
    const isPassed =
      /(?:^|\.)checkpoint$/.test(callee) &&
      constructs.every((one, depth) => isSameConstruct(one, old.constructs[depth]));
    if (!isPassed || to === undefined) continue;
    const now = after.pauses[to]!;
    const { sources, missing } = mapNames({ old, now, gone: NONE, before, after, renames });
    if (now.callee === callee && missing.length === 0) return { to, sources, surprises: [] };
  }
  return undefined;
}

const NONE: ReadonlySet<string> = new Set();

function mapOne(
  versions: Versions,
  pairs: readonly (number | undefined)[],
  { from, gone }: { readonly from: number; readonly gone: ReadonlySet<string> },
): MappedPause | Obstacle {
  const { before, after, renames } = versions;
  const old = before.pauses[from];
  const to = pairs[from];
  if (old === undefined) return { kind: 'gone' };
  if (to === undefined) return obstacleAround(versions, old);
  const now = after.pauses[to]!;
  if (sameConstructs(old, now, versions) === 'other') return otherConstruct(old, now);
  if (renames.renamed(old.callee) !== now.callee) return { kind: 'callee', before: old.callee, after: now.callee };
  const { sources, changes, missing } = mapNames({ old, now, gone, ...versions });
  if (missing.length > 0) return { kind: 'variable', names: missing };
  return { to, sources, surprises: surprisesOf(versions, pairs, from, changes) };
}

/** The same statement may stand somewhere else: then it is said what is different there. */
function obstacleAround({ after }: Versions, old: Pause): Obstacle {
  const found = after.pauses.filter((one) => isEqual(one, old));
  return found.length === 1 ? otherConstruct(old, found[0]!) : { kind: 'gone' };
}

const otherConstruct = (old: Pause, now: Pause): Obstacle => ({
  kind: 'construct',
  before: wayOf(old),
  after: wayOf(now),
});

const wayOf = ({ constructs }: Pause): string => constructs.map(({ kind }) => kind).join(' > ');

function surprisesOf(
  { before, after, renames }: Versions,
  pairs: readonly (number | undefined)[],
  from: number,
  changes: readonly ChangedName[],
): Surprise[] {
  const to = pairs[from]!;
  const old = before.pauses[from]!;
  const now = after.pauses[to]!;
  const surprises: Surprise[] = [];
  const isRenamed = inOtherWords(old, now, renames);
  const isSameWords = isRenamed || isEqual(old, now);
  if (!isSameWords) surprises.push({ kind: 'edited' });
  if (pairs.some((other, at) => other !== undefined && at < from !== other < to && at !== from))
    surprises.push({ kind: 'order' });
  const count = ({ pauses }: Pauses, one: Pause): number => pauses.filter((other) => isEqual(other, one)).length;
  if (isSameWords && count(before, old) !== count(after, now)) surprises.push({ kind: 'equal' });
  for (const { kind } of editedHeads(old, now)) surprises.push({ kind: 'head', construct: kind });
  for (const change of changes) surprises.push({ kind: 'variable', change });
  // Only that makes it the same statement: it is told also where the variable is read no more.
  for (const [was, name] of isRenamed ? renames.by : [])
    if (isWordIn(was, old.text) && !changes.some((one) => one.from === was))
      surprises.push({ kind: 'variable', change: { kind: 'renamed', from: was, name } });
  return surprises;
}
