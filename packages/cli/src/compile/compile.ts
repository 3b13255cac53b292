import path from 'node:path';
import { CompileError, findUncompiledWait, inspect, mayConcern, transform } from '@spindle/compiler';
import type { Diagnostic, SpindleReport, TransformOptions } from '@spindle/compiler';
import type { Config } from '../config.js';
import { findingOf, fixes, notCompiled, notUtf8, Problems, type Finding } from '../errors.js';
import { decode } from '../files/encoding.js';
import type { SourceType } from '../files/package-type.js';
import type { Job } from '../outputs/outputs.js';
import { checkOptions } from './check-options.js';
import { mapComment, sourceUrl } from './source-maps.js';
import type { Code, StripTypes } from './strip-types.js';

/** All that decides what a file becomes, as plain data: it is a part of the cache's keys. */
export interface Settings {
  config: Config;
  runtimeGlobal: string | undefined;
  sourceMaps: boolean;
  cwd: string;
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

interface Parts {
  /** Undefined if no file is TypeScript: it brings Babel with it. */
  readonly stripTypes: StripTypes | undefined;
  /** Takes what the compiler says of each file in which something concerns Spindle. */
  readonly onReport?: (report: SpindleReport) => void;
}

interface Session extends Parts {
  readonly settings: Settings;
  readonly options: TransformOptions;
}

export const isTypeScript = (file: string): boolean => /\.(?:[cm]?ts|tsx)$/.test(file);

/** Throws `Problems` if the compiler refuses its options. */
export function createCompiler(settings: Settings, parts: Parts): Compiler {
  const session: Session = { ...parts, settings, options: checkOptions(settings) };
  return (source) => {
    const name = path.relative(settings.cwd, source.input);
    try {
      const { output, diagnostics } = compile(session, source, name);
      const findings = diagnostics.map((one) => ofDiagnostic(one, name));
      return { output: findings.some(({ severity }) => severity === 'error') ? undefined : output, findings };
    } catch (error) {
      return { output: undefined, findings: findingsOf(error as Error, source, { name, options: session.options }) };
    }
  };
}

interface Made {
  readonly output: Compiled['output'];
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws `Problems` or a `CompileError`. A file in which nothing is marked is copied, byte for byte. */
function compile({ settings, options, stripTypes, onReport }: Session, source: Source, name: string): Made {
  const { input, output, sourceType } = source;
  const bytes = bufferOf(source);
  const read = { ...options, filename: input, sourceType, sourceMap: settings.sourceMaps };
  const isTyped = isTypeScript(input);
  // Marks are ASCII, so they are found before it is known whether the bytes are UTF-8.
  if (!mayConcern(bytes.toString('latin1'), options) && !isTyped && !isUtf16(bytes))
    return { output: 'copy', diagnostics: findUnmarked(bytes.toString(), read) };
  const text = textOfSource(bytes, name);
  const result = transform(text, read);
  const diagnostics = result === null ? findUnmarked(text, read) : result.report.diagnostics;
  if (result !== null) onReport?.(result.report);
  if (!isTyped && result?.report.compiled !== true) return { output: 'copy', diagnostics };
  const code: Code = result ?? { code: text, map: null };
  const made = isTyped ? stripTypes!(code, { file: input, name, ...settings, sourceType }) : code;
  const url = sourceUrl(path.relative(path.dirname(output), input).replaceAll(path.sep, '/'));
  return { output: withMap(path.basename(output), made, url), diagnostics };
}

const bufferOf = ({ bytes }: Source): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function findUnmarked(text: string, options: TransformOptions): Diagnostic[] {
  const found = findUncompiledWait(text, options);
  return found === null ? [] : [found];
}

function withMap(name: string, { code, map }: Code, source: string): Compiled['output'] {
  if (!map) return { code: `${code}\n` };
  return {
    code: `${code}\n${mapComment(`${name}.map`)}`,
    map: JSON.stringify({ ...map, file: name, sources: [source] }),
  };
}

/** Looks for the byte order mark that editors write. No engine loads such a file as a script. */
const isUtf16 = ([first, second]: Buffer): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

function textOfSource(bytes: Buffer, name: string): string {
  const decoded = decode(bytes);
  if ('bad' in decoded) throw new Problems([notUtf8(name, decoded.bad)]);
  return decoded.text;
}

/** The warnings of the file stand beside its errors. */
function findingsOf(
  error: Error,
  source: Source,
  { name, options }: { readonly name: string; readonly options: TransformOptions },
): Finding[] {
  if (error instanceof Problems) return error.list.map(({ finding }) => finding);
  if (!(error instanceof CompileError)) return [notCompiled({ file: name }, error.message).finding];
  const { input: filename, sourceType } = source;
  const report = inspect(bufferOf(source).toString(), { ...options, filename, sourceType });
  return (report ?? error).diagnostics.map((one) => {
    const finding = ofDiagnostic(one, name);
    const fix = one.code === 'SPN422' ? fixOf(one, source) : '';
    return fix === '' ? finding : { ...finding, message: finding.message.replace(/(?= \[SPN422\]$)/, ` ${fix}`) };
  });
}

/** What to do about an error of the parser whose own text does not say it. */
function fixOf({ values, line, column }: Diagnostic, source: Source): string {
  if (values?.['reason'] === 'ImportOutsideModule') return fixes.module;
  const text = bufferOf(source).toString().split('\n')[line - 1];
  return text?.startsWith('await', column) ? fixes.await : '';
}

function ofDiagnostic({ severity, message, line, column, frame }: Diagnostic, file: string): Finding {
  return findingOf(severity, message, { place: { file, line, column: column + 1 }, frame });
}
