/** Loops over something, `switch`, `catch` and `finally` keep something while they run: a frame in one of them fits only into the same one. */
import { type Construct, type Pause, type Pauses, withState } from './pauses.js';

/** `all`: the way to both is the same. `state`: that of the constructs with state is. `other`: not even that. */
export type SameConstructs = 'all' | 'state' | 'other';

export function sameConstructs(
  a: Pause,
  b: Pause,
  { before, after }: { readonly before: Pauses; readonly after: Pauses },
): SameConstructs {
  const [old, now] = [withState(a), withState(b)];
  if (old.length !== now.length) return 'other';
  for (const [at, one] of old.entries()) {
    const other = now[at]!;
    if (one.kind !== other.kind) return 'other';
    // The head of a loop may be edited, but it must not be another loop.
    if (one.hash !== other.hash && (has(after, one) || has(before, other))) return 'other';
  }
  const isAll =
    a.constructs.length === b.constructs.length &&
    a.constructs.every((one, at) => isSameConstruct(one, b.constructs[at]));
  return isAll ? 'all' : 'state';
}

/** Are they one construct of one version? */
export const isSameConstruct = (one: Construct, other: Construct | undefined): boolean =>
  one.kind === other?.kind && one.hash === other.hash && one.nth === other.nth;

const has = ({ pauses }: Pauses, { kind, hash }: Construct): boolean =>
  pauses.some(({ constructs }) => constructs.some((one) => one.kind === kind && one.hash === hash));

/** Those with state whose heads were edited: they go on with what the old head has given. */
export const editedHeads = (a: Pause, b: Pause): readonly Construct[] =>
  withState(a).filter(({ hash }, at) => withState(b)[at]?.hash !== hash);
