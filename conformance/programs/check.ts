/** Checks many programs. Called by `npm test` and by the nightly run. */
import fc from 'fast-check';
import { type Count, makeCount } from './count.js';
import { writeProgram } from './program.js';
import { reduceProgram } from './reduce.js';
import { compareProgram } from './runs.js';
import { programTrees } from './tree.js';

export interface Checked {
  readonly count: Count;
  /** For each program that fails: the difference, and a smaller program that shows it. */
  readonly failures: readonly string[];
}

const chunk = 500;

interface Wanted {
  readonly runs: number;
  readonly seed: number;
  readonly maxFailures?: number;
  /** Whether a program that fails is made smaller. */
  readonly reduces?: boolean;
}

/** Stops after `maxFailures` (10). `onChunk` is called with the number of programs checked so far. */
export async function checkPrograms(
  { runs, seed, maxFailures = 10, reduces = true }: Wanted,
  onChunk: (done: number) => void = () => {},
): Promise<Checked> {
  const count = makeCount();
  const failures: string[] = [];
  for (let done = 0; done < runs && failures.length < maxFailures; done += chunk) {
    const numRuns = Math.min(chunk, runs - done);
    for (const tree of fc.sample(programTrees, { numRuns, seed: seed + done })) {
      const source = writeProgram(tree);
      const comparison = await compareProgram(source, tree.traits);
      count.add(source, comparison);
      if (comparison.difference === undefined) continue;
      const smaller = reduces ? `${await reduceProgram(source, tree.traits)}\n\nmade smaller from\n` : '';
      failures.push(`${comparison.difference}\n${smaller}${source}`);
      if (failures.length === maxFailures) break;
    }
    onChunk(done + numRuns);
  }
  return { count, failures };
}
