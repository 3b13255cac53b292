import type { Place } from '../public.js';

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A node or a comment. */
export interface Located {
  readonly loc?: { readonly start: Position; readonly end: Position } | null;
}

/** All numbers are 0 for what is in no source. */
export function placeOf({ loc }: Located): Place {
  if (!loc) return { line: 0, column: 0, endLine: 0, endColumn: 0 };
  const { start, end } = loc;
  return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
}

/** The order of the source. */
export const byPlace = (a: Position, b: Position): number => a.line - b.line || a.column - b.column;

/** A file as texts name it: below the folder in which the tool runs, without that. */
export function nameInTexts(filename: string | null | undefined, cwd: string | null | undefined): string | undefined {
  if (filename == null) return undefined;
  return cwd && filename.startsWith(cwd) ? filename.slice(cwd.length).replace(/^[/\\]/, '') : filename;
}
