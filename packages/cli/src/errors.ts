/** Every message of the `spindle` command. Each names the thing, the fact and the fix. */

import type { BadByte } from './files/encoding.js';
import { printable } from 'babel-plugin-threads/printable';

/** What is wrong with the command or with a file, as data: it is cached, and printed as JSON. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  /** The code of docs/errors.md, if there is one: a few errors of Babel have none. */
  readonly code?: string;
  /** The path as the user knows it, or the option that is wrong. */
  readonly file?: string;
  /** From 1, as editors count. */
  readonly line?: number;
  readonly column?: number;
  /** One line: the fact, the fix and the code. */
  readonly message: string;
  /** The lines around the place; empty if there are none. */
  readonly frame: string;
}

/** One thing that is wrong. The message ends with a stable code. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly finding: Finding;
  constructor(finding: Finding) {
    super(textOf(finding));
    this.finding = finding;
  }
}

/**
 * A finding as it is printed, in the format that editors and terminals recognise: `file:line:column: message`, then the
 * code frame.
 */
export function textOf({ severity, file, line, column, message, frame }: Finding): string {
  const position = [file, line, column].filter((part) => part !== undefined).join(':');
  const origin = position === '' ? '' : `${printable(position)}: `;
  const kind = severity === 'warning' ? 'warning: ' : '';
  return `${origin}${kind}${message}${frame === '' ? '' : `\n${frame}`}`;
}

/** All problems of one run. When this is thrown, nothing has been written. */
export class Problems extends Error {
  override readonly name = 'Problems';
  readonly list: readonly CliError[];
  constructor(list: readonly CliError[]) {
    super(list.map((problem) => problem.message).join('\n'));
    this.list = list;
  }
}

/** Throws what has been collected, if there is anything. */
export function throwIfAny(list: readonly CliError[]): void {
  if (list.length > 0) throw new Problems(list);
}

const problem = (code: string, text: string): CliError => new CliError(findingOf('error', `${text} [${code}]`));

const orList = (nearest: string | undefined, all: string): string =>
  nearest === undefined ? `See \`${all} --help\`.` : `Did you mean \`${nearest}\`?`;

export const unknownCommand = (command: string, nearest?: string): CliError =>
  problem('SPN401', `\`${command}\` is not a command of spindle. ${orList(nearest, 'spindle')}`);

export const unknownOption = (option: string, command: string, nearest?: string): CliError =>
  problem(
    'SPN402',
    `\`${option}\` is not an option of \`spindle ${command}\`. ${orList(nearest, `spindle ${command}`)}`,
  );

export const badArguments = (fact: string, command: string): CliError =>
  problem('SPN403', `${fact}. See \`spindle ${command} --help\`.`);

export const givenTwice = (option: string): CliError =>
  problem('SPN404', `\`${option}\` is given more than once. Give it once.`);

export const noMatch = (glob: string, cwd: string): CliError =>
  problem(
    'SPN405',
    `\`${glob}\` matches no file in \`${cwd}\`. ${
      /^'.*'$/.test(glob)
        ? 'The single quotes became a part of it: use double quotes.'
        : 'Check the folder, and quote the glob.'
    }`,
  );

export const givenFolder = (glob: string): CliError =>
  problem('SPN406', `\`${glob}\` is a folder. Give the files in it: \`${glob.replace(/\/+$/, '')}/**/*.js\`.`);

export const notAScript = (file: string, known: readonly string[]): CliError =>
  problem('SPN407', `\`${file}\` is not a script: its extension is none of ${known.join(' ')}. Narrow the glob.`);

export const unreadable = (file: string, reason: string): CliError =>
  problem('SPN408', `\`${file}\` cannot be read: ${reason}. Make it readable, or leave it out of the globs.`);

export const sameOutput = (first: string, second: string, output: string): CliError =>
  problem('SPN409', `\`${first}\` and \`${second}\` would both become \`${output}\`. Rename one of them.`);

export const wouldOverwrite = (input: string): CliError =>
  problem('SPN410', `\`${input}\` is a source, and the output would overwrite it. Give another \`--out-dir\`.`);

export const folderInTheWay = (output: string): CliError =>
  problem(
    'SPN411',
    `\`${output}\` cannot be written: a folder has that name. Remove it, or give another \`--out-dir\`.`,
  );

export const unwritable = (folder: string, reason: string): CliError =>
  problem('SPN412', `\`${folder}\` cannot be written: ${reason}. Give another \`--out-dir\`, or make it writable.`);

export const badConfig = (file: string, fact: string): CliError => problem('SPN413', `\`${file}\` ${fact}`);

export const fileAsOutDir = (folder: string): CliError =>
  problem('SPN414', `\`${folder}\` is a file. Give a folder as \`--out-dir\`.`);

export const onlyOutputs = (globs: string, folder: string): CliError =>
  problem(
    'SPN415',
    `\`${globs}\` matches only files in the output folder \`${folder}\`, which are skipped. Give another \`--out-dir\`.`,
  );

