/** Plays a piece on virtual time, on a scheduler of its own, and disturbs it at random moments. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@babel/core';
import * as compiler from '@spindle/compiler';
import * as runtime from '@spindle/runtime';
import * as abi from '@spindle/runtime/abi';
import * as ownWaits from '@spindle/runtime/own-waits';
import * as scenes from '@spindle/runtime/scenes';
import * as stacks from '@spindle/runtime/stacks';
import * as testing from '@spindle/runtime/testing';
import plugin from 'babel-plugin-threads';
import * as esbuild from 'esbuild';

const folder = fileURLToPath(new URL('.', import.meta.url));

export const targets = ['generators', 'frames'] as const;
export type Target = (typeof targets)[number];

/** What a piece and the files that it imports export. */
type Exports = Record<string, any>;

/** The packages that a piece can import. */
const packages: [string, Exports][] = [
  ['@spindle/compiler', compiler],
  ['@spindle/runtime', runtime],
  ['@spindle/runtime/abi', abi],
  ['@spindle/runtime/own-waits', ownWaits],
  ['@spindle/runtime/scenes', scenes],
  ['@spindle/runtime/stacks', stacks],
  ['@spindle/runtime/testing', testing],
];

export interface Played {
  readonly scheduler: runtime.Scheduler;
  /** What the piece has logged, each line behind the number of its frame: `12 the hero is at 4`. */
  readonly lines: string[];
  /** What came to `scheduler.onError`, and to `console.warn`. */
  readonly told: string[];
  readonly it: Exports;
}

export interface Disturbance {
  /** The frame after which it comes. */
  readonly frame: number;
  readonly act: (played: Played) => void;
}

/** Plays `name.js`, a file as a reader of the guide writes it, from its first line to the end of its `runToEnd`. A program is started. */
export function play(name: string, target: Target, disturbance?: Disturbance): Played {
  const told: string[] = [];
  const scheduler = new runtime.Scheduler({ seed: 1, onError: (error: unknown) => void told.push(String(error)) });
  const played: Played = { scheduler, lines: [], told, it: {} };
  const { warn } = console;
  console.warn = (text: string): void => void told.push(text);
  try {
    scheduler.enter(() => {
      const modules = modulesFor(played, disturbance);
      const { default: program } = load(`./${name}.js`, target, modules, played.it);
      if (program === undefined) return;
      runtime.start(program);
      modules.get('@spindle/runtime/testing')!.runToEnd(scheduler);
    });
  } finally {
    console.warn = warn;
  }
  testing.verify(scheduler);
  return played;
}

/** The same for one run. Its `runToEnd` also makes the disturbance, and looks at the runtime after it. */
function modulesFor({ scheduler, lines, ...rest }: Played, disturbance?: Disturbance): Map<string, Exports> {
  const log = (...values: unknown[]): void => void lines.push([scheduler.clock.frame, ...values].join(' '));
  const runToEnd = (): number => {
    if (disturbance !== undefined) {
      const { frame, act } = disturbance;
      testing.at(frame, () => act({ scheduler, lines, ...rest }));
      for (const after of [0, 1, 2, 10]) testing.at(frame + after, () => testing.verify(scheduler));
    }
    return testing.runToEnd(scheduler, { maxFrames: 2000 });
  };
  return new Map<string, Exports>([
    ...packages,
    ['@spindle/runtime', { ...runtime, scheduler }],
    ['@spindle/runtime/testing', { ...testing, log, runToEnd }],
  ]);
}

/** What a piece exports that does not play itself. Each call gives new variables. `change` is made in its text first. */
export function loadPiece(name: string, target: Target, change?: Change): Exports {
  const it: Exports = {};
  load(`./${name}.js`, target, new Map(packages), it, change);
  return it;
}

/** What stands in the file, and what stands there instead. */
export type Change = readonly [text: string, instead: string];

/** Runs a file of this folder with new variables, and those that it imports, once each. What they export is put into `it`. */
function load(file: string, target: Target, modules: Map<string, Exports>, it: Exports, change?: Change): Exports {
  const exports: Exports = {};
  modules.set(file, exports);
  const require = (name: string): Exports => modules.get(name) ?? load(name, target, modules, it);
  // Code that esbuild has made sets it in its first lines, to an object with a getter for each export.
  const module = {
    set exports(all: Exports) {
      for (const one of [exports, it]) Object.defineProperties(one, Object.getOwnPropertyDescriptors(all));
    },
    get exports(): Exports {
      return exports;
    },
  };
  compiled(file, target, change)(require, module);
  return exports;
}

const functions = new Map<string, (...args: unknown[]) => void>();

/** The file, compiled once for all runs, as a function of what CommonJS has. */
function compiled(file: string, target: Target, change: Change = ['', '']): (...args: unknown[]) => void {
  const key = [target, file, ...change].join(' ');
  const filename = path.join(folder, file);
  const known = functions.get(key);
  if (known !== undefined) return known;
  // oxlint-disable-next-line typescript/no-implied-eval -- it was compiled here
  const made = new Function('require', 'module', codeOf(filename, target, change)) as () => void;
  functions.set(key, made);
  return made;
}

function codeOf(filename: string, target: Target, [text, instead]: Change): string {
  const asItIs = readFileSync(filename, 'utf8');
  const source = asItIs.replace(text, () => instead);
  if (text !== '' && source === asItIs) throw new Error(`${filename} has no ${text}`);
  const plugins = [[plugin, { target }]] as [unknown, object][];
  const code = transformSync(source, { filename, configFile: false, babelrc: false, plugins })?.code ?? '';
  return esbuild.transformSync(code, { format: 'cjs' }).code;
}

const MOMENTS = 20;

/** Twenty frames from 1 to `frames`, the same in each run of the tests. */
export function momentsOf(name: string, frames: number): number[] {
  let seed = Array.from(name).reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7);
  return Array.from({ length: MOMENTS }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return 1 + Math.floor((seed / 2 ** 32) * frames);
  });
}

export interface Disturbances {
  /** The moments are between frame 1 and this one. */
  readonly frames: number;
  readonly act: (played: Played) => void;
  /** What must not change any more once the disturbance has come, such as where everybody is. */
  readonly still?: (it: Exports) => unknown;
  /** What has to hold at the end of each run. */
  readonly check?: (played: Played) => void;
}

/** What was wrong after a disturbance. */
interface Fault {
  readonly target: Target;
  readonly frame: number;
  readonly told: readonly string[];
  /** The threads that are left over. */
  readonly left: string;
  /** What is still after the disturbance, and at the end. */
  readonly still: readonly [unknown, unknown];
}

/**
 * Plays a piece twenty times for each target, each time disturbed once, and gives what was wrong: something was told, a thread was left over, or something that
 * has to be still was not. It throws if the runtime is unsound in the frames after the disturbance or at the end.
 */
export function disturb(name: string, { frames, act, still = () => null, check }: Disturbances): Fault[] {
  const faults: Fault[] = [];
  for (const target of targets)
    for (const frame of momentsOf(name, frames)) {
      let before: unknown;
      const actAndLook = (played: Played): void => {
        act(played);
        before = JSON.stringify(still(played.it));
      };
      const played = play(name, target, { frame, act: actAndLook });
      const { scheduler, told, it } = played;
      const after = JSON.stringify(still(it));
      const left = scheduler.dump();
      if (told.length > 0 || left !== '' || before === undefined || before !== after)
        faults.push({ target, frame, told, left, still: [before, after] });
      check?.(played);
    }
  return faults;
}

/** Somebody leaves the game, or presses STOP. */
export const stop = ({ scheduler }: Played): void => scheduler.cancelAll('STOP');
