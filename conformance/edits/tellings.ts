/** Takes apart what a load says of the calls of edited functions: a judge reads what authors read. */

/** `play` (thread #1) goes on in game.js#play at `wait(5);`, which was `wait(4);`; … */
export interface Telling {
  /** The id of the function. */
  readonly id: string;
  /** The statement where it stands now, and the one where it stood. */
  readonly now: string;
  readonly was: string;
  /** What may surprise, each in its own words. */
  readonly surprises: readonly string[];
}

const SURPRISES = [
  'the statement was edited: what has begun in it goes on as it was',
  'statements have changed their order: some may run twice, or not at all',
  'there are more or fewer statements with these words: it may be another one of them',
  'the head of the `[\\w-]+` around it was edited: it goes on with what the old one gave',
  '`[^`]+` is called `[^`]+` now',
  '`[^`]+` is new and has its first value',
  'it cannot wait again',
];
const LAST_SURPRISE = new RegExp(`; (${SURPRISES.join('|')})$`);

/** One for each call of an edited function: of the threads in their order, the innermost call first. */
export function tellingsIn(mapped: readonly string[]): readonly Telling[] {
  return mapped.flatMap((line) => {
    const surprises: string[] = [];
    let rest = line;
    for (let found; (found = LAST_SURPRISE.exec(rest)) !== null; rest = rest.slice(0, found.index))
      surprises.unshift(found[1]!);
    const [, id, now, was = now] =
      /^`.*` \(thread #\d+\) goes on in ([^`]+?) at `(.*?)`(?:, which was `(.*)`)?$/s.exec(rest) ?? [];
    return id === undefined ? [] : [{ id, now: now!, was: was!, surprises }];
  });
}

/** Of functions that are taken to be as they were: their names. */
export const doubtsIn = (mapped: readonly string[]): readonly string[] =>
  mapped.flatMap((line) => /^(.+) has more or fewer of the same text beside it; /.exec(line)?.[1] ?? []);
