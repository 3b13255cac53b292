/** What `npm create spindle` asks, does and says. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { cac, type CAC } from 'cac';
import { closest, distance } from 'fastest-levenshtein';
import pc from 'picocolors';
import { checkFolder, problemWith, TEMPLATES, version, writeProject, type TemplateName } from './project.js';

interface Given {
  readonly folder: string | undefined;
  readonly template: string | undefined;
  readonly yes: boolean;
  readonly install: boolean | undefined;
  readonly spindle: string | undefined;
}

interface Chosen {
  readonly folder: string;
  readonly template: TemplateName;
  readonly install: boolean;
  readonly spindle: string | undefined;
}

/** Where it runs: tests give their own. */
export interface Place {
  readonly cwd: string;
  /** Who can be asked. */
  readonly terminal?: { readonly input: Readable; readonly output: Writable } | undefined;
  readonly print: (text: string) => void;
}

const { stdin, stdout } = process;
const here: Place = {
  cwd: process.cwd(),
  terminal: stdin.isTTY && stdout.isTTY ? { input: stdin, output: stdout } : undefined,
  // oxlint-disable-next-line no-console -- this is what the command says
  print: (text) => console.log(text),
};

const names = Object.keys(TEMPLATES) as TemplateName[];

/** Returns the exit code: 0, or 1 after an error. */
export async function main(args: readonly string[], place: Place = here): Promise<number> {
  try {
    const given = read(args);
    if (given === undefined) return 0;
    if (given.folder !== undefined) checkFolder(path.resolve(place.cwd, given.folder));
    const answers = given.yes ? given : await ask(given, place);
    if (answers === undefined) return 1;
    return create(withDefaults(answers), place);
  } catch (error) {
    place.print(pc.red((error as Error).message));
    return 1;
  }
}

/** Undefined after `--help` and `--version`. */
function read(args: readonly string[]): Given | undefined {
  const cli = cac('create-spindle');
  cli
    .command('[folder]', 'Make a new game in a folder')
    .usage('[folder] [options]')
    .option('-t, --template <name>', `${names.join(', ')} (default: canvas)`)
    .option('-y, --yes', 'Ask nothing')
    .option('--install', 'Install the packages; --no-install: do not')
    .option('--spindle <range>', "Another version of Spindle's packages")
    .example('npm create spindle@latest my-game')
    .example('npm create spindle@latest my-game -- --template phaser --yes');
  cli.help();
  cli.version(version);
  const { options } = cli.parse(['', '', ...args], { run: false });
  if (options.help || options.version) return undefined;
  checkOptions(cli);
  const [folder, more] = cli.args;
  if (more !== undefined) throw new Error(oneTooMany(folder!, more));
  const { template, spindle } = options as { template?: string; spindle?: string };
  if (template !== undefined && !isTemplate(template))
    throw new Error(`There is no template \`${template}\`. Choose one of ${names.join(', ')}.`);
  const install = args.some((arg) => /^--(?:no-)?install\b/.test(arg)) ? options.install === true : undefined;
  return { folder, template, yes: options.yes === true, install, spindle };
}

/** Replaces the errors of cac about options by our own. */
function checkOptions({ matchedCommand, globalCommand, options }: CAC): void {
  const known = [...(matchedCommand?.options ?? []), ...globalCommand.options];
  for (const [name, value] of Object.entries(options)) {
    if (name === '--') continue;
    const option = known.find(({ names: all }) => all.includes(name));
    const flag = `${name.length > 1 ? '--' : '-'}${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (option === undefined) throw new Error(unknownOption(flag, known));
    if (option.required && typeof value === 'boolean')
      throw new Error(`\`${flag}\` needs a value: \`${option.rawName}\`.`);
  }
}

