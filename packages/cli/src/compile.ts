import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as babel from '@babel/core';
import presetTypescript from '@babel/preset-typescript';
import threads, { mayConcern, type Diagnostic, type SpindleMetadata } from 'babel-plugin-threads';
import type { Config, PluginOptions } from './config.js';
import { decode } from './encoding.js';
import {
  mends,
  notAFile,
  notCompiled,
  notUtf8,
  Problems,
  reasonOf,
  syntaxError,
  tooDeep,
  unreadable,
  type CliError,
} from './errors.js';
import { NotAFile, readBytes } from './files.js';
import { jsxImports } from './jsx-imports.js';
import type { OutputFile, Step } from './outputs.js';
import { sourceTypeOf } from './package-type.js';
import { hasUnseen, printable, printableLines } from './printable.js';
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

/** What comes out of one step: files, unless there are problems, and warnings as texts with their place first. */
export interface Compiled {
  files: readonly OutputFile[];
  problems: readonly CliError[];
  warnings: readonly string[];
}

/** Compiles one file at a time. */
export type Compiler = (step: Step) => Promise<Compiled>;

/** A source as Babel is given it. */
interface Source {
  /** Absolute path. */
  file: string;
  /** The path as the user knows it. */
  name: string;
  text: string;
  /** Whether it may have marks, or what looks like one. */
  concerns: boolean;
}

/** What is the same for all files of a run, and what has been told of the file that is being compiled. */
interface Session {
  readonly settings: Settings;
  /** The plugins for a file that may have marks, and for one that may only call a word that waits. */
  readonly marked: babel.PluginItem[];
  readonly unmarked: babel.PluginItem[];
  told: Diagnostic[];
}

/** Babel with our plugin and nothing else: no configuration files. Throws `Problems` if the plugin refuses its options. */
export async function createCompiler(settings: Settings): Promise<Compiler> {
  const options = await checkOptions(settings);
  const onDiagnostic = (one: Diagnostic): void => void session.told.push(one);
  const session: Session = {
    settings,
    // One object for all files: Babel then makes the plugin once.
    marked: [[threads, { ...options, onDiagnostic }]],
    unmarked: [findWord(options, onDiagnostic)],
    told: [],
  };
  return async (step) => {
    session.told = [];
    const name = path.relative(settings.cwd, step.input);
    const { files, problems } = await settled(compile(session, step, name));
    const { told } = session;
    const [errors, warnings] = [told.filter(isError), told.filter((one) => !isError(one))];
    return {
      files,
      problems: [...problems, ...errors.map((one) => notCompiled(placeOf(one, name), textOf(one)))],
      warnings: warnings.map((one) => `${printable(placeOf(one, name))}: warning: ${textOf(one)}`),
    };
  };
}

/** Throws `Problems` if the file cannot be read or compiled. A file in which nothing is marked is copied, byte for byte. */
async function compile(session: Session, { input, output }: Step, name: string): Promise<OutputFile[]> {
  const { settings, marked, unmarked } = session;
  const bytes = await read(input, name);
  const copy = [{ file: output, content: bytes }];
  // Marks and words are ASCII, so they are found before it is known whether the bytes are UTF-8.
  const glance = bytes.toString('latin1');
  const concerns = mayConcern(glance);
  const plugins = concerns ? marked : mayCallWord(glance) ? unmarked : [];
  if (!concerns && !isTypeScript(input) && !isUtf16(bytes)) {
    // What is only copied need not be JavaScript.
    if (plugins.length > 0)
      await settled(
        transform(session, { file: input, name, text: bytes.toString(), concerns }, { plugins, code: false }),
      );
    return copy;
  }
  const result = await transform(
    session,
    { file: input, name, text: textOfSource(bytes, name), concerns },
    {
      plugins: isTypeScript(input) ? [...plugins, jsxImports] : plugins,
      sourceMaps: settings.sourceMaps,
      sourceFileName: sourceUrl(path.relative(path.dirname(output), input).replaceAll(path.sep, '/')),
    },
  );
  const { spindle } = (result?.metadata ?? {}) as { spindle?: SpindleMetadata };
  return spindle?.compiled || isTypeScript(input) ? outputFiles(output, result?.code ?? '', result?.map) : copy;
}

