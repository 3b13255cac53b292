import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** Also true for a link that leads nowhere and for what may not be looked at: reading it then gives the reason. */
export function exists(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

export const isFolder = (file: string): boolean => orElse(false, () => statSync(file).isDirectory());

export const isFile = (file: string): boolean => orElse(false, () => statSync(file).isFile());

/** The path without links; undefined where nothing stands. */
export const realPath = (file: string): string | undefined => orElse(undefined, () => realpathSync(file));

/** Also true for the folder itself. */
export function isInside(file: string, folder: string): boolean {
  const way = path.relative(folder, file);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

/** What stands there in place of a file. */
export class NotAFile extends Error {
  readonly kind: string;
  constructor(kind: string) {
    super(`it is ${kind}`);
    this.kind = kind;
  }
}

/** The bytes of a file. Throws `NotAFile` for a pipe or a device, which might never come to an end. */
export async function readBytes(file: string): Promise<Buffer> {
  const kind = otherKind(await stat(file));
  if (kind !== undefined) throw new NotAFile(kind);
  return readFile(file);
}

function otherKind(stats: Stats): string | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

function orElse<T>(fallback: T, ask: () => T): T {
  try {
    return ask();
  } catch {
    return fallback;
  }
}
