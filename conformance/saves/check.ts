/** Saves random programs at each of their pauses, and goes on from each save. */
import fc from 'fast-check';
import type { Unsavable } from '../programs/context.js';
import { variantOf } from '../programs/files.js';
import { compileProgram, type CompileMode, reprint } from '../programs/output.js';
import { writeForSaves } from '../programs/program.js';
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

/** Goes on from the saves of some programs: of each save gives what is wrong. */
export type GoOn = (jobs: readonly Job[]) => Promise<readonly (readonly (string | undefined | null)[])[]>;

export interface Wanted {
  readonly pauses: number;
  readonly seed: number;
  readonly maxFailures?: number;
  /** Whether a program that fails is made smaller. */
  readonly reduces?: boolean;
  readonly goOn: GoOn;
  readonly onChunk?: (checked: Checked) => void;
}

const chunk = 100;
/** Of one program. */
const maxPauses = 60;
/** One program in so many is compiled twice, which has to give the same text. */
const COMPILED_AGAIN = 20;

export async function checkSaves(wanted: Wanted): Promise<Checked> {
  const { pauses, seed, maxFailures = 10, onChunk = () => undefined } = wanted;
  const checked: Checked = { programs: 0, pauses: 0, same: 0, refused: {}, failures: [] };
  for (let at = 0; checked.pauses < pauses && checked.failures.length < maxFailures; at += chunk) {
    const played: PlayedProgram[] = [];
    for (const [index, { traits, ...rest }] of fc.sample(programTrees, { numRuns: chunk, seed: seed + at }).entries()) {
      if (checked.pauses >= pauses) break;
      const isSavable = traits % 8 < 7;
      const name = `number ${index} of seed ${seed + at}`;
      const one = await playProgram({ ...writeForSaves({ traits, ...rest }, isSavable), name, traits });
      checked.programs++;
      checked.pauses += one.pauses;
      played.push(one);
    }
    await goOnFromPlayed(played, wanted.goOn);
    for (const { program, same, refused, faults } of played) {
      checked.same += same;
      for (const cause of refused) checked.refused[cause] = (checked.refused[cause] ?? 0) + 1;
      if (faults.length > 0 && checked.failures.length < maxFailures)
        checked.failures.push(`${program.name}: ${await failure(faults[0]!, program, wanted)}`);
    }
    onChunk(checked);
  }
  return checked;
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
  readonly name: string;
  readonly source: string;
  readonly traits: number;
  /** What it has that no save can have. */
  readonly unsavable: ReadonlySet<Unsavable>;
}

/** A program that has been played to its end, saved at each pause. */
interface PlayedProgram {
  readonly program: Program;
  pauses: number;
  same: number;
  readonly refused: string[];
  readonly faults: string[];
  /** Undefined if it has no save. */
  job?: Job;
}

/** Plays it, saves it at each pause, and goes on from each save. */
export async function checkProgram(program: Program, goOn: GoOn): Promise<PlayedProgram> {
  const played = await playProgram(program);
  await goOnFromPlayed([played], goOn);
  return played;
}

async function playProgram(program: Program): Promise<PlayedProgram> {
  const { source, traits } = program;
  const played: PlayedProgram = { program, pauses: 0, same: 0, refused: [], faults: [] };
  const compiled = compileForSaves(source, traits);
  if (typeof compiled === 'string') return { ...played, faults: [`not compiled: ${compiled}`] };
  const first = new Instance(compiled);
  await first.settle();
  first.begin();
  await first.settle();
  const saved: Saved[] = [];
  for (let pulse = 0; first.isRunning && !first.isTooLong && pulse < maxPauses; pulse++) {
    played.pauses++;
    const one = first.save(pulse);
    if ('text' in one) saved.push(one);
    else judgeRefused(one, program, played);
    await first.pulse();
  }
  if (saved.length > 0) played.job = { compiled, saved, played: await first.finish() };
  if (traits % COMPILED_AGAIN === 0 && (compileForSaves(source, traits) as Compiled).program !== compiled.program)
    played.faults.push('compiled again it has another text');
  return played;
}

async function goOnFromPlayed(played: readonly PlayedProgram[], goOn: GoOn): Promise<void> {
  const saving = played.filter(({ job }) => job !== undefined);
  const answers = await goOn(saving.map(({ job }) => job!));
  for (const [n, one] of saving.entries())
    for (const [at, wrong] of answers[n]!.entries())
      if (typeof wrong === 'string') one.faults.push(`pulse ${one.job!.saved[at]!.pulse}: ${wrong}`);
      else one.same++;
}

function judgeRefused({ pulse, refusals }: Refused, { unsavable }: Program, played: PlayedProgram): void {
  const causes = refusals.map((one) => causeOf(one, unsavable));
  const unknown = refusals[causes.indexOf(undefined)];
  if (unknown !== undefined)
    played.faults.push(`pulse ${pulse}: refused, ${unknown.code} ${unknown.text}: ${JSON.stringify(unknown)}`);
  else played.refused.push(causes[0]!);
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
