import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as babel from '@babel/core';
import threads, { mayConcern, type Diagnostic, type SpindleReport } from 'babel-plugin-threads';
import type { Config } from '../config.js';
import {
  findingOf,
  fixes,
  notCompiled,
  notUtf8,
  Problems,
  syntaxError,
  tooDeep,
  CliError,
  type Finding,
  type Place,
} from '../errors.js';
import { decode } from '../files/encoding.js';
import type { SourceType } from '../files/package-type.js';
import type { Job } from '../outputs/outputs.js';
import { hasUnseen, printableLines } from 'babel-plugin-threads/printable';
import { checkOptions } from './check-options.js';
import { babelOptions, isTypeScript } from './babel-options.js';
import { jsxImports } from './jsx-imports.js';
import { mapComment, sourceUrl } from './source-maps.js';
import { findWord, mayCallWord } from './unmarked.js';

/** All that decides what a file becomes, as plain data: it is a part of the cache's keys. */
export interface Settings {
  config: Config;
  runtimeGlobal: string | undefined;
  sourceMaps: boolean;
  cwd: string;
  /** Whether code frames are in colour. */
  colour: boolean;
}

/** A file to compile. */
export interface Source extends Job {
  bytes: Uint8Array;
  sourceType: SourceType;
}

/**
 * The result of one file, as plain data. `output` is undefined if there are errors; `copy` stands for the bytes of the
 * source.
 */
export interface Compiled {
  output: 'copy' | { code: string; map?: string } | undefined;
  findings: readonly Finding[];
}

/** Compiles one file at a time. */
export type Compiler = (source: Source) => Compiled;

/** A source as it is passed to Babel. */
interface Text {
  /** Absolute path. */
  file: string;
  /** The path as the user knows it. */
  name: string;
  text: string;
  sourceType: SourceType;
  /** Whether it may contain marks, or text that looks like a mark. */
  mayHaveMarks: boolean;
}

/**
 * The state of one run. `diagnostics` are those of the file that is being compiled; everything else is the same for all
 * files.
 */
interface Session {
  readonly settings: Settings;
  /** The plugins for a file that may contain marks, and for a file without marks that may call a word that waits. */
  readonly marked: babel.PluginItem[];
  readonly unmarked: babel.PluginItem[];
  /** Takes what the plugin did with each file that it compiled. */
  readonly onReport: ((report: SpindleReport) => void) | undefined;
  diagnostics: Diagnostic[];
}

/**
 * Babel with our plugin and nothing else: no configuration files. Throws `Problems` if the plugin refuses its options.
 */
export function createCompiler(settings: Settings, onReport?: (report: SpindleReport) => void): Compiler {
  const options = checkOptions(settings);
  const onDiagnostic = (one: Diagnostic): void => void session.diagnostics.push(one);
  const session: Session = {
    settings,
    // One options object for all files, as Babel creates a plugin once for each options object.
    marked: [[threads, { ...options, onDiagnostic }]],
    unmarked: [findWord(options, onDiagnostic)],
    onReport,
    diagnostics: [],
  };
  return (source) => {
    session.diagnostics = [];
    const name = path.relative(settings.cwd, source.input);
    const { output, problems } = caught(() => compile(session, source, name));
    const found = session.diagnostics.map(({ severity, message, line, column, frame }) =>
      findingOf(severity, message, { place: { file: name, line, column: column + 1 }, frame }),
    );
    const findings = [...problems.map(({ finding }) => finding), ...found];
    return { output: findings.some(({ severity }) => severity === 'error') ? undefined : output, findings };
  };
}

