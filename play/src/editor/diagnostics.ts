/** Errors and warnings of the compiler, and what the scene has thrown, as marks in the editor. */
import type { Diagnostic as Told } from '@spindle/compiler';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { LogEntry } from '../protocol.js';

export function showDiagnostics(view: EditorView, told: readonly Told[], thrown: readonly LogEntry[] = []): void {
  const { doc } = view.state;
  const shown = told.map((one): Diagnostic => {
    const from = offsetOf(doc, one.line, one.column);
    const to = Math.max(offsetOf(doc, one.endLine, one.endColumn), Math.min(from + 1, doc.length));
    return { from, to, severity: one.severity, message: one.message };
  });
  const errors = thrown.flatMap(({ line, text }) =>
    line === null || line > doc.lines ? [] : [onLine(doc, line, text)],
  );
  view.dispatch(setDiagnostics(view.state, [...shown, ...errors]));
}

function onLine(doc: Text, line: number, message: string): Diagnostic {
  const { from, to, text } = doc.line(line);
  return { from: from + (text.length - text.trimStart().length), to, severity: 'error', message };
}

/** The text may have changed since. */
function offsetOf(doc: Text, line: number, column: number): number {
  if (line > doc.lines) return doc.length;
  const at = doc.line(Math.max(line, 1));
  return Math.min(at.from + column, at.to);
}