async function transform(
  session: Session,
  source: Source,
  also: babel.TransformOptions,
): Promise<babel.BabelFileResult | null> {
  const { cwd, colour } = session.settings;
  // Between colours, what a terminal obeys could not be told from what the source has.
  const isClean = !hasUnseen(source.text);
  try {
    return await babel.transformAsync(source.text, {
      ...babelOptions(source.file, { cwd, colour: colour && isClean }),
      ...also,
    });
  } catch (error) {
    throw new Problems(problemsOf(error as BabelError, source));
  } finally {
    if (!isClean) session.told = session.told.map((one) => ({ ...one, frame: printableLines(one.frame) }));
  }
}

async function settled(work: Promise<unknown>): Promise<Pick<Compiled, 'files' | 'problems'>> {
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

/** By its first two bytes, as editors write them. Such a file is no script that anything could load. */
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
    // Babel 8 does not infer it from `.tsx`.
    parserOpts: { plugins: /\.[jt]sx$/.test(file) ? ['jsx'] : [] },
    presets: isTypeScript(file) ? [[presetTypescript, typescriptOptions]] : [],
  };
}

const typescriptOptions = {
  rewriteImportExtensions: true,
  // Babel 8 does this always and refuses the option.
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
 * The plugin judges its options whenever it is made: once here, so that a wrong one is not reported for each file. What comes
 * from the file is judged by itself, so that the message names who gave it.
 */
async function checkOptions({ config, runtimeGlobal, cwd }: Settings): Promise<PluginOptions> {
  await judge(config.options, config.file ?? 'options of the plugin');
  if (runtimeGlobal === undefined) return config.options;
  const options = { ...config.options, runtime: { ...config.options.runtime, global: runtimeGlobal } };
  await judge(options, '--runtime-global');
  return options;

  async function judge(given: PluginOptions, place: string): Promise<void> {
    try {
      await babel.transformAsync('', {
        ...babelOptions('options.mjs', { cwd, colour: false }),
        plugins: [[threads, given]],
      });
    } catch (error) {
      const fact = (error as Error).message
        .replace(/^\[BABEL\] .*?options\.mjs: /, '')
        .replace(/ \(While processing: .*\)$/s, '');
      throw new Problems([notCompiled(place, fact)]);
    }
  }
}

interface BabelError extends Error {
  code?: string;
  loc?: { line: number; column: number; index?: number };
  /** With syntax that Babel knows and has not been told to read. */
  missingPlugin?: readonly string[];
  reasonCode?: string;
  /** With the plugin's own errors, where a file has several. */
  diagnostics?: readonly Diagnostic[];
}

/** Puts the place first, as editors and terminals know it: `file:line:column: message`, then Babel's code frame. */
function problemsOf(error: BabelError, source: Source): CliError[] {
  const { file, name, text } = source;
  if (error instanceof RangeError && error.message.includes('call stack')) return [tooDeep(name)];
  const clean = hasUnseen(text) ? printableLines : (frame: string) => frame;
  if (error.diagnostics) return error.diagnostics.map((one) => notCompiled(placeOf(one, name), clean(textOf(one))));
  const message = clean(error.message.replaceAll(`${file}: `, ''));
  if (!error.loc) return [notCompiled(name + placeInFrame(message), message)];
  const { line, column } = error.loc;
  const place = `${name}:${line}:${column + 1}`;
  if (error.code !== 'BABEL_PARSE_ERROR') return [notCompiled(place, message)];
  // Babel: `fact (1:0)`, advice about its own options, an empty line, the code frame.
  const [said = '', frame = ''] = message.split('\n\n');
  const fact = said.split('\n', 1)[0]!.replace(` (${line}:${column})`, '').replace(/:$/, '');
  return [syntaxError(place, { fact, mend: mendOf(error, source), frame })];
}

function mendOf({ loc, missingPlugin, reasonCode }: BabelError, { text, concerns }: Source): string {
  if (missingPlugin?.includes('jsx')) return mends.jsx;
  if (missingPlugin) return mends.syntax;
  if (reasonCode === 'ImportOutsideModule') return mends.module;
  return concerns && text.startsWith('await', loc?.index) ? mends.await : '';
}

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';
const placeOf = ({ line, column }: Diagnostic, file: string): string => `${file}:${line}:${column + 1}`;
const textOf = ({ message, frame }: Diagnostic): string =>
  frame === '' ? printable(message) : `${printable(message)}\n${frame}`;

/** Babel gives no `loc` with the errors of a plugin, so it is read off the code frame: the marked line and the first caret. */
function placeInFrame(message: string): string {
  const match = /^> *(?<line>\d+) \|.*\n +\|(?<space>\s*)\^/m.exec(stripVTControlCharacters(message));
  return match?.groups ? `:${match.groups.line}:${match.groups.space?.length}` : '';
}
