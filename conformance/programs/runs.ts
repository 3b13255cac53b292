/** Runs a program plain and compiled, and says what differs. */
import * as runtime from '@spindle/runtime';
import * as abi from '@spindle/runtime/abi';
import * as natives from '@spindle/runtime/natives';
import { codeOf } from '../../packages/runtime/src/execution/compiled-function.js';
import { setDefaultScheduler } from '../../packages/runtime/src/scheduling/current-scheduler.js';
import { makeStress } from '../shared/stress.js';
import { compileProgram, type CompileMode, reprint } from './output.js';

/** How a run went: what it logged, and how it ended. */
export interface Run {
  readonly log: readonly string[];
  readonly end: string;
  readonly frames: number;
}

export interface Comparison {
  readonly plain: Run;
  /** Frames of the run in which `p` and loops wait; undefined if this program has none. */
  readonly frames: number | undefined;
  /** It logs too much, or the engine refuses what Babel alone makes of it. */
  readonly isSkipped: boolean;
  /** The mode and the first difference. */
  readonly difference: string | undefined;
}

const compiled: Mode = { name: 'compiled', compile: { frameWait: 'none', calls: 'readable' } };
const waiting: Mode = { name: 'waiting', compile: { frameWait: 'default', calls: 'readable' }, waits: true };
const stressed: Mode = { name: 'stressed', compile: { frameWait: 'all', stress: true }, stress: true };

/**
 * - compiled: nothing waits, so it cannot be told from plain code and takes no frame.
 * - waiting: `p` and loops wait.
 * - stressed: a pause at every call and turn of a loop.
 *
 * Every program is stressed; the others take turns, and so do the two ways to write calls, names of the file's own and of a root
 * object, and whether `log` is known not to wait: then many functions are proven not to.
 */
function modesOf(traits: number): readonly Mode[] {
  const mode = traits % 2 === 0 ? compiled : waiting;
  const calls = traits % 8 < 4 ? 'readable' : 'fast';
  const asked = traits % 4;
  const isHosted = traits % 16 < 8;
  return [
    {
      ...mode,
      compile: { ...mode.compile, calls, isHosted, isAskedAgain: asked < 2, plain: traits % 32 < 16 ? [] : instant },
    },
    { ...stressed, compile: { ...stressed.compile, isHosted: !isHosted, isAskedAgain: asked === 2 } },
  ];
}

export interface Mode {
  readonly name: string;
  readonly compile: CompileMode;
  readonly waits?: boolean;
  readonly stress?: boolean;
}

type Main = (...args: unknown[]) => unknown;
const maxLines = 500;
/** What programs see that never waits. */
const instant = ['log', 'bad', 'same', 'why'];
const maxFrames = 20_000;

/** `traits` is the program's number, which chooses its modes. */
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
    // V8 refuses `f({}, {...a.b} = {})`, which Babel makes of `f({}, ({...a.b} = {}))`.
    if (run.end === 'threw SyntaxError' && isRefused(reprint(source))) return answer(undefined, true);
    if (mode.waits) ({ frames } = run);
    const mayWait = mode.name !== compiled.name || source.includes('@wait');
    const found = differenceOf(plain, run) ?? (mayWait || run.frames === 0 ? undefined : 'it waits');
    if (found !== undefined) return answer(`${mode.name}: ${found}`);
  }
  return answer(undefined);
}

function isRefused(code: string): boolean {
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- it is only read
    void new Function(code);
    return false;
  } catch {
    return true;
  }
}

function differenceOf(plain: Run, run: Run): string | undefined {
  const length = Math.max(plain.log.length, run.log.length);
  for (let i = 0; i < length; i++)
    if (plain.log[i] !== run.log[i])
      return `line ${i + 1}: ${plain.log[i] ?? 'none'} → ${run.log[i] ?? 'none'}; ended: ${run.end}`;
  return plain.end === run.end ? undefined : `ended: ${plain.end} → ${run.end}`;
}

async function runProgram(code: string, mode: Mode | undefined): Promise<Run> {
  const log: string[] = [];
  let end: string | undefined;
  let frames = 0;
  const scheduler = new runtime.Scheduler({ onError: (error: unknown) => void (end ??= thrown(error)) });
  const { clock, waitUntil } = runtime;
  const { $thread } = abi;
  const stress = makeStress({ $thread, codeOf, clock, pausingMethod: natives.pausingMethod, waitUntil });
  // All are waited for: who is let go would come in another order than in plain code.
  const RT = mode && { ...abi, ...runtime, ...natives, stress, beside: (value: unknown) => value };
  const outside = surroundings(log, mode?.waits ?? false);
  // What `eval` is given is text to the plugin.
  const seen = mode?.compile.isHosted ? { HOST: outside, ...(code.includes('eval(') && outside) } : outside;
  const before = setDefaultScheduler(scheduler);
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- the program is text that we made
    const make = new Function(...Object.keys(seen), 'RT', 'require', `${code}\nreturn main;`) as (
      ...args: unknown[]
    ) => Main;
    const main = make(...Object.values(seen), RT, () => RT ?? plainWords);
    const given = mode?.stress ? stress.call(true, main, undefined, []) : main();
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

/** The words that a program may take by `require`, of what has been worked out. */
const plainWords = {
  all: (...values: unknown[]) => values,
  race: (value: unknown) => value,
  withTimeout: (_ms: number, value: unknown) => value,
};

/** What a program sees beside its own. */
function surroundings(log: string[], waits: boolean): Record<string, unknown> {
  const write = (word: string, values: readonly unknown[]): unknown => {
    if (log.length > maxLines) throw new Error('bad: too long');
    log.push([word, ...values.map((value) => show(value))].join(' '));
    return values.at(-1);
  };
  const p = function* (value: unknown): Generator<unknown, unknown> {
    write('p', [value]);
    yield runtime.wait();
    return value;
  };
  return {
    log: (...values: unknown[]) => write('log', values),
    p: waits ? abi.$thread(p, 'p(1)') : (value: unknown) => write('p', [value]),
    bad(value: unknown) {
      write('bad', [value]);
      throw new TypeError(`bad ${show(value)}`);
    },
    why: thrown,
    same: (value: unknown) => value,
    none: undefined,
  };
}

/** Type and message; how the engine words its own messages depends on the text of the code. */
function thrown(error: unknown): string {
  if (!(error instanceof Error)) return `threw ${show(error)}`;
  const isWorded = error.message.startsWith('bad') || 'code' in error;
  return isWorded ? `threw ${error.name}: ${error.message}` : `threw ${error.name}`;
}

/** A value as the log has it; getters are not asked. */
function show(value: unknown, depth = 2): string {
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'function') return `function ${value.name}/${value.length}`;
  if (typeof value === 'string')
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…${value.length}` : value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (value === globalThis) return 'global';
  if (depth === 0) return '…';
  const parts = Object.entries(Object.getOwnPropertyDescriptors(value))
    .filter(([key]) => !(Array.isArray(value) && key === 'length'))
    .map(([key, own]) => `${key}: ${'value' in own ? show(own.value, depth - 1) : 'accessor'}`);
  return `${value.constructor?.name ?? 'null'} {${parts.join(', ')}}`;
}
