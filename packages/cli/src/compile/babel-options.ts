import * as babel from '@babel/core';
import presetTypescript from '@babel/preset-typescript';
import type { SourceType } from '../files/package-type.js';

export const isTypeScript = (file: string): boolean => /\.(?:[cm]?ts|tsx)$/.test(file);

/** Babel with our plugin and nothing else: no configuration files. */
export function babelOptions(
  file: string,
  { cwd, colour, sourceType }: { cwd: string; colour: boolean; sourceType: SourceType },
): babel.TransformOptions {
  return {
    cwd,
    filename: file,
    babelrc: false,
    configFile: false,
    browserslistConfigFile: false,
    compact: false,
    highlightCode: colour,
    sourceType,
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
