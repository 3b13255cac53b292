import { errorAt, type Source, type WithFile } from './compilation.js';
import type { Diagnostic } from '../public.js';

interface Position {
  readonly line: number;
  readonly column: number;
}

/** A diagnostic about a node or comment; its code is at the end of its text. */
export function diagnosticAt(
  source: WithFile,
  at: { readonly loc?: { readonly start: Position; readonly end: Position } | null },
  { text, severity }: { readonly text: string; readonly severity: Diagnostic['severity'] },
): Diagnostic {
  const { line, column } = at.loc?.start ?? { line: 0, column: 0 };
  const { line: endLine, column: endColumn } = at.loc?.end ?? { line, column };
  const shown = errorAt(source, at, text).message;
  const frame = shown.startsWith(`${text}\n`) ? shown.slice(text.length + 1) : '';
  const file = source.file.opts.filename ?? undefined;
  return {
    code: /\[(SPN\d+)\]$/.exec(text)![1]!,
    severity,
    message: text,
    file,
    line,
    column,
    endLine,
    endColumn,
    frame,
  };
}

/** Refuses code that cannot be compiled. Whoever calls this goes on: the file may hold more that cannot. */
export function refuseAt(source: Source, at: Parameters<typeof diagnosticAt>[1], text: string): void {
  source.refused.push(diagnosticAt(source, at, { text, severity: 'error' }));
}
