import { printable, printableLines } from 'babel-plugin-threads';
import { codeFrame } from './code-frame.js';
import { CompileError } from './compile-error.js';

/** The error of the parser, which has a place, as an error of ours; any other error as it is. */
export function asCompileError(error: unknown, code: string, filename: string | undefined): unknown {
  const { loc, message } = error as { loc?: { line: number; column: number }; message: string };
  if (loc === undefined) return error;
  const { line, column } = loc;
  const fact = message
    .split('\n', 1)[0]!
    .replace(` (${line}:${column})`, '')
    .replace(/[.:]?$/, '.');
  const frame = printableLines(codeFrame(code, { start: loc }));
  const text = `${printable(fact)} [SPN422]`;
  const place = { line, column, endLine: line, endColumn: column };
  return new CompileError(
    [{ code: 'SPN422', severity: 'error', message: text, file: filename, ...place, frame }],
    filename,
  );
}
