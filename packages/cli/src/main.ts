import { cac, type CAC, type Command } from 'cac';
import { nearest } from 'babel-plugin-threads/suggestions';
import { COMMANDS, type CommandRow, Flags, type FullWorld, type GivenFlags, type World } from './commands.js';
import { badArguments, givenTwice, Problems, throwIfAny, unknownCommand, unknownOption } from './errors.js';
import { createJsonReport, createReport, type Report } from './report.js';
import { version } from './version.js';

export type { World } from './commands.js';

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
  for (const row of COMMANDS) addCommand(cli, row, world, report);
  parse(cli, args);
  return ((await cli.runMatchedCommand()) as boolean | undefined) ?? true;
}

function addCommand(cli: CAC, row: CommandRow, world: FullWorld, report: Report): void {
  const command = cli.command(row.usage, row.about);
  for (const [flags, about, settings] of row.options) command.option(flags, about, settings);
  if (row.example !== undefined) command.example(row.example);
  command.action((...given: unknown[]) => {
    const { '--': rest, ...flags } = given.pop() as GivenFlags & { readonly '--': never };
    const args = [...given.flat(), ...(rest as readonly string[])].filter((one) => one !== undefined).map(String);
    const run = () => row.run({ args, flags: new Flags(command.name, flags), world, report });
    return row.writesOutputs === true ? run() : withProblemsAlone(run, world);
  });
}

/** Prints the problems of a command that writes no outputs without the summary that the report has. */
async function withProblemsAlone(run: () => boolean | Promise<boolean>, { stderr }: World): Promise<boolean> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    for (const { message } of error.list) stderr.write(`${message}\n`);
    return false;
  }
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
  throw new Problems([unknownCommand(wanted, nearest(wanted, known)[0])]);
}

function checkOptions(cli: CAC, command: Command): void {
  const known = [...command.options, ...cli.globalCommand.options];
  const flags = known.map((option) => /--[\w-]+/.exec(option.rawName)?.[0] ?? option.rawName);
  const problems = Object.entries(cli.options).flatMap(([name, value]) => {
    if (name === '--') return [];
    const flag = `${name.length > 1 ? '--' : '-'}${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (!known.some((option) => option.names.includes(name))) {
      return [unknownOption(flag, command.name, nearest(flag, flags)[0])];
    }
    return Array.isArray(value) ? [givenTwice(flag)] : [];
  });
  throwIfAny(problems);
}
