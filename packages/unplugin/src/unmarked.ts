/** A module in which nothing is marked, though it calls a word that waits: was the mark forgotten, or has another tool dropped it? */
import { readFileSync } from 'node:fs';
import { type Diagnostic, findUncompiledWait, MARK_FILTER, transform, type TransformOptions } from '@spindle/compiler';

/** `code` is what this was given, `file` the name of what was written. Null if no word waits. */
export function findUnmarked(code: string, options: TransformOptions, file: string): Diagnostic | null {
  const found = findUncompiledWait(code, options);
  if (found === null) return null;
  const written = readWritten(file);
  const marked =
    written === undefined || written === code ? undefined : firstMarked(written, { ...options, inputMap: undefined });
  return marked === undefined ? found : { ...marked, message: DROPPED };
}

const DROPPED =
  'The file has a mark, but another tool dropped it before Spindle saw the file, so the file is not compiled. Let Spindle see it before that tool, or write the directive "use compile" as the first statement, which tools keep. [SPN423]';

/** Undefined for a module that is no file, and for one without a mark. */
function readWritten(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    return MARK_FILTER.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** The first function that is marked, as a diagnostic without a text. Undefined if there is none, or if the code cannot be compiled: then others tell it. */
function firstMarked(code: string, options: TransformOptions): Diagnostic | undefined {
  try {
    const { functions = [] } = transform(code, options)?.report ?? {};
    const found = functions.find(({ form }) => form === 'suspendable' || form === 'wrapped');
    if (found === undefined) return undefined;
    return diagnosticAt(found, options.diagnostics === 'error' ? 'error' : 'warning', '');
  } catch {
    return undefined;
  }
}

export function diagnosticAt(
  { line, column }: { readonly line: number; readonly column: number },
  severity: Diagnostic['severity'],
  message: string,
): Diagnostic {
  return { code: 'SPN423', severity, message, line, column, endLine: line, endColumn: column, frame: '' } as Diagnostic;
}
