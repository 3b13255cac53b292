import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as babel from '@babel/core';
import presetTypescript from '@babel/preset-typescript';
import threads from 'babel-plugin-threads';
import type { PluginOptions } from './config.js';
import { notCompiled, Problems, reasonOf, unreadable, type CliError } from './errors.js';
import type { OutputFile, Step } from './outputs.js';

interface Settings {
  options: PluginOptions;
  sourceMaps: boolean;
  cwd: string;
  /** Whether code frames are in colour. */
  colour: boolean;
}

/** Gives the files that come out of one step. Throws a `CliError` if the file cannot be read or compiled. */
export type Compiler = (step: Step) => Promise<OutputFile[]>;

/** Babel with our plugin and nothing else: no configuration files. Throws `Problems` if the plugin refuses its options. */
export async function createCompiler(settings: Settings): Promise<Compiler> {
  await checkOptions(settings);
  return async ({ input, output }) => {
    const source = await read(input, settings.cwd);
    let result: babel.BabelFileResult | null;
    try {
      result = await babel.transformAsync(source, {
        ...babelOptions(input, settings),
        plugins: [[threads, settings.options]],
        sourceMaps: settings.sourceMaps,
        sourceFileName: path.relative(path.dirname(output), input).replaceAll(path.sep, '/'),
      });
    } catch (error) {
      throw problemOf(error as Error, input, settings.cwd);
    }
    const code = result?.code ?? '';
    if (await isUntouched(source, code, input, settings)) return [{ file: output, text: source }];
    if (!result?.map) return [{ file: output, text: `${code}\n` }];
    return [
      { file: output, text: `${code}\n//# sourceMappingURL=${path.basename(output)}.map\n` },
      { file: `${output}.map`, text: JSON.stringify({ ...result.map, file: path.basename(output) }) },
    ];
  };
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
    throw unreadable(path.relative(cwd, file), reasonOf(error));
  }
}

/** The plugin judges its options whenever it is made: once here, so that a wrong one is not reported for each file. */
async function checkOptions(settings: Settings): Promise<void> {
  try {
    await babel.transformAsync('', { ...babelOptions('options.js', settings), plugins: [[threads, settings.options]] });
  } catch (error) {
    const fact = (error as Error).message
      .replace(/^\[BABEL\] .*?options\.js: /, '')
      .replace(/ \(While processing: .*\)$/s, '');
    throw new Problems([notCompiled('options of the plugin', fact)]);
  }
}

/** Puts the place first, as editors and terminals know it: `file:line:column: message`, then Babel's code frame. */
function problemOf(error: Error & { loc?: { line: number; column: number } }, file: string, cwd: string): CliError {
  const message = error.message.replaceAll(`${file}: `, '');
  if (!error.loc) return notCompiled(path.relative(cwd, file) + placeInFrame(message), message);
  const { line, column } = error.loc;
  return notCompiled(`${path.relative(cwd, file)}:${line}:${column + 1}`, message.replace(` (${line}:${column})`, ''));
}

/** Babel gives no `loc` with the errors of a plugin, so it is read off the code frame: the marked line and the first caret. */
function placeInFrame(message: string): string {
  const match = /^> *(?<line>\d+) \|.*\n +\|(?<space>\s*)\^/m.exec(stripVTControlCharacters(message));
  return match?.groups ? `:${match.groups.line}:${match.groups.space?.length}` : '';
}
