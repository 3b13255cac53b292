import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as babel from '@babel/core';
import presetTypescript from '@babel/preset-typescript';
import threads, { mayConcern, type Diagnostic, type SpindleReport } from 'babel-plugin-threads';
import type { Config, PluginOptions } from '../config.js';
import { decode } from '../files/encoding.js';
import {
  fixes,
  notAFile,
  notCompiled,
  notUtf8,
  Problems,
  reasonOf,
  syntaxError,
  tooDeep,
  unreadable,
  type CliError,
} from '../errors.js';
import { NotAFile, readBytes } from '../files/files.js';
import { jsxImports } from './jsx-imports.js';
import type { Job, OutputFile } from '../outputs/outputs.js';
import { sourceTypeOf } from '../files/package-type.js';
import { hasUnseen, printable, printableLines } from '../printable.js';
import { mapComment, sourceUrl } from './source-maps.js';
import { findWord, mayCallWord } from './unmarked.js';

interface Settings {
  config: Config;
  runtimeGlobal: string | undefined;
  sourceMaps: boolean;
  cwd: string;
  /** Whether code frames are in colour. */
  colour: boolean;
}

/** The result of one job. `files` is empty if there are problems. Each warning is a text that begins with its position. */
export interface Compiled {
  files: readonly OutputFile[];
  problems: readonly CliError[];
  warnings: readonly string[];
}

/** Compiles one file at a time. */
export type Compiler = (job: Job) => Promise<Compiled>;

/** A source as it is passed to Babel. */
interface Source {
  /** Absolute path. */
  file: string;
  /** The path as the user knows it. */
  name: string;
  text: string;
  /** Whether it may contain marks, or text that looks like a mark. */
  mayHaveMarks: boolean;
}

/** The state of one run. `diagnostics` are those of the file that is being compiled; everything else is the same for all files. */
interface Session {
  readonly settings: Settings;
  /** The plugins for a file that may contain marks, and for a file without marks that may call a word that waits. */
  readonly marked: babel.PluginItem[];
  readonly unmarked: babel.PluginItem[];
  diagnostics: Diagnostic[];
}

/** Babel with our plugin and nothing else: no configuration files. Throws `Problems` if the plugin refuses its options. */
export async function createCompiler(settings: Settings): Promise<Compiler> {
  const options = await checkOptions(settings);
  const onDiagnostic = (one: Diagnostic): void => void session.diagnostics.push(one);
  const session: Session = {
    settings,
    // One options object for all files, as Babel creates a plugin once for each options object.
    marked: [[threads, { ...options, onDiagnostic }]],
    unmarked: [findWord(options, onDiagnostic)],
    diagnostics: [],
  };
  return async (job) => {
    session.diagnostics = [];
    const name = path.relative(settings.cwd, job.input);
    const { files, problems } = await caught(compile(session, job, name));
    const { diagnostics } = session;
    const [errors, warnings] = [diagnostics.filter(isError), diagnostics.filter((one) => !isError(one))];
    return {
      files,
      problems: [...problems, ...errors.map((one) => notCompiled(positionOf(one, name), textOf(one)))],
      warnings: warnings.map((one) => `${printable(positionOf(one, name))}: warning: ${textOf(one)}`),
    };
  };
}

/** Throws `Problems` if the file cannot be read or compiled. A file in which nothing is marked is copied, byte for byte. */
async function compile(session: Session, { input, output }: Job, name: string): Promise<OutputFile[]> {
  const { settings, marked, unmarked } = session;
  const bytes = await read(input, name);
  const copy = [{ file: output, content: bytes }];
  // Marks and words are ASCII, so they are found before it is known whether the bytes are UTF-8.
  const glance = bytes.toString('latin1');
  const mayHaveMarks = mayConcern(glance);
  const plugins = mayHaveMarks ? marked : mayCallWord(glance) ? unmarked : [];
  if (!mayHaveMarks && !isTypeScript(input) && !isUtf16(bytes)) {
    // The file is copied in any case, so it need not be valid JavaScript: errors of this pass are ignored.
    if (plugins.length > 0)
      await caught(
        transform(session, { file: input, name, text: bytes.toString(), mayHaveMarks }, { plugins, code: false }),
      );
    return copy;
  }
  const result = await transform(
    session,
    { file: input, name, text: textOfSource(bytes, name), mayHaveMarks },
    {
      plugins: isTypeScript(input) ? [...plugins, jsxImports] : plugins,
      sourceMaps: settings.sourceMaps,
      sourceFileName: sourceUrl(path.relative(path.dirname(output), input).replaceAll(path.sep, '/')),
    },
  );
  const { spindle } = (result?.metadata ?? {}) as { spindle?: SpindleReport };
  return spindle?.compiled || isTypeScript(input) ? outputFiles(output, result?.code ?? '', result?.map) : copy;
}

async function transform(
  session: Session,
  source: Source,
  also: babel.TransformOptions,
): Promise<babel.BabelFileResult | null> {
  const { cwd, colour } = session.settings;
  // In a coloured frame, control characters of the source could not be told from those of the colours.
  const isClean = !hasUnseen(source.text);
  try {
    return await babel.transformAsync(source.text, {
      ...babelOptions(source.file, { cwd, colour: colour && isClean }),
      ...also,
    });
  } catch (error) {
    throw new Problems(problemsOf(error as BabelError, source));
  } finally {
    if (!isClean)
      session.diagnostics = session.diagnostics.map((one) => ({ ...one, frame: printableLines(one.frame) }));
  }
}

async function caught(work: Promise<unknown>): Promise<Pick<Compiled, 'files' | 'problems'>> {
  try {
    return { files: (await work) as OutputFile[], problems: [] };
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    return { files: [], problems: error.list };
  }
}