/** Throws `Problems` if the file cannot be compiled. A file in which nothing is marked is copied, byte for byte. */
function compile(session: Session, source: Source, name: string): Compiled['output'] {
  const { settings, marked, unmarked } = session;
  const { input, output, sourceType } = source;
  const bytes = Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.byteLength);
  // Marks are ASCII, so they are found before it is known whether the bytes are UTF-8.
  const glance = bytes.toString('latin1');
  const mayHaveMarks = mayConcern(glance);
  const plugins = mayHaveMarks ? marked : mayCallWord(bytes.toString(), settings.config.options) ? unmarked : [];
  if (!mayHaveMarks && !isTypeScript(input) && !isUtf16(bytes)) {
    // The file is copied in any case, so it need not be valid JavaScript: errors of this pass are ignored.
    if (plugins.length > 0)
      caught(() =>
        transform(
          session,
          { file: input, name, text: bytes.toString(), sourceType, mayHaveMarks },
          { plugins, code: false },
        ),
      );
    return 'copy';
  }
  const result = transform(
    session,
    { file: input, name, text: textOfSource(bytes, name), sourceType, mayHaveMarks },
    {
      plugins: isTypeScript(input) ? [...plugins, jsxImports] : plugins,
      sourceMaps: settings.sourceMaps,
      sourceFileName: sourceUrl(path.relative(path.dirname(output), input).replaceAll(path.sep, '/')),
    },
  );
  const { spindle } = (result?.metadata ?? {}) as { spindle?: SpindleReport };
  if (spindle) session.onReport?.(spindle);
  return spindle?.compiled || isTypeScript(input)
    ? withMap(path.basename(output), result?.code ?? '', result?.map)
    : 'copy';
}

function transform(session: Session, source: Text, also: babel.TransformOptions): babel.BabelFileResult | null {
  const { cwd, colour } = session.settings;
  // In a coloured frame, control characters of the source could not be told from those of the colours.
  const isClean = !hasUnseen(source.text);
  try {
    return babel.transformSync(source.text, {
      ...babelOptions(source.file, { cwd, colour: colour && isClean, sourceType: source.sourceType }),
      ...also,
    });
  } catch (error) {
    throw new Problems(problemsOf(error as BabelError, source));
  }
}

function caught(work: () => unknown): { output: Compiled['output']; problems: readonly CliError[] } {
  try {
    return { output: work() as Compiled['output'], problems: [] };
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    return { output: undefined, problems: error.list };
  }
}

function withMap(name: string, code: string, map: object | null | undefined): Compiled['output'] {
  if (!map) return { code: `${code}\n` };
  return { code: `${code}\n${mapComment(`${name}.map`)}`, map: JSON.stringify({ ...map, file: name }) };
}

/** Looks for the byte order mark that editors write. No engine loads such a file as a script. */
const isUtf16 = ([first, second]: Buffer): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

function textOfSource(bytes: Buffer, name: string): string {
  const decoded = decode(bytes);
  if ('bad' in decoded) throw new Problems([notUtf8(name, decoded.bad)]);
  return decoded.text;
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

function problemsOf(error: BabelError, source: Text): CliError[] {
  const { file, name, text } = source;
  if (error instanceof RangeError && error.message.includes('call stack')) return [tooDeep(name)];
  if (error.diagnostics) return error.diagnostics.map((one) => ofDiagnostic(one, name));
  const clean = hasUnseen(text) ? printableLines : (frame: string) => frame;
  const message = clean(error.message.replaceAll(`${file}: `, ''));
  if (!error.loc) return [notCompiled({ file: name, ...placeInFrame(message) }, message)];
  const { line, column } = error.loc;
  const place = { file: name, line, column: column + 1 };
  if (error.code !== 'BABEL_PARSE_ERROR') return [notCompiled(place, message)];
  // A syntax error of Babel consists of `fact (1:0)`, advice about options of Babel, an empty line and the code frame.
  const [said = '', frame = ''] = message.split('\n\n');
  const fact = said.split('\n', 1)[0]!.replace(` (${line}:${column})`, '').replace(/:$/, '');
  return [syntaxError(place, { fact, fix: fixOf(error, source), frame })];
}

function ofDiagnostic({ message, line, column, frame }: Diagnostic, file: string): CliError {
  return new CliError(findingOf('error', message, { place: { file, line, column: column + 1 }, frame }));
}

function fixOf({ loc, missingPlugin, reasonCode }: BabelError, { text, mayHaveMarks }: Text): string {
  if (missingPlugin?.includes('jsx')) return fixes.jsx;
  if (missingPlugin) return fixes.syntax;
  if (reasonCode === 'ImportOutsideModule') return fixes.module;
  return mayHaveMarks && text.startsWith('await', loc?.index) ? fixes.await : '';
}

/**
 * Errors of plugins have no `loc`, so the position is read from the code frame: the marked line and the first caret.
 */
function placeInFrame(message: string): Place {
  const match = /^> *(?<line>\d+) \|.*\n +\|(?<space>\s*)\^/m.exec(stripVTControlCharacters(message));
  return match?.groups ? { line: Number(match.groups.line), column: match.groups.space?.length ?? 0 } : {};
}
