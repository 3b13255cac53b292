/** Runs a program plain and compiled, and says what differs. */
import { types } from 'node:util';
import * as runtime from '@spindle/runtime';
import * as abi from '@spindle/runtime/abi';
import * as natives from '@spindle/runtime/natives';
import { codeOf } from '../../packages/runtime/src/execution/compiled-function.js';
import { setDefaultScheduler } from '../../packages/runtime/src/scheduling/current-scheduler.js';
import { Scheduler } from '../../packages/runtime/src/scheduling/scheduler.js';
import { makeStress } from '../shared/stress.js';
import { type Variant, variantOf } from './files.js';
import { compileProgram, type CompileMode, withParentheses } from './output.js';
import { differenceOf, maxLines, plainWords, show, surroundings, thrown } from './surroundings.js';

/** The result of a run: what it logged, and how it ended. */
export interface Run {
  readonly log: readonly string[];
  readonly end: string;
  readonly frames: number;
}

export interface Comparison {
  readonly plain: Run;
  /** The number of frames of the run in which `p` and loops wait; undefined if there was no such run. */
  readonly frames: number | undefined;
  /** Whether the program logs too much, or the engine refuses the output of Babel without the plugin. */
  readonly isSkipped: boolean;
  /** The mode and the first difference. */
  readonly difference: string | undefined;
}

const compiled: Mode = { name: 'compiled', compile: { frameWait: 'none' } };
export const waiting: Mode = { name: 'waiting', compile: { frameWait: 'default' }, waits: true };
export const stressed: Mode = { name: 'stressed', compile: { frameWait: 'all', stress: true }, stress: true };

/**
 * - compiled: nothing waits, so it behaves as plain code does and takes no frame.
 * - waiting: `p` and loops wait.
 * - stressed: a pause at every call and in every iteration of a loop.
 *
 * Every program is stressed, and runs in one of the other two modes, with both targets. The bits of `traits` choose that mode and the options:
 * whether names from outside are members of an object, and whether `log` is known not to wait (then many functions are proven not to wait). In one of the two modes
 * the other target may be mixed with the first, or keep more than it has to.
 */
export function modesOf(traits: number): readonly Mode[] {
  const mode = traits % 2 === 0 ? compiled : waiting;
  const checked = traits % 4;
  const isHosted = traits % 16 < 8;
  const chosen: readonly Mode[] = [
    {
      ...mode,
      compile: {
        ...mode.compile,
        isHosted,
        isCheckedAgain: checked < 2,
        plain: traits % 32 < 16 ? [] : instant,
      },
    },
    { ...stressed, compile: { ...stressed.compile, isHosted: !isHosted, isCheckedAgain: checked === 2 } },
  ];
  const mix = Math.floor(traits / 32);
  return [
    ...chosen,
    ...chosen.map((one, n) => (n === mix % 2 ? inVariant(one, variantOf(traits), mix) : inFrames(one))),
  ];
}

/** The same with the other target. */
export const inFrames = (mode: Mode): Mode => changed(mode, 'in frames', { target: 'frames' });

function inVariant(mode: Mode, variant: Variant, mix: number): Mode {
  switch (variant) {
    case 'mixed':
      return changed(mode, 'mixed', { target: 'mixed', mix });
    case 'files':
      return changed(mode, 'in several files', { target: 'files', mix });
    case 'keeping all':
      return changed(mode, 'in frames that keep all', { target: 'frames', keepsAll: true });
    case 'large':
      return changed(mode, 'in the frames of large functions', { target: 'frames', isLarge: true });
    case 'one script':
      return changed(mode, 'as one script', { target: mix % 4 < 2 ? 'frames' : 'generators', isOneScript: true });
    case 'saving':
      return changed(mode, 'in frames that can be saved', { target: 'frames', isSaving: true });
    default:
      return inFrames(mode);
  }
}

const changed = (mode: Mode, how: string, compile: Partial<CompileMode>): Mode => ({
  ...mode,
  name: `${mode.name} ${how}`,
  compile: { ...mode.compile, ...compile },
});

