/**
 * What an author may have meant. `findSuggestion` of `@babel/helper-validator-option` is in a package of its own, and
 * gives one word, however far away it is.
 */

/**
 * The known words nearest to `word`, if they are at most a third of their letters away; several only if equally near.
 * Names of one or two letters are near to none.
 */
export function nearest(word: string, known: Iterable<string>): string[] {
  let best = Infinity;
  let found: string[] = [];
  for (const one of new Set(known)) {
    const limit = Math.min(best, Math.min(one.length, word.length) < 3 ? 0 : Math.max(1, Math.floor(one.length / 3)));
    if (Math.abs(one.length - word.length) > limit) continue;
    const distance = editDistance(word.toLowerCase(), one.toLowerCase());
    if (distance > limit) continue;
    if (distance < best) found = [];
    best = distance;
    found.push(one);
  }
  return found;
}

/** The same, as the end of a message: `Did you mean \`a\` or \`b\`?` */
export function didYouMean(words: readonly string[]): string {
  return `Did you mean ${words
    .slice(0, 3)
    .map((word) => `\`${word}\``)
    .join(' or ')}?`;
}

/** Optimal string alignment: Levenshtein's edits, and two neighbours swapped count as one. By rows, O(a · b). */
function editDistance(a: string, b: string): number {
  let last: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        next[j] = Math.min(next[j]!, last[j - 2]! + 1);
    }
    last = row;
    row = next;
  }
  return row[b.length]!;
}
