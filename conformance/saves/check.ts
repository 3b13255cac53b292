/** Saves random programs at each of their pauses, and goes on from each save. */
import fc from 'fast-check';
import { variantOf } from '../programs/files.js';
import { compileProgram, type CompileMode, reprint } from '../programs/output.js';
import { writeProgram } from '../programs/program.js';
import { makeSmaller } from '../programs/reduce.js';
import { programTrees } from '../programs/tree.js';
import { causeOf } from './causes.js';
import type { Job } from './go-on.js';
import { type Compiled, Instance, type Refused, type Saved } from './instance.js';

export interface Checked {
  programs: number;
  pauses: number;
  /** Saves that went on the same, and were saved again with the same text. */
  same: number;
  /** By their causes: see causes.ts. */
  readonly refused: Record<string, number>;
  /** What is wrong: of each program the first fault. */
  readonly failures: string[];
}

export interface Wanted {
  readonly pauses: number;
  readonly seed: number;
  readonly maxFailures?: number;
  /** Whether a program that fails is made smaller. */
  readonly reduces?: boolean;
  /** Goes on from saves: of each gives what is wrong. */
  readonly goOn: (job: Job) => Promise<readonly (string | undefined | null)[]>;
  readonly onChunk?: (checked: Checked) => void;
}

const chunk = 100;
/** Of one program. */
const maxPauses = 60;

export async function checkSaves(wanted: Wanted): Promise<Checked> {
  const { pauses, seed, maxFailures = 10, onChunk = () => undefined } = wanted;
  const checked: Checked = { programs: 0, pauses: 0, same: 0, refused: {}, failures: [] };
  for (let at = 0; ; at += chunk) {
    for (const [index, { traits, ...rest }] of fc.sample(programTrees, { numRuns: chunk, seed: seed + at }).entries()) {
      if (checked.failures.length >= maxFailures || checked.pauses >= pauses) return checked;
      const isSavable = traits % 8 < 7;
      const program: Program = { source: writeProgram({ traits, ...rest }, isSavable), traits, isSavable };
      const one = await checkProgram(program, wanted.goOn);
      add(checked, one);
      if (one.faults.length > 0)
        checked.failures.push(
          `number ${index} of seed ${seed + at}: ${await failure(one.faults[0]!, program, wanted)}`,
        );
    }
    onChunk(checked);
  }
}

function add(checked: Checked, { pauses, same, refused }: ProgramChecked): void {
  checked.programs++;
  checked.pauses += pauses;
  checked.same += same;
  for (const cause of refused) checked.refused[cause] = (checked.refused[cause] ?? 0) + 1;
}

/** With a smaller program that shows the same. */
async function failure(fault: string, program: Program, wanted: Wanted): Promise<string> {
  const checkOne = async (source: string): Promise<string | undefined> =>
    (await checkProgram({ ...program, source }, wanted.goOn)).faults[0];
  const faultOf = async (source: string): Promise<string | undefined> => kindOf(await checkOne(source));
  const smaller = wanted.reduces === false ? program.source : await makeSmaller(program.source, faultOf);
  return `traits ${program.traits}, ${await checkOne(smaller)}\n${reprint(smaller)}\n\nmade smaller from\n${fault}\n${program.source}`;
}

/** Without numbers, names and values. */
const kindOf = (fault: string | undefined): string | undefined =>
  fault
    ?.replace(/^pulse \d+/, '')
    .replace(/`[^`]*`/g, '')
    .replace(/(?<= line | ended:|: \{| save)[^]*/, '');

interface Program {
  readonly source: string;
  readonly traits: number;
  readonly isSavable: boolean;
}

interface ProgramChecked {
  pauses: number;
  same: number;
  readonly refused: string[];
  readonly faults: string[];
}

/** Plays it, saves it at each pause, and goes on from each save. */
export async function checkProgram(
  { source, traits, isSavable }: Program,
  goOn: Wanted['goOn'],
): Promise<ProgramChecked> {
  const checked: ProgramChecked = { pauses: 0, same: 0, refused: [], faults: [] };
  const compiled = compileForSaves(source, traits);
  if (typeof compiled === 'string') return { ...checked, faults: [`not compiled: ${compiled}`] };
  const first = new Instance(compiled);
  await first.settle();
  first.begin();
  await first.settle();
  const saved: Saved[] = [];
  for (let pulse = 0; first.isRunning && !first.isTooLong && pulse < maxPauses; pulse++) {
    checked.pauses++;
    const one = first.save(pulse);
    if ('text' in one) saved.push(one);
    else judgeRefused(one, { source, isSavable }, checked);
    await first.pulse();
  }
  if (saved.length === 0) return checked;
  const again = compileForSaves(source, traits);
  const wrong = await goOn({ compiled: again as Compiled, saved, played: await first.finish() });
  for (const [at, one] of wrong.entries()) {
    if (typeof one !== 'string') checked.same++;
    else checked.faults.push(`pulse ${saved[at]!.pulse}: ${one}`);
  }
  return checked;
}

function judgeRefused(
  { pulse, refusals }: Refused,
  { source, isSavable }: Pick<Program, 'source' | 'isSavable'>,
  checked: ProgramChecked,
): void {
  const causes = refusals.map((one) => causeOf(one, source, isSavable));
  const unknown = refusals[causes.indexOf(undefined)];
  if (unknown !== undefined)
    checked.faults.push(`pulse ${pulse}: refused, ${unknown.code} ${unknown.text}: ${JSON.stringify(unknown)}`);
  else checked.refused.push(causes[0]!);
}

const OUTSIDE = '// @compile\nfunction p(value) { tell(value); wait(); return value; }';
let outside: string | undefined;

/** What is wrong, as a text, if it cannot be compiled. */
export function compileForSaves(source: string, traits: number): Compiled | string {
  outside ??= compileOutside();
  const isHosted = traits % 16 < 8;
  const variant = variantOf(traits);
  const mode: CompileMode = {
    isHosted,
    isRequiring: source.includes('require('),
    frameWait: traits % 2 === 0 ? 'all' : 'default',
    target: 'frames',
    isSaving: true,
    keepsAll: variant === 'keeping all',
    isLarge: variant === 'large',
    isOneScript: variant === 'one script',
  };
  const { code, fault } = compileProgram(source, mode);
  return fault ?? { outside, program: `${code}\nreturn main;`, isHosted };
}

function compileOutside(): string {
  const mode = { frameWait: 'none', target: 'frames', isSaving: true, filename: 'outside.js' } as const;
  return `${compileProgram(OUTSIDE, mode).code}\nreturn p;`;
}
