import { lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';

/** Also true for a broken link and for a path without permission: reading the file then gives the reason. */
export function exists(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

export const isFolder = (file: string): boolean => orElse(false, () => statSync(file).isDirectory());

export const isFile = (file: string): boolean => orElse(false, () => statSync(file).isFile());

/** The path with all links resolved; undefined if nothing exists there. */
export const realPath = (file: string): string | undefined => orElse(undefined, () => realpathSync(file));

/** The same for many files: the links of each folder are resolved once. */
export function realPathFinder(): (file: string) => string | undefined {
  const folders = new Map<string, string | undefined>();
  const realFolder = (folder: string): string | undefined => {
    if (!folders.has(folder)) folders.set(folder, realPath(folder));
    return folders.get(folder);
  };
  return (file) => {
    const stats = orElse(undefined, () => lstatSync(file, { throwIfNoEntry: false }));
    if (stats === undefined || stats.isSymbolicLink()) return stats && realPath(file);
    const folder = realFolder(path.dirname(file));
    return folder && path.join(folder, path.basename(file));
  };
}

/** Also true for the folder itself. */
export function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** The path exists, but is not a file; `kind` says what it is. */
export class NotAFile extends Error {
  readonly kind: string;
  constructor(kind: string) {
    super(`it is ${kind}`);
    this.kind = kind;
  }
}

/** The bytes of a file. Throws `NotAFile` for a pipe or a device, as reading it might never end. */
export function readBytes(file: string): Buffer {
  const kind = kindOfOther(statSync(file));
  if (kind !== undefined) throw new NotAFile(kind);
  return readFileSync(file);
}

function kindOfOther(stats: Stats): string | undefined {
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
