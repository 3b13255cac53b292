/** What is common to those who load any file, and not only the ones that a bundler's filter lets through. */
import { MARK_FILTER, waitFilterOf, type TransformOptions, type TransformResult } from '@spindle/compiler';
import { compileScript, type Script } from './compile-script.js';
import { placedText } from './tell.js';

/** Packages, and files without marks and waits, stay as they are. `warn` gets what has to be told. */
export function compileAnyFile(
  script: Script,
  options: TransformOptions,
  warn: (text: string) => void,
): TransformResult | null {
  const { code, file } = script;
  if (/[\\/]node_modules[\\/]/.test(file)) return null;
  if (!MARK_FILTER.test(code) && !waitFilterOf(options).test(code)) return null;
  const { result, diagnostics } = compileScript(script, options);
  for (const one of diagnostics) warn(placedText(one));
  return result;
}
