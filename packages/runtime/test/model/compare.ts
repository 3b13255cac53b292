import fc from 'fast-check';
import { drive } from './drive.js';
import { model } from './model.js';
import { allKinds, type Fault, print, type Program, programs } from './program.js';

/** Pulses of a run: more than any program of the grammar needs, unless it waits for what never comes. */
export const maxFrames = 60;

export interface Comparison {
  readonly runs: number;
  readonly skipped: number;
  readonly seed: number;
}

/** Random programs, some of them with a fault, on the runtime and on the model. Throws with the smallest that differs. */
export function comparePrograms(runs: number, seed: number): Comparison {
  const fault = fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.record({ how: fc.constant('throw' as const), at: fc.integer({ min: 1, max: 8 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({ how: fc.constantFrom('cancel', 'close'), frame: fc.nat(4), thread: fc.nat(3) }),
    },
  ) as fc.Arbitrary<Fault | null>;
  const program = programs({ kinds: allKinds, depth: 3 });
  const property = fc.property(program, fault, (made, goesWrong) => {
    const { trace, isSkipped } = model(made, maxFrames, goesWrong);
    fc.pre(!isSkipped);
    return drive(made, maxFrames, goesWrong).join('\n') === trace.join('\n');
  });
  const result = fc.check(property, { numRuns: runs, seed });
  if (result.counterexample) throw new Error(report(result.seed, ...result.counterexample));
  return { runs: result.numRuns, skipped: result.numSkips, seed: result.seed };
}

/** The program, and both traces from a little before the first line that differs. */
export function report(seed: number, program: Program, fault: Fault | null): string {
  const { trace: theirs } = model(program, maxFrames, fault);
  const ours = driveOrFail(program, fault);
  const at = ours.findIndex((line, index) => line !== theirs[index]);
  const from = Math.max(0, at - 12);
  const part = (lines: readonly string[]): string => lines.slice(from, at + 6).join('\n');
  const fails = fault ? `\nfault ${JSON.stringify(fault)}` : '';
  return `seed ${seed}\n${print(program)}${fails}\n--- runtime\n${part(ours)}\n--- model\n${part(theirs)}`;
}

function driveOrFail(program: Program, fault: Fault | null): string[] {
  try {
    return drive(program, maxFrames, fault);
  } catch (error) {
    return String((error as Error).stack).split('\n');
  }
}
