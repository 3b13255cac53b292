/** Saves of the random programs of conformance/programs. */
import fc from 'fast-check';
import type { Unsavable } from '../programs/context.js';
import { type Variant, variantOf } from '../programs/files.js';
import { compileProgram, type CompileMode, reprint } from '../programs/output.js';
import { writeForSaves } from '../programs/program.js';
import { makeSmaller } from '../programs/reduce.js';
import { programTrees } from '../programs/tree.js';
import { causeOf } from './causes.js';
import { type GoOn, goOnFromPlayed, type Kind, newPlayed, type Played, type Wanted } from './check.js';
import { loadEdited } from './edited-programs.js';
import { type Compiled, Instance, type Refused, type Saved } from './instance.js';

/** Of one program. */
const maxPauses = 60;

/** What one program in so many is played with. */
interface Shares {
  /** It is compiled twice, which has to give the same text. */
  readonly compiledAgain: number;
  /** One of its saves is loaded after an edit. */
  readonly edited: number;
}

const USUAL: Shares = { compiledAgain: 20, edited: Number(process.env['SAVE_EDITED'] ?? 4) };

/** Programs of conformance/programs. */
export const randomPrograms = (shares: Shares = USUAL): Kind => ({
  *sample(count, seed) {
    for (const { traits, ...rest } of fc.sample(programTrees, { numRuns: count, seed })) {
      const isSavable = traits % 8 < 7;
      const program: Program = { ...writeForSaves({ traits, ...rest }, isSavable), traits };
      yield { play: () => playProgram(program, shares), tell: (fault, wanted) => failure(fault, program, wanted) };
    }
  },
});

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
  /** What it has that no save can have. */
  readonly unsavable: ReadonlySet<Unsavable>;
}

/** Plays it, saves it at each pause, and goes on from each save. */
export async function checkProgram(program: Program, goOn: GoOn): Promise<Played> {
  const played = await playProgram(program);
  await goOnFromPlayed([played], goOn);
  return played;
}

async function playProgram(
  program: Program,
  shares: Shares = USUAL,
  variant: Variant = variantOf(program.traits),
): Promise<Played> {
  const { source, traits } = program;
  const played = newPlayed();
  const compile = (text: string): Compiled | string => compileForSaves(text, traits, variant);
  const compiled = compile(source);
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
  // A function that only its own block calls has no factory: in no other variant has a frame it at a pause.
  if (variant === 'keeping all' && played.faults.length > 0) return playProgram(program, shares, 'frames');
  if (saved.length === 0) return played;
  const whole = await first.finish();
  played.job = { compiled, saved, played: whole };
  if (traits % shares.edited === 0) await loadOneEdited(program, { compiled, compile, saved, log: whole.log }, played);
  if (traits % shares.compiledAgain === 0 && (compile(source) as Compiled).program !== compiled.program)
    played.faults.push('compiled again it has another text');
  return played;
}

/** One of its saves. */
async function loadOneEdited(
  { source, traits }: Program,
  {
    compiled,
    compile,
    saved,
    log,
  }: {
    readonly compiled: Compiled;
    readonly compile: (text: string) => Compiled | string;
    readonly saved: readonly Saved[];
    readonly log: readonly string[];
  },
  played: Played,
): Promise<void> {
  const one = saved[traits % saved.length]!;
  try {
    const given = { source, compiled, saved: one, log, dice: traits };
    const outcome = await loadEdited(given, compile);
    if (outcome !== undefined) played.edits.push(outcome);
  } catch (error) {
    played.faults.push(`edited at pulse ${one.pulse}: ${(error as Error).message}`);
  }
}

function judgeRefused({ pulse, refusals }: Refused, { unsavable }: Program, played: Played): void {
  const causes = refusals.map((one) => causeOf(one, unsavable));
  const unknown = refusals[causes.indexOf(undefined)];
  if (unknown !== undefined)
    played.faults.push(`pulse ${pulse}: refused, ${unknown.code} ${unknown.text}: ${JSON.stringify(unknown)}`);
  else played.refused.push(causes[0]!);
}

const OUTSIDE = '// @compile\nfunction p(value) { tell(value); wait(); return value; }';
let outside: string | undefined;

/** What is wrong, as a text, if it cannot be compiled. */
export function compileForSaves(
  source: string,
  traits: number,
  variant: Variant = variantOf(traits),
): Compiled | string {
  outside ??= compileOutside();
  const isHosted = traits % 16 < 8;
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
