import { type Dirent, readdir, realpath } from 'node:fs';
import path from 'node:path';
import picomatch from 'picomatch';
import { type FileSystemAdapter, glob } from 'tinyglobby';
import {
  fileAsOutDir,
  givenFolder,
  noMatch,
  onlyOutputs,
  reasonOf,
  throwIfAny,
  type CliError,
  unreadable,
} from '../errors.js';
import { exists, isFolder, isInside, realPath } from '../files/files.js';

/** A file to compile. */
export interface Input {
  /** Absolute path. */
  file: string;
  /** The path relative to the common base folder of the globs. The output has the same relative path. */
  name: string;
}

/**
 * The files that the globs match, each once, in the order of their names.
 * Left out are `node_modules`, type declarations, and everything in an output folder inside the base.
 */
export async function findInputs(
  globs: readonly string[],
  { cwd, outDir }: { cwd: string; outDir: string },
): Promise<Input[]> {
  const shownOutDir = path.relative(cwd, outDir) || '.';
  if (exists(outDir) && !isFolder(outDir)) throwIfAny([fileAsOutDir(shownOutDir)]);
  const wanted = globs.filter((pattern) => !pattern.startsWith('!'));
  const ignore = [
    '**/node_modules/**',
    '**/*.d.{ts,mts,cts}',
    ...globs.filter((p) => p.startsWith('!')).map((p) => p.slice(1)),
  ];
  const problems: CliError[] = wanted.length === 0 ? [noMatch(globs.join(' '), cwd)] : [];
  const files = new Set<string>();
  for (const pattern of wanted) {
    const whole = path.resolve(cwd, pattern);
    const found = exists(whole) ? [whole] : await expand(pattern);
    if (found.length === 0) problems.push(noMatch(pattern, cwd));
    else if (found[0] === whole && isFolder(whole)) problems.push(givenFolder(pattern));
    else for (const file of found) files.add(file);
  }
  throwIfAny(problems);

  const base = commonFolder(wanted.map((pattern) => baseOf(pattern, cwd)));
  const isOutput = (file: string) => outDir !== base && isInside(file, outDir) && isInside(outDir, base);
  // The shell may have expanded a glob that was not quoted, so the exclusions are applied again.
  const isLeftOut = picomatch(ignore);
  const matched = [...files].filter((file) => !isLeftOut(path.relative(cwd, file)));
  const kept = matched.filter((file) => !isOutput(file));
  throwIfAny(matched.length === 0 ? [noMatch(globs.join(' '), cwd)] : []);
  throwIfAny(kept.length === 0 ? [onlyOutputs(globs.join(' '), shownOutDir)] : []);
  return kept.sort().map((file) => ({ file, name: path.relative(base, file) }));

  async function expand(pattern: string): Promise<string[]> {
    const matches = await glob(pattern, {
      cwd,
      absolute: true,
      ignore,
      expandDirectories: false,
      fs: fileSystemWithProblems(problems, cwd),
    });
    const from = baseOf(pattern, cwd);
    const found = matches.map((file) => path.normalize(file));
    const folders = new Set(found.map((file) => path.dirname(file)));
    const cyclic = new Set([...folders].filter((folder) => isBehindLinkCycle(folder, from)));
    return found.filter((file) => !cyclic.has(path.dirname(file)));
  }
}

/**
 * Whether a link on the way from `base` to this folder leads back to a folder above it. The files are then also found
 * by a shorter path.
 */
function isBehindLinkCycle(folder: string, base: string): boolean {
  const seen = new Set<string | undefined>();
  for (let at = folder; isInside(at, base); at = path.dirname(at)) {
    const real = realPath(at);
    if (seen.has(real)) return true;
    seen.add(real);
  }
  return false;
}

/** The file system for `glob`, which silently skips what it cannot read. This one adds a problem for it. */
function fileSystemWithProblems(problems: CliError[], cwd: string): FileSystemAdapter {
  const reportTo =
    <T>(file: string, done: (error: NodeJS.ErrnoException | null, given: T) => void) =>
    (error: NodeJS.ErrnoException | null, given: T) => {
      // A missing file is not a problem here: a pattern without a match is reported by `findInputs`.
      if (error && exists(file)) problems.push(unreadable(path.relative(cwd, file), reasonOf(error)));
      done(error, given);
    };
  return {
    readdir: ((
      folder: string,
      options: { withFileTypes: true },
      done: (error: Error | null, found: Dirent[]) => void,
    ) => readdir(folder, options, reportTo(folder, done))) as typeof readdir,
    realpath: ((file: string, done: (error: Error | null, found: string) => void) =>
      realpath(file, reportTo(file, done))) as typeof realpath,
  };
}

/** The folder of a pattern before its first wildcard: `scripts` of `scripts/*.js`. */
export function baseOf(pattern: string, cwd: string): string {
  const whole = path.resolve(cwd, pattern);
  if (exists(whole)) return path.dirname(whole);
  return path.resolve(cwd, picomatch.scan(pattern).base);
}

function commonFolder(folders: readonly string[]): string {
  return folders.reduce((common, folder) => {
    while (!isInside(folder, common)) common = path.dirname(common);
    return common;
  });
}
