/** Which pause of an edited statement became which: between two neighbours that were found, or the ends of the function. */
import { isEqual, type Pause } from './pauses.js';
import type { Versions } from './renames.js';

type Pair = readonly [from: number, to: number];

/** What is known of pauses by now: by the number of the old one, that of the new one; and which new ones are among these. */
interface Known {
  readonly pairs: readonly (number | undefined)[];
  readonly taken: ReadonlySet<number>;
}

/** What is left between two neighbours. */
interface Gap {
  readonly left: readonly number[];
  readonly free: readonly number[];
}

export function editedPairs(versions: Versions, inOrder: readonly Pair[], known: Known): Pair[] {
  return gapsOf(versions, inOrder, known)
    .flatMap((gap) => pairsIn(versions, gap))
    .filter(([from, to]) => canBeEdited(versions, known, versions.before.pauses[from]!, versions.after.pauses[to]!));
}

function gapsOf({ before, after }: Versions, inOrder: readonly Pair[], { pairs, taken }: Known): Gap[] {
  const ends: Pair = [before.pauses.length, after.pauses.length];
  return [...inOrder, ends].map(([from, to], nth) => {
    const [first, start] = inOrder[nth - 1] ?? [-1, -1];
    return {
      left: rangeOf(first, from).filter((one) => pairs[one] === undefined),
      free: rangeOf(start, to).filter((one) => !taken.has(one)),
    };
  });
}

const rangeOf = (after: number, before: number): number[] =>
  Array.from({ length: Math.max(0, before - after - 1) }, (_, nth) => after + 1 + nth);

/** The only one on both sides; or one statement with the same calls in the same order; or those that are the only ones that call what they call. */
function pairsIn(versions: Versions, { left, free }: Gap): Pair[] {
  const old = left.map((one) => versions.before.pauses[one]!);
  const now = free.map((one) => versions.after.pauses[one]!);
  const calls = old.map(({ callee }) => versions.renames.renamed(callee));
  const callsNow = now.map(({ callee }) => callee);
  const isOneStatement = [old, now].every((all) => all.every(({ hash }) => hash === all[0]!.hash));
  const isSame =
    left.length === free.length &&
    (left.length === 1 || (isOneStatement && calls.every((callee, nth) => callee === callsNow[nth])));
  if (isSame) return left.map((from, nth) => [from, free[nth]!]);
  const found = calls.flatMap((callee, from): Pair[] => {
    const to = callsNow.indexOf(callee);
    const isOnly = to >= 0 && [calls, callsNow].every((all) => all.indexOf(callee) === all.lastIndexOf(callee));
    return isOnly && isNearest(versions, [old, now], [from, to]) ? [[from, to]] : [];
  });
  return found
    .filter(([from, to]) => found.every(([other, at]) => other < from === at < to))
    .map(([from, to]) => [left[from]!, free[to]!]);
}

/** Has no other statement as many words in common with one of them? It may be what the old one became, with another call. */
function isNearest(
  { renames }: Versions,
  [old, now]: readonly [readonly Pause[], readonly Pause[]],
  [from, to]: Pair,
): boolean {
  const words = (text: string): ReadonlySet<string> => new Set(text.match(/[\w$\u0080-\uffff]+/g));
  const likeness = (a: Pause, b: Pause): number => {
    const [one, other] = [words(renames.renamed(a.text)), words(b.text)];
    return [...one].filter((word) => other.has(word)).length / (one.size + other.size);
  };
  const [before, after] = [old[from]!, now[to]!];
  const own = likeness(before, after);
  return (
    now.every((other) => other.hash === after.hash || likeness(before, other) < own) &&
    old.every((other) => other.hash === before.hash || likeness(other, after) < own)
  );
}

/** One with another mark is another one; and one that stands somewhere else, word for word, where it cannot go on, was not edited. */
function canBeEdited({ before, after }: Versions, { pairs, taken }: Known, old: Pause, now: Pause): boolean {
  return (
    (old.mark ?? now.mark) === (now.mark ?? old.mark) &&
    !after.pauses.some((other, at) => !taken.has(at) && isEqual(other, old)) &&
    !before.pauses.some((other, at) => pairs[at] === undefined && isEqual(other, now))
  );
}
