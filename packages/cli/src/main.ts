import { readFileSync } from 'node:fs';
import { cac, type CAC, type Command } from 'cac';
import { closest, distance } from 'fastest-levenshtein';
import { badArguments, givenTwice, Problems, throwIfAny, unknownCommand, unknownOption } from './errors.js';
import type { Target } from './config.js';
import { precompile } from './precompile/precompile.js';
import { realWatchHost, watchAndBuild, type WatchHost } from './precompile/watch.js';
import { inspect } from './inspect/inspect.js';
import { explain } from './explain/explain.js';
import { builtPlayer, run } from './run/run.js';
import { createJsonReport, createReport, type Report, type Screen } from './report.js';

/** Where the command runs. Tests pass their own. */
export interface World {
  cwd: string;
  /** What is said to people. */
  stderr: Screen;
  /** What is asked for: the JSON of `--json`. Default: `process.stdout`. */
  stdout?: Screen;
  /** How `--watch` watches. Default: the file system, until the process is asked to end. */
  watching?: WatchHost;
  /** How a question is asked that is answered with yes or no. Default: on the terminal, if there is one. */
  ask?: (question: string) => Promise<boolean>;
  /** What `run` starts. Default: `play.js` of this package. */
  player?: URL;
}

/** The same, with the default of `stdout`. */
type FullWorld = World & Required<Pick<World, 'stdout'>>;

/** Runs `spindle` with these arguments and returns the exit code. Progress, findings and summaries go to stderr. */
export async function main(args: readonly string[], given: World = hostWorld()): Promise<number> {
  const world = { stdout: process.stdout, ...given };
  const report = args.includes('--json')
    ? createJsonReport(world.stdout)
    : createReport(world.stderr, { quiet: args.includes('--quiet') || args.includes('-q') });
  try {
    return (await runCommand(args, world, report)) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    report.failed(error.list, []);
    return 1;
  }
}

const hostWorld = (): World => ({ cwd: process.cwd(), stderr: process.stderr });

/** Gives whether the command did what it was asked to. */
async function runCommand(args: readonly string[], world: FullWorld, report: Report): Promise<boolean> {
  const cli = cac('spindle');
  cli.help();
  cli.version(version());
  addPrecompile(cli, world, report);
  addRun(cli, world);
  addExplain(cli, world);
  addInspect(cli, world);
  addInit(cli, world);
  parse(cli, args);
  return ((await cli.runMatchedCommand()) as boolean | undefined) ?? true;
}

const CONFIG_OPTION = [
  '--config <file>',
  'File with the options of the plugin (default: spindle.config.{js,ts,json})',
] as const;
const TARGET_OPTION = ['--target <name>', 'What functions that may wait become: generators or frames'] as const;

function addPrecompile(cli: CAC, world: FullWorld, report: Report): void {
  cli
    .command('precompile <...globs>', 'Compile scripts and write them to a folder')
    .option('-o, --out-dir <folder>', 'Folder for the compiled files', { default: 'dist' })
    .option('--source-maps', 'Write a source map next to each compiled file')
    .option(...CONFIG_OPTION)
    .option(...TARGET_OPTION)
    .option('--runtime-global <path>', 'Use the runtime as a global, e.g. CK.code, instead of importing it')
    .option('-w, --watch', 'Compile again whenever a source or the options change')
    .option('--check', 'Write nothing; fail if an output is not what its source compiles to')
    .option('--json', 'Print the result as one line of JSON on stdout')
    .option('-q, --quiet', 'Print only errors and warnings')
    .option('-j, --jobs <number>', 'Number of threads that compile (default: as many as are faster)')
    .option('--no-cache', 'Do not use node_modules/.cache/spindle')
    // With double quotes, as cmd.exe treats single quotes as part of the argument.
    .example('spindle precompile "scripts/**/*.js" --out-dir dist --source-maps')
    .action((globs: string[], options: PrecompileFlags) => {
      const request = {
        globs: [...globs, ...options['--']],
        outDir: options.outDir.toString(),
        sourceMaps: options.sourceMaps === true,
        configFile: options.config?.toString(),
        target: targetOf(options.target, 'precompile'),
        runtimeGlobal: options.runtimeGlobal?.toString(),
        useCache: options.cache,
        isCheck: options.check === true,
        threads: wholeNumber(options.jobs, '--jobs', 'precompile'),
        cwd: world.cwd,
        report,
      };
      if (options.watch !== true) return precompile(request);
      if (request.isCheck)
        throw new Problems([badArguments('`--watch` and `--check` cannot be given together', 'precompile')]);
      return watchAndBuild(request, world.watching ?? realWatchHost());
    });
}

/** The flags as cac parses them: `--out-dir 2` gives a number. */
interface PrecompileFlags {
  '--': string[];
  outDir: string | number;
  sourceMaps?: boolean;
  config?: string | number;
  target?: string | number;
  runtimeGlobal?: string | number;
  check?: boolean;
  watch?: boolean;
  cache: boolean;
  jobs?: string | number;
}