export const notPutBack = (kept: string, reason: string): CliError =>
  problem(
    'SPN416',
    `An error came while outputs were replaced, and the old ones could not be restored: ${reason}. They are in \`${kept}\`: move them back by hand.`,
  );

export const notUtf8 = (file: string, { offset, line, value }: BadByte): CliError =>
  problem(
    'SPN417',
    `\`${file}\` is not UTF-8: byte ${offset} (0x${value.toString(16).toUpperCase().padStart(2, '0')}, in line ${line}) does not begin a character. Save the file as UTF-8.`,
  );

export const notAFile = (file: string, kind: string): CliError =>
  problem('SPN418', `\`${file}\` is ${kind} and not a file. Leave it out of the globs.`);

export const leadsOut = (link: string, linked: string): CliError =>
  problem(
    'SPN419',
    `\`${link}\` is a link that leads out of the output folder, to \`${linked}\`. Remove it, or give another \`--out-dir\`.`,
  );

export const noFolder = (culprit: string, output: string): CliError =>
  problem(
    'SPN420',
    `\`${culprit}\` is not a folder, so \`${output}\` cannot be written into it. Remove it, or give another \`--out-dir\`.`,
  );

export const handwritten = (output: string, input: string): CliError =>
  problem(
    'SPN421',
    `\`${output}\` exists already and is not marked as compiled, so it may be yours; \`${input}\` would overwrite it. Remove it, or give an \`--out-dir\` without sources.`,
  );

/** `fact` is the text of Babel. */
export const syntaxError = (place: Place, { fact, frame }: { fact: string; frame: string }): CliError =>
  new CliError(
    findingOf('error', `${/[.!?]$/.test(fact) ? fact : `${fact}.`} [SPN422]`, {
      place,
      frame,
    }),
  );

/** Fixes for errors of Babel whose own text does not say what to do. */
export const fixes = {
  await: 'In a marked function drop it: a call that waits already waits.',
  module: 'A `.cjs` or `.cts` file is CommonJS: use `require`, or give the file another extension.',
} as const;

export const tooDeep = (file: string): CliError =>
  problem(
    'SPN425',
    `\`${file}\` is nested too deeply to be compiled. Break its longest expression into several statements.`,
  );

export const staleOutput = (output: string): CliError =>
  problem('SPN426', `\`${output}\` is not what its source compiles to. Run the command without \`--check\`.`);

export const unknownCode = (code: string, nearest: string | undefined): CliError =>
  problem(
    'SPN427',
    `\`${code}\` is not a code of Spindle.${nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`} \`npx @spindle/cli explain\` lists all.`,
  );

/** Is thrown in the process that runs the script. */
export const noRuntime = (): CliError =>
  problem('SPN428', '`@spindle/runtime` is not installed where the script is. Run `npm install @spindle/runtime`.');

export const noFunction = (name: string, file: string, known: readonly string[]): CliError =>
  problem(
    'SPN429',
    `\`${file}\` has no function \`${name}\` that a mark covers. It has ${known.map((one) => `\`${one}\``).join(', ')}.`,
  );

export const nothingMarked = (file: string): CliError =>
  problem('SPN430', `Nothing in \`${file}\` is marked, so it is not compiled. Put \`// @compile\` above a function.`);

export const noPackage = (folder: string): CliError =>
  problem(
    'SPN431',
    `\`${folder}\` has no package.json. Run the command in the folder of a project, or make one with \`npm init\`.`,
  );

export const notChanged = (file: string, reason: string): CliError =>
  problem(
    'SPN432',
    `\`${file}\` cannot be written: ${reason}. Make it writable, and run the command again: it goes on from here.`,
  );

export const configNotRead = (file: string, read: string): Finding =>
  findingOf('warning', `\`${file}\` is not read, as the options come from \`${read}\`. Keep one of them. [SPN424]`);

/** Where something is wrong: in a file, or in an option. */
export type Place = Pick<Finding, 'file' | 'line' | 'column'>;

/** The text is Babel's or the plugin's: its first line with its own code, then its code frame. */
export function notCompiled(place: Place, text: string): CliError {
  const [message = '', ...frame] = text.split('\n');
  return new CliError(findingOf('error', message, { place, frame: frame.join('\n') }));
}

/** A finding whose message is shown on one line. The code is read from its end. */
export function findingOf(
  severity: Finding['severity'],
  text: string,
  { place = {}, frame = '' }: { place?: Place; frame?: string } = {},
): Finding {
  const [, code] = /\[(SPN\d{3})\]$/.exec(text) ?? [];
  return { severity, ...(code !== undefined && { code }), ...place, message: printable(text), frame };
}

/** What the system says about a failed file operation, without the path and the call. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return message.split(',')[0]?.replace(`${code}: `, '') ?? message;
}