export interface Mode {
  readonly name: string;
  readonly compile: CompileMode;
  readonly waits?: boolean;
  readonly stress?: boolean;
}

type Main = (...args: unknown[]) => unknown;
/** The functions from outside that never wait. */
const instant = ['log', 'bad', 'same', 'why'];
const maxFrames = 20_000;

/** `traits` is the number in the program's tree that also chooses its modes. */
export async function compareProgram(source: string, traits: number): Promise<Comparison> {
  const plain = await runProgram(source, undefined);
  let frames: number | undefined;
  const answer = (difference: string | undefined, isSkipped = false): Comparison => ({
    plain,
    frames,
    isSkipped,
    difference,
  });
  if (plain.end === 'threw SyntaxError') return answer('plain: the program does not parse');
  if (plain.log.length > maxLines) return answer(undefined, true);
  for (const mode of modesOf(traits)) {
    const { code, fault } = compileProgram(source, { ...mode.compile, isRequiring: source.includes('require(') });
    if (fault !== undefined) return answer(`${mode.name}: ${fault}`);
    const run = await runProgram(code, mode);
    // Babel prints `f([1], ({ a = 1 } = {}))` as `f([1], { a = 1 } = {})`, which V8 refuses.
    if (run.end === 'threw SyntaxError' && isRefused(code) && !isRefused(withParentheses(code)))
      return answer(undefined, true);
    if (mode.waits) ({ frames } = run);
    const mayWait = !mode.name.startsWith(compiled.name) || source.includes('@wait');
    const found = differenceOf(plain, run) ?? (mayWait || run.frames === 0 ? undefined : 'it waits');
    if (found !== undefined) return answer(`${mode.name}: ${found}`);
  }
  return answer(undefined);
}

function isRefused(code: string): boolean {
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- it is parsed, not run
    void new Function(code);
    return false;
  } catch {
    return true;
  }
}

/** With its forms, as code of a global runtime calls it. */

/** `tell` logs it. */
const waitingP = (tell: (value: unknown) => unknown): unknown =>
  abi.$thread(function* (value: unknown): Generator<unknown, unknown> {
    tell(value);
    yield runtime.wait();
    return value;
  }, 'p(1)');

/** `mode`: undefined for plain code. */
export async function runProgram(code: string, mode: Mode | undefined): Promise<Run> {
  const log: string[] = [];
  let end: string | undefined;
  let frames = 0;
  const scheduler = new Scheduler({ onError: (error: unknown) => void (end ??= thrown(error)) });
  const { clock, waitUntil } = runtime;
  const stress = makeStress({ abi, codeOf, clock, waitUntil, isProxy: types.isProxy });
  // `beside` waits in all modes: otherwise the calls would run in another order than in plain code.
  const { beside } = stress.helpers;
  const RT = mode && { ...abi, ...runtime, ...natives, stress, beside, ...(mode.stress && stress.helpers) };
  const outside = surroundings(log, mode?.waits ? waitingP : undefined);
  // The plugin does not replace names in the text that `eval` gets, and in files without a mark, so they must exist as well.
  const hasOthers = code.includes('eval(') || mode?.compile.target === 'files';
  const seen = mode?.compile.isHosted ? { HOST: outside, ...(hasOthers && outside) } : outside;
  const before = setDefaultScheduler(scheduler);
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- the program was generated here
    const make = new Function(...Object.keys(seen), 'RT', 'require', `${code}\nreturn main;`) as (
      ...args: unknown[]
    ) => Main;
    const main = make(...Object.values(seen), RT, () => RT ?? plainWords);
    const given = mode?.stress ? stress.call(main, undefined, []) : main();
    while (scheduler.live.size > 0 && frames < maxFrames) {
      scheduler.pulse(16);
      frames++;
    }
    const value = frames > 0 ? (given as runtime.Thread).result : given;
    end ??= scheduler.live.size > 0 ? 'a thread never ended' : `gave ${show(value)}`;
  } catch (error) {
    end = thrown(error);
  } finally {
    setDefaultScheduler(before);
  }
  if (code.includes('async ')) for (let i = 0; i < 20; i++) await Promise.resolve();
  return { log, end, frames };
}
