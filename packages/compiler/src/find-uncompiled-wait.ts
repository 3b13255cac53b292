import { findUncompiledWait as findIn } from 'babel-plugin-threads';
import { parse } from './parse.js';
import type { Diagnostic } from './plugin.js';
import { SourceFile } from './source-file.js';
import { waitFilterOf } from './marks.js';
import type { TransformOptions } from './types.js';

/**
 * Finds the first call of a word that waits, in a file for which `transform` gives null. The word is a free name, or an
 * import from the runtime. A call of an imported word is passed over where it may be right: in a generator, and where
 * its value is returned to whoever called the function, as in `start(() => wait(100))`.
 *
 * @returns Null if there is none; if the options turn diagnostics off or know the name; or if the file cannot be
 * parsed.
 */
export function findUncompiledWait(code: string, options: TransformOptions = {}): Diagnostic | null {
  const { filename, diagnostics, runtime } = options;
  if (diagnostics === 'off' || !waitFilterOf(options).test(code)) return null;
  let file: SourceFile;
  try {
    file = new SourceFile(code, parse(code, options), filename);
  } catch {
    return null;
  }
  return findIn(file, options, runtime?.module ?? '@spindle/runtime');
}
