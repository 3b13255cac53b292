/** Programs that are compiled with `saves: true`, each instance of which is as fresh as in a process of its own. */
import { transformSync } from '@babel/core';
import threads from '../../../babel-plugin-threads/src/index.js';
import { transformSync as asCommonJs } from 'esbuild';
import * as abi from '../../src/abi.js';
import * as host from '../../src/host.js';
import * as words from '../../src/index.js';
import * as scenes from '../../src/scenes.js';
import * as saving from '../../src/saves.js';
import { type Saves, saves, type SavesOptions } from '../../src/saves.js';
import { savedFiles } from '../../src/saves/registry.js';
import { setDefaultScheduler } from '../../src/scheduling/current-scheduler.js';
import { verify } from '../../src/testing.js';

type Module = Readonly<Record<string, any>>;

const modules: Readonly<Record<string, object>> = {
  '@spindle/runtime': words,
  '@spindle/runtime/abi': abi,
  '@spindle/runtime/host': host,
  '@spindle/runtime/saves': saving,
  '@spindle/runtime/scenes': scenes,
};

/** The text of a compiled program, as CommonJS. */
export function scriptOf(source: string, options: object = {}, file: string = 'game.js'): string {
  const { code } = transformSync(source, {
    filename: `/project/${file}`,
    babelrc: false,
    configFile: false,
    browserslistConfigFile: false,
    sourceType: 'module',
    plugins: [[threads, { target: 'frames', saves: true, root: '/project', onDiagnostic() {}, ...options }]],
  })!;
  return asCommonJs(code!, { format: 'cjs', target: 'es2022' }).code;
}

/** Compiles a program. What it gives makes a fresh instance. */
export const compile = (source: string, options: object = {}): (() => Module) =>
  compileAll({ 'game.js': source }, options);

/** Compiles files that import one another, and others that are `plain`. What it gives runs the first one, in a fresh instance. */
export function compileAll(
  sources: Readonly<Record<string, string>>,
  options: object = {},
  plain: Readonly<Record<string, object>> = {},
): () => Module {
  const files = Object.entries(sources).map(([file, source]): [string, (...given: unknown[]) => void] => {
    // oxlint-disable-next-line typescript/no-implied-eval -- the program is text that we compiled
    const run = new Function('require', 'module', 'exports', 'log', scriptOf(source, options, file));
    return [`./${file}`, run as (...given: unknown[]) => void];
  });
  return () => {
    const loaded: Record<string, { exports: Module }> = {};
    const load = (name: string): object => {
      const run = new Map(files).get(name);
      if (run === undefined) return plain[name] ?? modules[name]!;
      if (loaded[name] !== undefined) return loaded[name].exports;
      const module = (loaded[name] = { exports: {} as Module });
      run(load, module, module.exports, log);
      return module.exports;
    };
    return load(files[0]![0]) as Module;
  };
}

let lines: string[] = [];
/** A function of the game, which each instance has. */
export const log = (text: unknown): void => void lines.push(`${words.clock.frame} ${String(text)}`);

/** One instance of a program on a scheduler of its own, which plain calls use until there is another one. */
export class Game {
  readonly scheduler: words.Scheduler;
  readonly saves: Saves;
  readonly module: Module;
  readonly lines: string[] = [];

  /** `given`: that of a replay, or options for its own. */
  constructor(
    start: () => Module,
    options: SavesOptions = {},
    given: words.Scheduler | ConstructorParameters<typeof words.Scheduler>[0] = {},
  ) {
    lines = this.lines;
    const onError = (error: unknown): void => log(`uncaught: ${(error as Error).message}`);
    this.scheduler =
      given instanceof words.Scheduler ? given : new words.Scheduler({ warnings: false, onError, ...given });
    (savedFiles() as Map<string, unknown>).clear();
    setDefaultScheduler(this.scheduler);
    this.module = start();
    this.saves = saves(this.scheduler, { ...options, functions: { log, ...options.functions } });
  }

  pulse(times: number = 1): this {
    lines = this.lines;
    for (let i = 0; i < times; i++) {
      this.scheduler.pulse(10);
      verify(this.scheduler);
    }
    return this;
  }

  finish(): string[] {
    for (let i = 0; i < 500 && this.scheduler.threads.length > 0; i++) this.pulse();
    return this.lines;
  }
}

/** What a program logs when it is saved after so many pulses and goes on in a fresh instance. `begin`: what plain code calls first. */
export function savedAndLoaded(
  start: () => Module,
  pulses: number,
  begin: (module: Module) => unknown,
  options: SavesOptions = {},
): { readonly lines: string[]; readonly whole: string[]; readonly text: string } {
  const first = new Game(start, options);
  begin(first.module);
  first.pulse(pulses);
  const text = first.saves.save();
  const before = first.lines.slice();
  const whole = first.finish();
  const second = new Game(start, options);
  second.saves.load(text);
  verify(second.scheduler);
  if (second.saves.save() !== text) throw new Error('A save that is loaded and saved again is another one.');
  return { lines: before.concat(second.finish()), whole, text };
}
