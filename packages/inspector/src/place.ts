/** The line of the source at which a thread is. */
import type { Look } from '@spindle/runtime/observe';

/** A line of a file. `file` is null if only the function is known. */
export interface Place {
  readonly file: string | null;
  /** From 1, in the source; null if the function may wait in several lines, and no stack tells in which. */
  readonly line: number | null;
}

/**
 * Finds the place in the source for one in the code that runs, such as by a source map. Null if it does not know; undefined if
 * it does not know yet.
 */
export type Locate = (url: string, line: number, column: number) => { file: string; line: number } | null | undefined;

/** Finds the file of a function that waits in this line, where no stack tells it: the wait of a loop for the next frame has none. */
export type FindFile = (functionName: string, line: number) => string | null;

/** How places are found. */
export interface PlaceOptions {
  readonly locate?: Locate | undefined;
  readonly findFile?: FindFile | undefined;
}

export function placeOf({ location, lines, function: name }: Look, { locate, findFile }: PlaceOptions): Place {
  const only = lines.length === 1 ? (lines[0] as number) : null;
  const file = only === null ? null : (findFile?.(name, only) ?? null);
  // The line of a file that it does not know is of no use to anybody.
  const unknown = { file, line: findFile !== undefined && file === null ? null : only };
  const [, url, line, column] = /^(.*):(\d+):(\d+)$/.exec(location ?? '') ?? [];
  if (url === undefined) return unknown;
  const found = locate?.(url, Number(line), Number(column));
  if (found != null) return { file: found.file, line: found.line };
  if (found === undefined && locate !== undefined) return unknown;
  // The stack has a line of the source if the engine has read the source map. Then it is one of these.
  return { file: url, line: lines.includes(Number(line)) ? Number(line) : only };
}

/** Is `file` the one that is called `wanted`: `guard.js` or `scripts/guard.js`? */
export function isFile(file: string | null, wanted: string): boolean {
  if (file === null) return false;
  const path = file.replace(/[?#].*$/, '').replaceAll('\\', '/');
  return file === wanted || path === wanted || path.endsWith(`/${wanted.replace(/^\.?\//, '')}`);
}
