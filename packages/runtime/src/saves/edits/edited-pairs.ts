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

/** The only one on both sides; or one statement with the same calls in the same order; or those that call the same and are the most alike. */
function pairsIn(versions: Versions, { left, free }: Gap): Pair[] {
  const { renamed } = versions.renames;
  const old = left.map((one) => versions.before.pauses[one]!);
  const now = free.map((one) => versions.after.pauses[one]!);
  const calls = old.map(({ callee }) => renamed(callee));
  const isOneStatement = [old, now].every((all) => all.every(({ hash }) => hash === all[0]!.hash));
  const isSame =
    left.length === free.length &&
    (left.length === 1 || (isOneStatement && calls.every((callee, nth) => callee === now[nth]!.callee)));
  if (isSame) return left.map((from, nth) => [from, free[nth]!]);
  if (left.length * free.length > MOST_PAIRS) return [];
  const found = nearestPairs(
    old.map((one, at) => inWords(one, renamed(one.text), calls[at]!)),
    now.map((one) => inWords(one, one.text, one.callee)),
  );
  return found
    .filter(([from, to]) => found.every(([other, at]) => other < from === at < to))
    .map(([from, to]) => [left[from]!, free[to]!]);
}

/** So many are compared at most: 700 statements that were all edited. */
const MOST_PAIRS = 500_000;

interface Worded extends Pause {
  readonly words: ReadonlySet<string>;
  /** Those in quotes. */
  readonly said: ReadonlySet<string>;
}

const inWords = (pause: Pause, text: string, callee: string): Worded => ({
  ...pause,
  callee,
  words: wordsOf(text),
  said: wordsOf(text.match(/(["'`]).*?(?:\1|…$)/g)?.join(' ') ?? ''),
});

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.match(/[\w$\u0080-\u2000\u3000-\uffff]+/g));

/** From 0 to a half. */
function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common / (a.size + b.size || 1);
}

/**
 * Of pauses with the same call, those that no other one is nearly as like. One with another call has fewer words in common, as the old one may have
 * become that. Where several have the same call, they say the same in half of their words, and others in less than half as many.
 */
function nearestPairs(old: readonly Worded[], now: readonly Worded[]): Pair[] {
  return old.flatMap((one, from) => {
    const isSame = ({ callee }: Worded): boolean => callee === one.callee;
    const isOnly = [old, now].every((all) => all.filter(isSame).length === 1);
    const by = isOnly ? 'words' : 'said';
    const values = now.map((other) => likenessOf(one[by], other[by]));
    const own = Math.max(...values.filter((_, at) => isSame(now[at]!)));
    const to = values.findIndex((value, at) => value === own && isSame(now[at]!));
    const it = now[to];
    if (it === undefined || !(isOnly || own >= 1 / 4)) return [];
    const isFar = (other: Worded, near: Worded, value: number): boolean =>
      other === near || (isSame(other) ? value * 2 < own : other.hash === near.hash || value < own);
    const isNearest =
      now.every((other, at) => isFar(other, it, values[at]!)) &&
      old.every((other) => isFar(other, one, likenessOf(other[by], it[by])));
    return isNearest ? [[from, to] as const] : [];
  });
}

/** One with another mark is another one; and one that stands somewhere else, word for word, where it cannot go on, was not edited. */
function canBeEdited({ before, after }: Versions, { pairs, taken }: Known, old: Pause, now: Pause): boolean {
  return (
    (old.mark ?? now.mark) === (now.mark ?? old.mark) &&
    !after.pauses.some((other, at) => !taken.has(at) && isEqual(other, old)) &&
    !before.pauses.some((other, at) => pairs[at] === undefined && isEqual(other, now))
  );
}
