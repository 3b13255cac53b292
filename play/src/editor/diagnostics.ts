/** Errors and warnings of the compiler as marks in the editor. */
import type { Diagnostic as Told } from '@spindle/compiler';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

export function showDiagnostics(view: EditorView, told: readonly Told[]): void {
  const { doc } = view.state;
  const shown = told.map((one): Diagnostic => {
    const from = offsetOf(doc, one.line, one.column);
    const to = Math.max(offsetOf(doc, one.endLine, one.endColumn), Math.min(from + 1, doc.length));
    return { from, to, severity: one.severity, message: one.message };
  });
  view.dispatch(setDiagnostics(view.state, shown));
}

/** The text may have changed since. */
function offsetOf(doc: Text, line: number, column: number): number {
  if (line > doc.lines) return doc.length;
  const at = doc.line(Math.max(line, 1));
  return Math.min(at.from + column, at.to);
}
