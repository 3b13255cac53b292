/** The commands: what each is called, takes and does. */
import type { Readable, Writable } from 'node:stream';
import { badArguments, Problems } from './errors.js';
import type { Target } from './config.js';
import { explain } from './explain/explain.js';
import { inspect } from './inspect/inspect.js';
import { precompile } from './precompile/precompile.js';
import { realWatchHost, watchAndBuild, type WatchHost } from './precompile/watch.js';
import type { Report, Screen } from './report.js';
import { builtPlayer, run } from './run/run.js';
import { version } from './version.js';

/** Where the command runs. Tests pass their own. */
export interface World {
  cwd: string;
  /** What is said to people. */
  stderr: Screen;
  /** What is asked for: the JSON of `--json`. Default: `process.stdout`. */
  stdout?: Screen;
  /** Where answers are typed. Default: `process.stdin`. */
  stdin?: Readable & { isTTY?: boolean };
  /** How `--watch` watches. Default: the file system, until the process is asked to end. */
  watching?: WatchHost;
  /** What `run` starts. Default: `play.js` of this package. */
  player?: URL;
  /** What `saves check` starts. Default: `checker.js` of this package. */
  checker?: URL;
}

/** The same, with the default of `stdout`. */
export type FullWorld = World & Required<Pick<World, 'stdout'>>;

/** What a command is run with. */
interface Call {
  /** The arguments that are no options. */
  readonly args: readonly string[];
  readonly flags: Flags;
  readonly world: FullWorld;
  readonly report: Report;
}

export interface CommandRow {
  /** `precompile <...globs>` */
  readonly usage: string;
  readonly about: string;
  readonly options: readonly (readonly [flags: string, about: string, settings?: { readonly default: string }])[];
  readonly example?: string;
  readonly writesOutputs?: true;
  /** Gives whether the command did what it was asked to. */
  readonly run: (call: Call) => boolean | Promise<boolean>;
}

/** As cac parses them: `--out-dir 2` gives a number. */
export type GivenFlags = Readonly<Record<string, string | number | boolean | undefined>>;

/** The options that a command was given. */
export class Flags {
  readonly #command: string;
  readonly #given: GivenFlags;

  constructor(command: string, given: GivenFlags) {
    this.#command = command;
    this.#given = given;
  }

  has(name: string): boolean {
    return this.#given[name] === true;
  }

  text(name: string): string | undefined {
    return this.#given[name]?.toString();
  }

  count(name: string): number | undefined {
    const given = this.#given[name];
    if (given === undefined || (Number.isInteger(given) && (given as number) > 0)) return given as number | undefined;
    throw this.wrong(`\`--${name}\` expected a whole number ≥ 1, got \`${given}\``);
  }

  /** The option of that name of the plugin, which the command line decides for all files. */
  target(): Target | undefined {
    return this.oneOf('target', ['generators', 'frames']);
  }

