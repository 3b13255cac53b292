import { lstatSync, realpathSync, statSync } from 'node:fs';

/** Also true for a link that leads nowhere and for what may not be looked at: reading it then gives the reason. */
export function exists(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

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
