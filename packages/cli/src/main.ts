import { readFileSync } from 'node:fs';
import { cac, type CAC, type Command } from 'cac';
import { closest, distance } from 'fastest-levenshtein';
import { badArguments, givenTwice, Problems, throwIfAny, unknownCommand, unknownOption } from './errors.js';
import { precompile } from './precompile/precompile.js';
import { createReport, type Screen } from './report.js';

/** Where the command runs. Tests pass their own. */
export interface World {
  cwd: string;
  stderr: Screen;
}

/** Runs `spindle` with these arguments and returns the exit code. All output goes to stderr, except that of `--help` and `--version`. */
export async function main(args: readonly string[], world: World = hostWorld()): Promise<number> {
  const report = createReport(world.stderr);
  try {
    await run(args, world, report);
    return 0;
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    report.problems(error.list);
    return 1;
  }
}

const hostWorld = (): World => ({ cwd: process.cwd(), stderr: process.stderr });

async function run(args: readonly string[], world: World, report: ReturnType<typeof createReport>): Promise<void> {
  const cli = cac('spindle');
  cli.help();
  cli.version(version());
  cli
    .command('precompile <...globs>', 'Compile scripts and write them to a folder')
    .option('--out-dir <folder>', 'Folder for the compiled files', { default: 'dist' })
    .option('--source-maps', 'Write a source map next to each compiled file')
    .option('--config <file>', 'JSON file with the options of the plugin (default: spindle.config.json, if it exists)')
    .option('--runtime-global <path>', 'Use the runtime as a global, e.g. CK.code, instead of importing it')
    // With double quotes, as cmd.exe treats single quotes as part of the argument.
    .example('spindle precompile "scripts/**/*.js" --out-dir dist --source-maps')
    .action((globs: string[], options: PrecompileFlags) =>
      precompile({
        globs: [...globs, ...options['--']],
        outDir: options.outDir.toString(),
        sourceMaps: options.sourceMaps === true,
        configFile: options.config?.toString(),
        runtimeGlobal: options.runtimeGlobal?.toString(),
        cwd: world.cwd,
        report,
      }),
    );
  parse(cli, args);
  await cli.runMatchedCommand();
}

/** The flags as cac parses them: `--out-dir 2` gives a number. */
interface PrecompileFlags {
  '--': string[];
  outDir: string | number;
  sourceMaps?: boolean;
  config?: string | number;
  runtimeGlobal?: string | number;
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

/** cac knows only by the name in camel case that the option takes no value. After `--source-maps` it would take the next glob as the value. */
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
