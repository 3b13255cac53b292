/** What a script becomes, with all that has to be told of it. */
import { transform, type Diagnostic, type TransformOptions, type TransformResult } from '@spindle/compiler';
import { findUnmarked } from './unmarked.js';

export interface CompiledScript {
  /** Null if nothing in it concerns Spindle. */
  readonly result: TransformResult | null;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Script {
  readonly code: string;
  /** The name of what was written. The compiler is told another one where the extension does not say what the script is. */
  readonly file: string;
  /** Whether a call of a word that waits is looked for where nothing is marked. */
  readonly isDev: boolean;
}

/** @throws {CompileError} If the script cannot be parsed or compiled. */
export function compileScript({ code, file, isDev }: Script, options: TransformOptions): CompiledScript {
  const result = transform(code, options);
  const lost = result === null && isDev ? findUnmarked(code, options, file) : null;
  return { result, diagnostics: named(lost ? [lost] : (result?.report.diagnostics ?? []), file) };
}

export const named = (diagnostics: readonly Diagnostic[], file: string): Diagnostic[] =>
  diagnostics.map((one) => ({ ...one, file }));
