import type { SpindleReport } from '@spindle/compiler';
import type { Compiler, Settings } from './compile.js';

/** The compiler is loaded only if there is something to compile, and Babel only for TypeScript. */
export async function loadCompiler(
  settings: Settings,
  files: readonly string[],
  onReport?: (report: SpindleReport) => void,
): Promise<Compiler> {
  const { createCompiler, isTypeScript } = await import('./compile.js');
  const stripTypes = files.some(isTypeScript) ? (await import('./strip-types.js')).stripTypes : undefined;
  return createCompiler(settings, { stripTypes, ...(onReport && { onReport }) });
}
