/** The line of the source at which a thread is. */
import type { Look } from '@spindle/runtime/observe';

/** A line of a file. `file` is null if only the function is known. */
export interface Place {
  readonly file: string | null;
  /** From 1, in the source; null if the function may wait in several lines, and no stack tells in which. */
  readonly line: number | null;
}

/** Finds the place in the source for one in the code that runs, such as by a source map. Null if it does not know. */
export type Locate = (url: string, line: number, column: number) => { file: string; line: number } | null;

export function placeOf({ location, lines }: Look, locate: Locate | undefined): Place {
  const only = lines.length === 1 ? (lines[0] as number) : null;
  const [, url, line, column] = /^(.*):(\d+):(\d+)$/.exec(location ?? '') ?? [];
  if (url === undefined) return { file: null, line: only };
  const found = locate?.(url, Number(line), Number(column));
  if (found != null) return { file: found.file, line: found.line };
  // The stack has a line of the source if the engine has read the source map. Then it is one of these.
  return { file: url, line: lines.includes(Number(line)) ? Number(line) : only };
}

/** Is `file` the one that is called `wanted`: `guard.js` or `scripts/guard.js`? */
export function isFile(file: string | null, wanted: string): boolean {
  if (file === null) return false;
  const path = file.replace(/[?#].*$/, '').replaceAll('\\', '/');
  return path === wanted || path.endsWith(`/${wanted.replace(/^\.?\//, '')}`);
}
