import fc from 'fast-check';
import { type Build, byHand } from './build.js';
import { drive } from './drive.js';
import { Ledger } from './ledger.js';
import { model } from './model.js';
import { type Fault, print, type Program, programs } from './program.js';

/** Pulses of a run: more than any program of the grammar needs, unless it waits for what never comes. */
export const maxFrames = 60;

export interface Comparison {
  readonly runs: number;
  readonly seed: number;
  /** Errors that left a thread and were followed to whom they reached. */
  readonly errors: number;
  /** Of those that had ended with one, who was waited for after that. */
  readonly late: number;
  /** How many of the programs reached each kind of statement, of wait and of rule. */
  readonly reached: ReadonlyMap<string, number>;
}

/** Random programs, some of them with a fault, on the runtime and on the model. Throws with the smallest that differs. */
export async function comparePrograms(
  runs: number,
  seed: number,
  { builds = fc.constant(byHand), depth = 3 }: { builds?: fc.Arbitrary<Build>; depth?: number } = {},
): Promise<Comparison> {
  const fault = fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.record({ how: fc.constant('throw' as const), at: fc.integer({ min: 1, max: 8 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({ how: fc.constantFrom('cancel', 'close', 'now'), frame: fc.nat(4), thread: fc.nat(3) }),
    },
  ) as fc.Arbitrary<Fault | null>;
  const reached = new Map<string, number>();
  const property = fc.asyncProperty(programs(depth), fault, builds, async (made, goesWrong, build) => {
    const { trace, reached: what } = model(made, maxFrames, goesWrong);
    for (const each of what) reached.set(each, (reached.get(each) ?? 0) + 1);
    return (await drive(made, maxFrames, goesWrong, build)).join('\n') === trace.join('\n');
  });
  const result = await fc.check(property, { numRuns: runs, seed, endOnFailure: process.env['MODEL_SHRINK'] === '0' });
  if (result.counterexample) throw new Error(await report(result.seed, ...result.counterexample));
  return {
    runs: result.numRuns,
    seed: result.seed,
    errors: Ledger.settled,
    late: Ledger.late,
    reached,
  };
}

/** The program, and both traces from a little before the first line that differs. */
export async function report(
  seed: number,
  program: Program,
  fault: Fault | null,
  build: Build = byHand,
): Promise<string> {
  const fails = fault ? `\nfault ${JSON.stringify(fault)}` : '';
  let theirs: readonly string[];
  try {
    theirs = model(program, maxFrames, fault).trace;
  } catch (error) {
    // The model's own fault: the program is what its author needs.
    theirs = String((error as Error).stack).split('\n');
  }
  const ours = await driveOrFail(program, fault, build);
  const at = ours.findIndex((line, index) => line !== theirs[index]);
  const from = Math.max(0, at - 12);
  const part = (lines: readonly string[]): string => lines.slice(from, at + 6).join('\n');
  return `seed ${seed}, ${build.name}\n${print(program)}${fails}\n--- runtime\n${part(ours)}\n--- model\n${part(theirs)}`;
}

async function driveOrFail(program: Program, fault: Fault | null, build: Build): Promise<string[]> {
  try {
    return await drive(program, maxFrames, fault, build);
  } catch (error) {
    return String((error as Error).stack).split('\n');
  }
}
