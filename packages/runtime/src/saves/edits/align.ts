/** Which pause of a function became which: marks, equal statements in their order, those that were moved, and those that were edited between two others. */
import { isEqual, type Pauses } from './pauses.js';
import { sameConstructs } from './constructs.js';
import { editedPairs } from './edited-pairs.js';
import { inOtherWords, type Versions } from './renames.js';

/** So many pairs are compared at most; a function of thousands of waits that was edited in two places has fewer. */
const MOST_PAIRS = 4_000_000;

/** By the number of the old pause, that of the new one; undefined: it is gone. */
export function align(versions: Versions): readonly (number | undefined)[] {
  const { before, after } = versions;
  const pairs: (number | undefined)[] = before.pauses.map(() => undefined);
  const taken = new Set<number>();
  const pair = (from: number, to: number): void => {
    pairs[from] = to;
    taken.add(to);
  };
  const inOrder = commonSubsequence(before.pauses.length, after.pauses.length, (from, to) =>
    weightOf(versions, from, to),
  );
  for (const [from, to] of inOrder) pair(from, to);
  if ((pairs.length - taken.size) * after.pauses.length > MOST_PAIRS) return pairs;
  for (const [from, to] of movedPairs(versions, pairs, taken)) pair(from, to);
  for (const [from, to] of editedPairs(versions, inOrder, { pairs, taken })) pair(from, to);
  return pairs;
}

/** How much it counts that two pauses are the same one; 0: they are not. */
function weightOf({ before, after, renames }: Versions, from: number, to: number): number {
  const a = before.pauses[from]!;
  const b = after.pauses[to]!;
  if (a.mark !== undefined && a.mark === b.mark && (a.callee === b.callee || !sharesMark(before, after, a.mark)))
    return MARKED;
  if (a.mark !== b.mark && a.mark !== undefined && b.mark !== undefined) return 0;
  if (!isEqual(a, b) && !inOtherWords(a, b, renames)) return 0;
  const how = sameConstructs(a, b, { before, after });
  return how === 'other' ? 0 : how === 'all' ? 4 : 3;
}

/** More than all others together could weigh. */
const MARKED = 100_000;

/** Has one of the statements with the mark several pauses? */
const sharesMark = (before: Pauses, after: Pauses, mark: string): boolean =>
  [before, after].some(({ pauses }) => pauses.filter((one) => one.mark === mark).length > 1);

/** The heaviest common subsequence, by dynamic programming over what is left between the equal ends. */
function commonSubsequence(
  length: number,
  others: number,
  weight: (from: number, to: number) => number,
): (readonly [number, number])[] {
  let first = 0;
  while (first < length && first < others && weight(first, first) > 3) first++;
  let last = 0;
  while (last < length - first && last < others - first && weight(length - 1 - last, others - 1 - last) > 3) last++;
  const pairs: (readonly [number, number])[] = Array.from({ length: first }, (_, at) => [at, at]);
  const rows = length - first - last;
  const columns = others - first - last;
  if (rows * columns <= MOST_PAIRS) pairs.push(...middlePairs(rows, columns, first, weight));
  for (let at = last; at > 0; at--) pairs.push([length - at, others - at]);
  return pairs;
}

function middlePairs(
  rows: number,
  columns: number,
  first: number,
  weight: (from: number, to: number) => number,
): (readonly [number, number])[] {
  const width = columns + 1;
  const best = new Float64Array((rows + 1) * width);
  const own = new Float64Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--) {
      const at = row * width + column;
      const weighs = (own[at] = weight(first + row, first + column));
      const taken = weighs === 0 ? 0 : weighs + best[at + width + 1]!;
      best[at] = Math.max(taken, best[at + width]!, best[at + 1]!);
    }
  const pairs: (readonly [number, number])[] = [];
  for (let row = 0, column = 0; row < rows && column < columns;) {
    const at = row * width + column;
    if (own[at]! > 0 && best[at] === own[at]! + best[at + width + 1]!) pairs.push([first + row++, first + column++]);
    else if (best[at] === best[at + width]) row++;
    else column++;
  }
  return pairs;
}

/** The only ones of their words that are left, on both sides. */
function movedPairs(
  versions: Versions,
  pairs: readonly (number | undefined)[],
  taken: ReadonlySet<number>,
): (readonly [number, number])[] {
  const { before, after } = versions;
  const left = before.pauses.flatMap((_, from) => (pairs[from] === undefined ? [from] : []));
  const free = after.pauses.flatMap((_, to) => (taken.has(to) ? [] : [to]));
  return left.flatMap((from) => {
    const found = free.filter((to) => weightOf(versions, from, to) > 0);
    const [to] = found;
    if (to === undefined || found.length > 1) return [];
    return left.filter((one) => weightOf(versions, one, to) > 0).length === 1 ? [[from, to] as const] : [];
  });
}