function addRun(cli: CAC, world: FullWorld): void {
  cli
    .command('run <file>', 'Compile a script in memory and play it, in virtual time (not for measuring)')
    .option('--frames <number>', 'Stop after this many frames (default: when no thread is live, at most 10000)')
    .option('--live', 'Play it in real time')
    .option('--trace', 'Print what each thread waits for, whenever that changes')
    .option(...CONFIG_OPTION)
    .option(...TARGET_OPTION)
    .example('spindle run scene.js --trace')
    .action((file: string, options: RunFlags) =>
      told(world, () =>
        run({
          file,
          frames: wholeNumber(options.frames, '--frames', 'run'),
          isLive: options.live === true,
          isTraced: options.trace === true,
          configFile: options.config?.toString(),
          target: targetOf(options.target, 'run'),
          cwd: world.cwd,
          stdout: world.stdout,
          stderr: world.stderr,
          player: world.player ?? builtPlayer,
        }),
      ),
    );
}

interface RunFlags {
  frames?: string | number;
  live?: boolean;
  trace?: boolean;
  config?: string | number;
  target?: string | number;
}

function addExplain(cli: CAC, world: FullWorld): void {
  cli
    .command('explain [...codes]', 'Say what an error code means, and what to do')
    .example('spindle explain SPN601')
    .action((codes: (string | number)[]) => told(world, () => explain(codes.map(String), world.stdout)));
}

function addInspect(cli: CAC, world: FullWorld): void {
  cli
    .command(
      'inspect <file>',
      'Show a script beside what it is compiled to, with the reason at each call and loop that may wait',
    )
    .option('--function <name>', 'Only this function, e.g. Guard.patrol or patrol')
    .option(...CONFIG_OPTION)
    .option(...TARGET_OPTION)
    .example('spindle inspect scene.js --function patrol')
    .action((file: string, options: InspectFlags) =>
      told(world, () =>
        inspect({
          file,
          functionName: options.function?.toString(),
          configFile: options.config?.toString(),
          target: targetOf(options.target, 'inspect'),
          cwd: world.cwd,
          stdout: world.stdout,
          stderr: world.stderr,
        }),
      ),
    );
}

interface InspectFlags {
  function?: string | number;
  config?: string | number;
  target?: string | number;
}

function addInit(cli: CAC, world: FullWorld): void {
  cli
    .command('init', 'Put Spindle into an existing project: show the change, ask, and make it')
    .option('-y, --yes', 'Make the change without a question')
    .action((options: { yes?: boolean }) =>
      told(world, async () => {
        const { init } = await import('./init/init.js');
        const { cwd, stdout, ask = stdout.isTTY ? askOnTerminal : undefined } = world;
        return init({ isSure: options.yes === true, version: version(), cwd, stdout, ask });
      }),
    );
}

async function askOnTerminal(question: string): Promise<boolean> {
  const { confirm } = await import('@clack/prompts');
  return (await confirm({ message: question })) === true;
}

/** Runs a command that writes no outputs: its problems are printed alone. */
async function told(world: World, work: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    for (const { message } of error.list) world.stderr.write(`${message}\n`);
    return false;
  }
}

function wholeNumber(given: string | number | undefined, option: string, command: string): number | undefined {
  if (given === undefined || (Number.isInteger(given) && (given as number) > 0)) return given as number | undefined;
  throw new Problems([badArguments(`\`${option}\` expected a whole number ≥ 1, got \`${given}\``, command)]);
}

/** The option of that name of the plugin, which the command line decides for all files. */
function targetOf(given: string | number | undefined, command: string): Target | undefined {
  if (given === undefined || given === 'generators' || given === 'frames') return given;
  throw new Problems([badArguments(`\`--target\` expected \`generators\` or \`frames\`, got \`${given}\``, command)]);
}

/** Parses the arguments, and replaces errors of cac by our own. */
function parse(cli: CAC, args: readonly string[]): void {
  cli.parse(['node', 'spindle', ...args.map(inCamelCase)], { run: false });
  const command = cli.matchedCommand;
  if (!command) return checkCommand(cli);
  checkOptions(cli, command);
  try {
    command.checkOptionValue();
    if (cli.args.length + cli.options['--'].length === 0) command.checkRequiredArgs();
  } catch (error) {
    throw new Problems([badArguments((error as Error).message, command.name)]);
  }
}

/**
 * cac knows only by the name in camel case that the option takes no value. After `--source-maps` it would take the next
 * glob as the value.
 */
const inCamelCase = (arg: string): string => (arg === '--source-maps' ? '--sourceMaps' : arg);

/** Called if cac matched no command, which is also so after `--help` and `--version`. */
function checkCommand(cli: CAC): void {
  if (cli.options.help || cli.options.version) return;
  const wanted = cli.args[0];
  if (wanted === undefined) return cli.outputHelp();
  const known = cli.commands.map((command) => command.name);
  throw new Problems([unknownCommand(wanted, nearest(wanted, known))]);
}

function checkOptions(cli: CAC, command: Command): void {
  const known = [...command.options, ...cli.globalCommand.options];
  const flags = known.map((option) => /--[\w-]+/.exec(option.rawName)?.[0] ?? option.rawName);
  const problems = Object.entries(cli.options).flatMap(([name, value]) => {
    if (name === '--') return [];
    const flag = `${name.length > 1 ? '--' : '-'}${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (!known.some((option) => option.names.includes(name))) {
      return [unknownOption(flag, command.name, nearest(flag, flags))];
    }
    return Array.isArray(value) ? [givenTwice(flag)] : [];
  });
  throwIfAny(problems);
}

/** The most similar known word, if it is similar enough for a suggestion. */
function nearest(word: string, known: string[]): string | undefined {
  const best = closest(word, known);
  return distance(word, best) <= Math.max(2, word.length / 3) ? best : undefined;
}

function version(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
