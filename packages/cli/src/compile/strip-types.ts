/**
 * TypeScript without its types: the compiler keeps them, and enums, parameter properties and imports of types have to become
 * JavaScript as `tsc` makes it. This is all that Babel is needed for.
 */
import * as babel from '@babel/core';
import presetTypescript from '@babel/preset-typescript';
import { notCompiled, Problems, syntaxError, tooDeep } from '../errors.js';
import { jsxImports } from './jsx-imports.js';

export interface Code {
  readonly code: string;
  readonly map: object | null;
}

interface Wanted {
  /** Absolute path, and the path as the user knows it. */
  readonly file: string;
  readonly name: string;
  readonly cwd: string;
  readonly sourceMaps: boolean;
  readonly sourceType: 'module' | 'script' | 'node';
}

export type StripTypes = (given: Code, wanted: Wanted) => Code;

const typescriptOptions = {
  rewriteImportExtensions: true,
  // Babel 8 always does this, and does not accept the option.
  ...(babel.version.startsWith('7.') && { allowDeclareFields: true }),
};

/** Throws `Problems`. Decorators stay: those of the language, or else the older ones, which parameters may have. */
export const stripTypes: StripTypes = (given, wanted) => {
  try {
    return stripWith('decorators', given, wanted);
  } catch (error) {
    try {
      if (given.code.includes('@')) return stripWith('decorators-legacy', given, wanted);
    } catch {
      // The first error is told.
    }
    throw new Problems([problemOf(error as BabelError, wanted)]);
  }
};

/** Reads no configuration file. */
function stripWith(
  decorators: 'decorators' | 'decorators-legacy',
  { code, map }: Code,
  { file, cwd, sourceMaps, sourceType }: Wanted,
): Code {
  const result = babel.transformSync(code, {
    cwd,
    filename: file,
    babelrc: false,
    configFile: false,
    browserslistConfigFile: false,
    compact: false,
    highlightCode: false,
    sourceMaps,
    ...(map !== null && { inputSourceMap: map as NonNullable<babel.TransformOptions['inputSourceMap']> }),
    sourceType: sourceType === 'node' ? 'unambiguous' : sourceType,
    // Babel 8 does not enable JSX because of the extension `.tsx`.
    parserOpts: { plugins: file.endsWith('.tsx') ? ['jsx', decorators] : [decorators] },
    presets: [[presetTypescript, typescriptOptions]],
    plugins: [jsxImports],
  });
  return { code: result?.code ?? '', map: result?.map ?? null };
}

interface BabelError extends Error {
  code?: string;
  loc?: { line: number; column: number };
}

function problemOf(error: BabelError, { file, name }: Wanted) {
  if (error instanceof RangeError && error.message.includes('call stack')) return tooDeep(name);
  const message = error.message.replaceAll(`${file}: `, '');
  if (error.code !== 'BABEL_PARSE_ERROR' || !error.loc) return notCompiled({ file: name }, message);
  const { line, column } = error.loc;
  // A syntax error of Babel consists of `fact (1:0)`, advice about options of Babel, an empty line and the code frame.
  const [said = '', frame = ''] = message.split('\n\n');
  const fact = said.split('\n', 1)[0]!.replace(` (${line}:${column})`, '').replace(/:$/, '');
  return syntaxError({ file: name, line, column: column + 1 }, { fact, frame });
}