function unknownOption(flag: string, known: readonly { rawName: string }[]): string {
  const flags = known.map(({ rawName }) => /--[\w-]+/.exec(rawName)![0]);
  const best = closest(flag, flags);
  const isNear = distance(flag, best) <= Math.max(2, flag.length / 3);
  const all = 'See `npm create spindle@latest -- --help`.';
  return `\`${flag}\` is not an option of create-spindle. ${isNear ? `Did you mean \`${best}\`?` : all}`;
}

/** npm keeps options for itself that stand before its `--`: of `--template phaser`, only `phaser` arrives. */
function oneTooMany(folder: string, more: string): string {
  const fact = `One folder is made at a time, so \`${more}\` is one too many.`;
  if (!isTemplate(more)) return fact;
  const command = `npm create spindle@latest ${folder} -- --template ${more}`;
  return `${fact} npm needs two dashes before the options: \`${command}\`.`;
}

const isTemplate = (name: string): name is TemplateName => Object.hasOwn(TEMPLATES, name);

const withDefaults = ({ folder = 'my-game', template = 'canvas', install = false, spindle }: Given): Chosen => ({
  folder,
  template: template as TemplateName,
  install,
  spindle,
});

/** What was given, with the answers to what was not. Undefined if the person gives up. */
async function ask(given: Given, { cwd, terminal }: Place): Promise<Given | undefined> {
  if (terminal === undefined) return given;
  const { cancel, confirm, intro, isCancel, select, text } = await import('@clack/prompts');
  const giveUp = (): undefined => cancel('Nothing was made.', terminal) as undefined;
  intro('A new game with Spindle', terminal);
  const folder =
    given.folder ??
    (await text({
      message: 'In which folder?',
      initialValue: 'my-game',
      validate: (value = '') => problemWith(path.resolve(cwd, value)),
      ...terminal,
    }));
  if (isCancel(folder)) return giveUp();
  const template =
    given.template ??
    (await select({
      message: 'What does it draw with?',
      options: names.map((value) => ({ value, label: TEMPLATES[value].label })),
      ...terminal,
    }));
  if (isCancel(template)) return giveUp();
  const isPage = TEMPLATES[template as TemplateName].isPage === true;
  const message = `Install the packages with ${manager()} now?`;
  const install = given.install ?? (!isPage && (await confirm({ message, ...terminal })));
  return isCancel(install) ? giveUp() : { ...given, folder, template, install };
}

const GAME =
  'Its first scene is src/gate.ts. Change it while the game runs, and press R in the game: it plays again, with your edits.';
const SERVER =
  'Its scene is server/inn.ts. `npm run dev:two` starts two processes, on Redis: there an edit comes while people play.';

function create({ folder, template, install, spindle }: Chosen, { cwd, print }: Place): number {
  const target = path.resolve(cwd, folder);
  writeProject({ folder: target, template, spindle });
  if (TEMPLATES[template].isPage) {
    print(
      `A game stands in ${pc.bold(target)}. Open ${pc.cyan('index.html')} there in a browser; the story is in that file.`,
    );
    return 0;
  }
  const run = manager();
  if (install) {
    const { status } = spawnSync(run, ['install'], {
      cwd: target,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    if (status !== 0)
      throw new Error(`\`${run} install\` failed in \`${target}\`. The files are there; install again.`);
  }
  const relative = path.relative(cwd, target);
  const way = relative.startsWith('..') ? target : relative;
  const steps = [...(way === '' ? [] : [`cd ${way}`]), ...(install ? [] : [`${run} install`]), `${run} run dev`];
  print(`A game stands in ${pc.bold(target)}. Go on with:\n`);
  for (const step of steps) print(`  ${pc.cyan(step)}`);
  print(`\n${TEMPLATES[template].isServer ? SERVER : GAME}`);
  return 0;
}

/** The one that runs this: npm, pnpm, yarn or bun. */
function manager(): string {
  return /^(?:npm|pnpm|yarn|bun)(?=\/)/.exec(process.env.npm_config_user_agent ?? '')?.[0] ?? 'npm';
}
