import type { Source } from '../context/compilation.js';
import { byPlace, nameInTexts } from '../babel/place.js';
import { printable } from '../messages/printable.js';
import type { FunctionPlan } from '../plan.js';
import type { Lowered } from '../lower/lower-function.js';
import type { Diagnostic, FunctionReport, SharedVariable, SpindleReport } from '../public.js';

declare const console: { warn(text: string): void };

/** Puts into the report what becomes of the functions, and what they share, also if the file is then refused. */
export function noteFunctions(
  source: Source,
  functions: readonly FunctionReport[],
  sharedVariables: readonly SharedVariable[],
): void {
  const metadata = metadataOf(source);
  metadata.functions = functions;
  if (sharedVariables.length > 0) metadata.sharedVariables = sharedVariables;
}

/** Puts into the report which functions are written for the target `frames`. */
export function noteLowered(source: Source, lowered: ReadonlyMap<FunctionPlan, Lowered>): void {
  const metadata = metadataOf(source);
  const byId = new Map([...lowered].map(([plan, one]) => [plan.id, one]));
  metadata.functions = metadata.functions.map((fn) => {
    const one = byId.get(fn.id);
    if (one === undefined) return fn;
    return { ...fn, target: one.form === 'generator' ? one : { form: 'frames' } };
  });
}

/** Puts into the report that the file has been changed. */
export function noteCompiled(source: Source): void {
  metadataOf(source).compiled = true;
}

/**
 * Hands the diagnostics to whoever asked for them. Throws if there are errors among them, or something was refused: one
 * error with all.
 */
export function report(source: Source, found: readonly Diagnostic[]): void {
  const diagnostics = [...found, ...withoutRepeats(source.refused)];
  if (diagnostics.length === 0) return;
  const { file, options } = source;
  metadataOf(source).diagnostics.push(...diagnostics);
  const failures = diagnostics.filter((one) => one.severity === 'error');
  for (const one of diagnostics) {
    if (one.severity === 'error') continue;
    if (options.onDiagnostic) options.onDiagnostic(one);
    // oxlint-disable-next-line no-console -- Babel has no channel for warnings
    else console.warn(formatWarning(one, file.opts.cwd ?? ''));
  }
  if (failures.length > 0) throw new DiagnosticsError(failures, file.opts.filename ?? undefined);
}

/** In the order of their positions. What two stages find is said once. */
function withoutRepeats(refused: readonly Diagnostic[]): Diagnostic[] {
  const told = new Map(refused.map((one) => [`${one.line}:${one.column} ${one.message}`, one]));
  return [...told.values()].sort(byPlace);
}

/** What the plugin leaves in `file.metadata`: `result.metadata.spindle` of Babel's answer. */
function metadataOf({ file }: Source): SpindleReport {
  const metadata = file.metadata as unknown as { spindle?: SpindleReport };
  return (metadata.spindle ??= { compiled: false, functions: [], diagnostics: [] });
}

/** All diagnostics of a file that are errors. Babel puts the file's name before the message. */
class DiagnosticsError extends SyntaxError {
  override readonly name = 'SyntaxError';
  readonly diagnostics: readonly Diagnostic[];
  constructor(diagnostics: readonly Diagnostic[], filename: string | undefined) {
    super(diagnostics.map(({ message, frame }) => (frame === '' ? message : `${message}\n${frame}`)).join('\n\n'));
    this.diagnostics = diagnostics;
    if (filename === undefined) withoutUnknownFile(this);
  }
}

/** Where Babel knows no file it writes `unknown file: ` before the message, which helps no reader. */
function withoutUnknownFile(error: Error): void {
  let { message } = error;
  Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => message,
    set(text: string) {
      message = text.replace(/^unknown file: /, '');
    },
  });
}

/** `scripts/guard.js:3:5: …`, then the code frame. */
function formatWarning({ file, line, column, message, frame }: Diagnostic, cwd: string): string {
  const name = nameInTexts(file, cwd);
  const position = name === undefined ? '' : `${printable(name)}:${line}:${column + 1}: `;
  return frame === '' ? position + message : `${position}${message}\n${frame}`;
}
