import { lstatSync, realpathSync, statSync } from 'node:fs';

/** Also true for a link that leads nowhere: reading it then gives the reason. */
export const exists = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

export const isFolder = (file: string): boolean => orElse(false, () => statSync(file).isDirectory());

/** The path without links; undefined where nothing stands. */
export const realPath = (file: string): string | undefined => orElse(undefined, () => realpathSync(file));

function orElse<T>(fallback: T, ask: () => T): T {
  try {
    return ask();
  } catch {
    return fallback;
  }
}