function outputFiles(output: string, code: string, map: object | null | undefined): OutputFile[] {
  if (!map) return [{ file: output, content: `${code}\n` }];
  const name = path.basename(output);
  return [
    { file: output, content: `${code}\n${mapComment(`${name}.map`)}` },
    { file: `${output}.map`, content: JSON.stringify({ ...map, file: name }) },
  ];
}

const isTypeScript = (file: string): boolean => /\.(?:[cm]?ts|tsx)$/.test(file);

/** Looks for the byte order mark that editors write. No engine loads such a file as a script. */
const isUtf16 = ([first, second]: Buffer): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

function babelOptions(file: string, { cwd, colour }: { cwd: string; colour: boolean }): babel.TransformOptions {
  return {
    cwd,
    filename: file,
    babelrc: false,
    configFile: false,
    browserslistConfigFile: false,
    compact: false,
    highlightCode: colour,
    sourceType: sourceTypeOf(file),
    // Babel 8 does not enable JSX because of the extension `.tsx`.
    parserOpts: { plugins: /\.[jt]sx$/.test(file) ? ['jsx'] : [] },
    presets: isTypeScript(file) ? [[presetTypescript, typescriptOptions]] : [],
  };
}

const typescriptOptions = {
  rewriteImportExtensions: true,
  // Babel 8 always does this, and does not accept the option.
  ...(babel.version.startsWith('7.') && { allowDeclareFields: true }),
};

async function read(file: string, name: string): Promise<Buffer> {
  try {
    return await readBytes(file);
  } catch (error) {
    throw new Problems([error instanceof NotAFile ? notAFile(name, error.kind) : unreadable(name, reasonOf(error))]);
  }
}

function textOfSource(bytes: Buffer, name: string): string {
  const decoded = decode(bytes);
  if ('bad' in decoded) throw new Problems([notUtf8(name, decoded.bad)]);
  return decoded.text;
}

/**
 * The plugin validates its options each time it is created. They are validated here once, so that a wrong option is not reported for each file.
 * The options of the file are validated without those of the command line, so that the message names the right source.
 */
async function checkOptions({ config, runtimeGlobal, cwd }: Settings): Promise<PluginOptions> {
  await check(config.options, config.file ?? 'options of the plugin');
  if (runtimeGlobal === undefined) return config.options;
  const options = { ...config.options, runtime: { ...config.options.runtime, global: runtimeGlobal } };
  await check(options, '--runtime-global');
  return options;

  async function check(given: PluginOptions, origin: string): Promise<void> {
    try {
      await babel.transformAsync('', {
        ...babelOptions('options.mjs', { cwd, colour: false }),
        plugins: [[threads, given]],
      });
    } catch (error) {
      const fact = (error as Error).message
        .replace(/^\[BABEL\] .*?options\.mjs: /, '')
        .replace(/ \(While processing: .*\)$/s, '');
      throw new Problems([notCompiled(origin, fact)]);
    }
  }
}

interface BabelError extends Error {
  code?: string;
  loc?: { line: number; column: number; index?: number };
  /** Present if Babel knows the syntax, but it is not enabled. */
  missingPlugin?: readonly string[];
  reasonCode?: string;
  /** Present if the plugin found several errors in one file. */
  diagnostics?: readonly Diagnostic[];
}

/** Errors in the format that editors and terminals recognise: `file:line:column: message`, then Babel's code frame. */
function problemsOf(error: BabelError, source: Source): CliError[] {
  const { file, name, text } = source;
  if (error instanceof RangeError && error.message.includes('call stack')) return [tooDeep(name)];
  const clean = hasUnseen(text) ? printableLines : (frame: string) => frame;
  if (error.diagnostics) return error.diagnostics.map((one) => notCompiled(positionOf(one, name), clean(textOf(one))));
  const message = clean(error.message.replaceAll(`${file}: `, ''));
  if (!error.loc) return [notCompiled(name + positionInFrame(message), message)];
  const { line, column } = error.loc;
  const position = `${name}:${line}:${column + 1}`;
  if (error.code !== 'BABEL_PARSE_ERROR') return [notCompiled(position, message)];
  // A syntax error of Babel consists of `fact (1:0)`, advice about options of Babel, an empty line and the code frame.
  const [said = '', frame = ''] = message.split('\n\n');
  const fact = said.split('\n', 1)[0]!.replace(` (${line}:${column})`, '').replace(/:$/, '');
  return [syntaxError(position, { fact, fix: fixOf(error, source), frame })];
}

function fixOf({ loc, missingPlugin, reasonCode }: BabelError, { text, mayHaveMarks }: Source): string {
  if (missingPlugin?.includes('jsx')) return fixes.jsx;
  if (missingPlugin) return fixes.syntax;
  if (reasonCode === 'ImportOutsideModule') return fixes.module;
  return mayHaveMarks && text.startsWith('await', loc?.index) ? fixes.await : '';
}

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';
const positionOf = ({ line, column }: Diagnostic, file: string): string => `${file}:${line}:${column + 1}`;
const textOf = ({ message, frame }: Diagnostic): string =>
  frame === '' ? printable(message) : `${printable(message)}\n${frame}`;

/** Errors of plugins have no `loc`, so the position is read from the code frame: the marked line and the first caret. */
function positionInFrame(message: string): string {
  const match = /^> *(?<line>\d+) \|.*\n +\|(?<space>\s*)\^/m.exec(stripVTControlCharacters(message));
  return match?.groups ? `:${match.groups.line}:${match.groups.space?.length}` : '';
}