  oneOf<T extends string>(name: string, words: readonly T[]): T | undefined {
    const given = this.#given[name];
    const found = words.find((one) => one === given);
    if (given === undefined || found !== undefined) return found;
    const flag = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw this.wrong(`\`--${flag}\` expected ${words.map((one) => `\`${one}\``).join(' or ')}, got \`${given}\``);
  }

  refuseBoth(one: string, other: string): void {
    if (this.has(one) && this.has(other)) throw this.wrong(`\`--${one}\` and \`--${other}\` cannot be given together`);
  }

  wrong(fact: string): Problems {
    return new Problems([badArguments(fact, this.#command)]);
  }
}

const CONFIG = [
  '--config <file>',
  'File with the options of the plugin (default: spindle.config.{js,ts,json})',
] as const;
const TARGET = ['--target <name>', 'What functions that may wait become: generators or frames'] as const;

/** The options of each command that compiles. */
const compiling = ({ flags, world: { cwd } }: Call) => ({
  configFile: flags.text('config'),
  target: flags.target(),
  cwd,
});

export const COMMANDS: readonly CommandRow[] = [
  {
    usage: 'precompile <...globs>',
    about: 'Compile scripts and write them to a folder',
    options: [
      ['-o, --out-dir <folder>', 'Folder for the compiled files', { default: 'dist' }],
      ['--source-maps', 'Write a source map next to each compiled file'],
      CONFIG,
      TARGET,
      ['--runtime-global <path>', 'Use the runtime as a global, e.g. CK.code, instead of importing it'],
      ['--page', 'For a page without a bundler: the runtime is the global Spindle of @spindle/page'],
      ['-w, --watch', 'Compile again whenever a source or the options change'],
      ['--check', 'Write nothing; fail if an output is not what its source compiles to'],
      ['--json', 'Print the result as one line of JSON on stdout'],
      ['-q, --quiet', 'Print only errors and warnings'],
      ['--no-cache', 'Do not use node_modules/.cache/spindle'],
    ],
    // With double quotes, as cmd.exe treats single quotes as part of the argument.
    example: 'spindle precompile "scripts/**/*.js" --out-dir dist --source-maps',
    writesOutputs: true,
    run: (call) => {
      const { args, flags, world, report } = call;
      const request = {
        ...compiling(call),
        globs: args,
        outDir: flags.text('outDir')!,
        sourceMaps: flags.has('sourceMaps'),
        runtimeGlobal: flags.text('runtimeGlobal'),
        isForPage: flags.has('page'),
        useCache: flags.has('cache'),
        isCheck: flags.has('check'),
        report,
      };
      flags.refuseBoth('watch', 'check');
      return flags.has('watch') ? watchAndBuild(request, world.watching ?? realWatchHost()) : precompile(request);
    },
  },
  {
    usage: 'run <file>',
    about: 'Compile a script in memory and play it, in virtual time (not for measuring)',
    options: [
      ['--frames <number>', 'Stop after this many frames (default: when no thread is live, at most 10000)'],
      ['--live', 'Play it in real time'],
      ['--trace', 'Print what each thread waits for, whenever that changes'],
      CONFIG,
      TARGET,
    ],
    example: 'spindle run scene.js --trace',
    run: (call) => {
      const { args, flags, world } = call;
      const { stdout, stderr, player = builtPlayer } = world;
      return run({
        ...compiling(call),
        file: args[0]!,
        frames: flags.count('frames'),
        isLive: flags.has('live'),
        isTraced: flags.has('trace'),
        stdout,
        stderr,
        player,
      });
    },
  },
  {
    usage: 'explain [...codes]',
    about: 'Say what an error code means, and what to do',
    options: [],
    example: 'spindle explain SPN601',
    run: ({ args, world }) => explain(args, world.stdout),
  },
  {
    usage: 'inspect <file>',
    about: 'Show a script beside what it is compiled to, with the reason at each call and loop that may wait',
    options: [['--function <name>', 'Only this function, e.g. Guard.patrol or patrol'], CONFIG, TARGET],
    example: 'spindle inspect scene.js --function patrol',
    run: (call) => {
      const { args, flags, world } = call;
      const { stdout, stderr } = world;
      return inspect({ ...compiling(call), file: args[0]!, functionName: flags.text('function'), stdout, stderr });
    },
  },
  {
    usage: 'saves <action> [...files]',
    about: '`saves check`: would these saves load into the scripts as they are now? None of them is run',
    options: [
      ['--scripts <glob>', 'More scripts, such as those into which functions were moved'],
      ['--on-edit <what>', 'restart or drop: what `load` is told to do with scripts that cannot go on'],
      CONFIG,
    ],
    example: 'spindle saves check "test/saves/*.save"',
    run: async ({ args, flags, world }) => {
      const [action, ...saves] = args;
      if (action !== 'check' || saves.length === 0) throw flags.wrong('`spindle saves check` expected saves');
      const { builtChecker, checkSaves } = await import('./saves/check-saves.js');
      const { cwd, stdout, stderr, checker = builtChecker } = world;
      const onEdit = flags.oneOf('onEdit', ['restart', 'drop']);
      return checkSaves({
        saves,
        scripts: flags.text('scripts'),
        onEdit,
        configFile: flags.text('config'),
        cwd,
        stdout,
        stderr,
        checker,
      });
    },
  },
  {
    usage: 'init',
    about: 'Put Spindle into an existing project: show the change, ask, and make it',
    options: [['-y, --yes', 'Make the change without a question']],
    run: async ({ flags, world: { cwd, stdout, stdin = process.stdin } }) => {
      const { init } = await import('./init/init.js');
      const ask = stdout.isTTY && stdin.isTTY ? (question: string) => askAt(stdin, stdout, question) : undefined;
      return init({ isSure: flags.has('yes'), version: version(), cwd, stdout, ask });
    },
  },
];

async function askAt(input: Readable, output: Screen, question: string): Promise<boolean> {
  const { confirm } = await import('@clack/prompts');
  return (await confirm({ message: question, input, output: output as Writable })) === true;
}
