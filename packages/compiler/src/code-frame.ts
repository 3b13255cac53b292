import { codeFrameColumns } from '@babel/code-frame';

/** As Babel counts: lines from 1, columns from 0. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/** The lines around a place. Carets stand below its start; below all of it, if it is in one line. */
export function codeFrame(code: string, { start, end }: { readonly start: Position; readonly end?: Position }): string {
  return codeFrameColumns(code, {
    start: { line: start.line, column: start.column + 1 },
    ...(end?.line === start.line && { end: { line: end.line, column: end.column + 1 } }),
  });
}
