import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as babel from '@babel/core';
import presetTypescript from '@babel/preset-typescript';
import threads, { type Diagnostic } from 'babel-plugin-threads';
import type { Config, PluginOptions } from './config.js';
import { notCompiled, Problems, reasonOf, unreadable, type CliError } from './errors.js';
import type { OutputFile, Step } from './outputs.js';

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

/** Babel with our plugin and nothing else: no configuration files. Throws `Problems` if the plugin refuses its options. */
export async function createCompiler(settings: Settings): Promise<Compiler> {
  const options = await checkOptions(settings);
  let told: Diagnostic[] = [];
  const onDiagnostic = (one: Diagnostic): void => void told.push(one);
  // One object for all files: Babel then makes the plugin once.
  const plugins: babel.PluginItem[] = [[threads, { ...options, onDiagnostic }]];
  return async (step) => {
    told = [];
    const { files, problems } = await settled(compile(step));
    const file = path.relative(settings.cwd, step.input);
    return { files, problems, warnings: told.map((one) => `${placeOf(one, file)}: warning: ${textOf(one)}`) };
  };

  /** Throws `Problems` if the file cannot be read or compiled. */
  async function compile({ input, output }: Step): Promise<OutputFile[]> {
    const source = await read(input, settings.cwd);
    let result: babel.BabelFileResult | null;
    try {
      result = await babel.transformAsync(source, {
        ...babelOptions(input, settings),
        plugins,
        sourceMaps: settings.sourceMaps,
        sourceFileName: path.relative(path.dirname(output), input).replaceAll(path.sep, '/'),
      });
    } catch (error) {
      throw new Problems(problemsOf(error as BabelError, input, settings.cwd));
    }
    const code = result?.code ?? '';
    const isCopy = await isUntouched(source, code, input, settings);
    return isCopy ? [{ file: output, text: source }] : outputFiles(output, code, result?.map);
  }
}

async function settled(files: Promise<OutputFile[]>): Promise<Pick<Compiled, 'files' | 'problems'>> {
  try {
    return { files: await files, problems: [] };
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    return { files: [], problems: error.list };
  }
}

function outputFiles(output: string, code: string, map: object | null | undefined): OutputFile[] {
  if (!map) return [{ file: output, text: `${code}\n` }];
  return [
    { file: output, text: `${code}\n//# sourceMappingURL=${path.basename(output)}.map\n` },
    { file: `${output}.map`, text: JSON.stringify({ ...map, file: path.basename(output) }) },
  ];
}

function babelOptions(file: string, { cwd, colour }: Settings): babel.TransformOptions {
  const isTypeScript = /\.[cm]?ts$/.test(file);
  return {
    cwd,
    filename: file,
    babelrc: false,
    configFile: false,
    browserslistConfigFile: false,
    compact: false,
    highlightCode: colour,
    sourceType: /\.c[jt]s$/.test(file) ? 'script' : 'module',
    presets: isTypeScript ? [[presetTypescript, typescriptOptions]] : [],
  };
}

const typescriptOptions = {
  rewriteImportExtensions: true,
  // Babel 8 does this always and refuses the option.
  ...(babel.version.startsWith('7.') && { allowDeclareFields: true }),
};

/** A JavaScript file in which the plugin changed nothing is copied as it is, so that its layout stays. */
async function isUntouched(source: string, code: string, file: string, settings: Settings): Promise<boolean> {
  if (/@compile|use compile/.test(source) || /\.[cm]?ts$/.test(file)) return false;
  const plain = await babel.transformAsync(source, babelOptions(file, settings));
  return plain?.code === code;
}

async function read(file: string, cwd: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Problems([unreadable(path.relative(cwd, file), reasonOf(error))]);
  }
}

/**
 * The plugin judges its options whenever it is made: once here, so that a wrong one is not reported for each file. What comes
 * from the file is judged by itself, so that the message names who gave it.
 */
async function checkOptions(settings: Settings): Promise<PluginOptions> {
  const { config, runtimeGlobal } = settings;
  await judge(config.options, config.file ?? 'options of the plugin');
  if (runtimeGlobal === undefined) return config.options;
  const options = { ...config.options, runtime: { ...config.options.runtime, global: runtimeGlobal } };
  await judge(options, '--runtime-global');
  return options;

  async function judge(given: PluginOptions, place: string): Promise<void> {
    try {
      await babel.transformAsync('', { ...babelOptions('options.js', settings), plugins: [[threads, given]] });
    } catch (error) {
      const fact = (error as Error).message
        .replace(/^\[BABEL\] .*?options\.js: /, '')
        .replace(/ \(While processing: .*\)$/s, '');
      throw new Problems([notCompiled(place, fact)]);
    }
  }
}

interface BabelError extends Error {
  loc?: { line: number; column: number };
  /** With the plugin's own errors, where a file has several. */
  diagnostics?: readonly Diagnostic[];
}

/** Puts the place first, as editors and terminals know it: `file:line:column: message`, then Babel's code frame. */
function problemsOf(error: BabelError, file: string, cwd: string): CliError[] {
  const name = path.relative(cwd, file);
  if (error.diagnostics) return error.diagnostics.map((one) => notCompiled(placeOf(one, name), textOf(one)));
  const message = error.message.replaceAll(`${file}: `, '');
  if (!error.loc) return [notCompiled(name + placeInFrame(message), message)];
  const { line, column } = error.loc;
  return [notCompiled(`${name}:${line}:${column + 1}`, message.replace(` (${line}:${column})`, ''))];
}

const placeOf = ({ line, column }: Diagnostic, file: string): string => `${file}:${line}:${column + 1}`;
const textOf = ({ message, frame }: Diagnostic): string => (frame === '' ? message : `${message}\n${frame}`);

/** Babel gives no `loc` with the errors of a plugin, so it is read off the code frame: the marked line and the first caret. */
function placeInFrame(message: string): string {
  const match = /^> *(?<line>\d+) \|.*\n +\|(?<space>\s*)\^/m.exec(stripVTControlCharacters(message));
  return match?.groups ? `:${match.groups.line}:${match.groups.space?.length}` : '';
}
