import { printable } from 'babel-plugin-threads/printable';
import type { Diagnostic } from './plugin.js';

/** The source cannot be compiled. `message` has the place, the fact and the mend of each error, with its code frame. */
export class CompileError extends SyntaxError {
  override readonly name = 'CompileError';
  /** All errors of the file. */
  readonly diagnostics: readonly Diagnostic[];
  /** The name of the file, as it was given. */
  readonly id: string | undefined;
  /** The place of the first error: line from 1, column from 0. */
  readonly loc: { readonly file: string | undefined; readonly line: number; readonly column: number };
  /** The code around the first error. */
  readonly frame: string;
  constructor(diagnostics: readonly Diagnostic[], filename: string | undefined) {
    super(diagnostics.map((one) => textOf(one, filename)).join('\n\n'));
    const { line, column, frame } = diagnostics[0]!;
    this.diagnostics = diagnostics;
    this.id = filename;
    this.loc = { file: filename, line, column };
    this.frame = frame;
  }
}

function textOf({ message, frame, line, column }: Diagnostic, filename: string | undefined): string {
  const place = `${filename === undefined ? '' : `${printable(filename)}:`}${line}:${column + 1}: `;
  return frame === '' ? place + message : `${place}${message}\n${frame}`;
}
