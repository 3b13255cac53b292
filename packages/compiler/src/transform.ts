import type { File } from '@babel/types';
import * as types from '@babel/types';
import templateModule from '@babel/template';
import threads, { isProgram, mayBeProgram, mayConcern as concerns, type ThreadsApi } from 'babel-plugin-threads';
import { CompileError } from './compile-error.js';
import { findUncompiledWait } from './find-uncompiled-wait.js';
import { defaultOf } from './default-of.js';
import { generate } from './generate.js';
import { hotCode, PROGRAM, readTopLevel, type TopLevel } from './accept-hot-updates.js';
import { parse } from './parse.js';
import { asCompileError } from './parse-error.js';
import { renameDollars, RUNES } from './rename-dollars.js';
import { SourceFile, traverse } from './source-file.js';
import type { Diagnostic, SpindleReport } from './plugin.js';
import type { TransformOptions, TransformResult } from './types.js';

/**
 * Compiles the functions of a source that are marked `// @compile`. Synchronous; reads no file and no configuration.
 *
 * @returns Null if the source has no mark, which one test of its text tells, or nothing in it concerns Spindle.
 * @throws {CompileError} If the source cannot be parsed or compiled: with all errors, their places and code frames.
 * @throws {TypeError} If an option is unknown or has a wrong value.
 * @example
 * const { code, map, report } = transform('// @compile\nfunction walk() { wait(200); }', { filename: 'walk.js' });
 */
export function transform(code: string, options: TransformOptions = {}): TransformResult | null {
  const { filename, sourceMap = true, inputMap, hot, isSvelte } = options;
  const compile = compilerOf(options);
  if (!mayConcern(code, options)) return null;
  let ast: File | undefined;
  try {
    ast = parse(code, options);
    const file = new SourceFile(code, ast, filename);
    // Before it is changed.
    const level = hot === undefined || ast.program.sourceType !== 'module' ? undefined : topLevelOf(file, options);
    (level ? compilerOf({ ...options, hotUpdates: true }) : compile)(file);
    const report = file.metadata.spindle ?? { compiled: false, functions: [], diagnostics: [] };
    if (report.compiled) {
      const module = options.runtime?.module ?? '@spindle/runtime';
      const { context, file: named = filename ?? 'this file' } = hot ?? { context: '' };
      const end = level && hotCode(level, report, { context, module, file: named });
      if (end) ast.program.body = ast.program.body.filter((statement) => !level.asked.includes(statement));
      if (isSvelte === true) renameDollars(ast, code);
      const { code: compiled, map } = generate(ast, { code, filename, sourceMap, inputMap });
      return { code: compiled + (end ?? ''), map, report, acceptsUpdates: Boolean(end) };
    }
    return report.diagnostics.length > 0 ? { code, map: null, report, acceptsUpdates: false } : null;
  } catch (error) {
    const { diagnostics } = error as CompileError;
    throw diagnostics === undefined
      ? asCompileError(error, { code, filename, ast, isProgram: isForLearners(code, options) })
      : new CompileError(diagnostics, filename);
  }
}

/**
 * What `transform` would report of a source, without its output: for editors and linters. Also of a source that cannot
 * be parsed or compiled: its errors are then among the diagnostics, beside the warnings.
 *
 * @returns Null if nothing in the source concerns Spindle.
 * @throws {TypeError} If an option is unknown or has a wrong value.
 */
export function inspect(code: string, options: TransformOptions = {}): SpindleReport | null {
  const { filename } = options;
  const compile = compilerOf(options);
  if (!mayConcern(code, options)) return reportOf(findUncompiledWait(code, options));
  let ast: File | undefined;
  let file: SourceFile | undefined;
  try {
    ast = parse(code, options);
    file = new SourceFile(code, ast, filename);
    compile(file);
  } catch (error) {
    const report = file?.metadata.spindle;
    // A refusal is in the report.
    if ((error as Partial<CompileError>).diagnostics !== undefined && report !== undefined) return report;
    const told = asCompileError(error, { code, filename, ast, isProgram: isForLearners(code, options) });
    if (!(told instanceof CompileError)) throw told;
    return { compiled: false, functions: [], diagnostics: [...told.diagnostics] };
  }
  return file.metadata.spindle ?? reportOf(findUncompiledWait(code, options));
}

/** What an update replaces: of a program, the script that it is. */
function topLevelOf(file: SourceFile, { script }: TransformOptions): TopLevel | undefined {
  const { code, ast, path } = file;
  const source = { code, file, program: path, options: { script } } as unknown as Parameters<typeof isProgram>[0];
  return isProgram(source) ? PROGRAM : readTopLevel(ast.program, code);
}

/** As a program, by the option or by what stands at its top. */
const isForLearners = (code: string, { script }: TransformOptions): boolean => script === true || mayBeProgram(code);

const reportOf = (found: Diagnostic | null): SpindleReport | null =>
  found && { compiled: false, functions: [], diagnostics: [found] };

type Compile = (file: SourceFile) => void;

/** What stands for Babel. */
const api = {
  types,
  template: defaultOf(templateModule),
  traverse,
  assertVersion: () => {},
} as unknown as ThreadsApi;

const compilers = new Map<string, Compile>();

/** Options are checked once; a bundler gives the same ones for each file. */
function compilerOf(given: TransformOptions): Compile {
  const { filename: _, sourceType: _type, sourceMap: _map, inputMap: _input, hot: _hot, isSvelte, ...rest } = given;
  const options = isSvelte === true ? { ...rest, plain: [...(rest.plain ?? []), ...RUNES] } : rest;
  const key = JSON.stringify(options);
  let compile = compilers.get(key);
  if (compile === undefined) {
    // Diagnostics are in the report. Nothing is written to the console.
    const { visitor } = threads(api, { ...options, onDiagnostic: () => {} });
    const program = visitor.Program as unknown as { enter(program: object, pass: object): void };
    compile = (file) => program.enter(file.path, { file, key: 'spindle' });
    compilers.set(key, compile);
  }
  return compile;
}

/** One test of the text: false if `transform` would give null for it, true if it has to be read. With the option `script`, each has to be. */
export function mayConcern(code: string, { script = false }: Pick<TransformOptions, 'script'> = {}): boolean {
  return script || concerns(code);
}
