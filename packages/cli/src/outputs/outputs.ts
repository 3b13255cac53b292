import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  folderInTheWay,
  handwritten,
  leadsOut,
  noFolder,
  notAScript,
  Problems,
  sameOutput,
  throwIfAny,
  unreadable,
  wouldOverwrite,
  type CliError,
} from '../errors.js';
import { exists, isFile, isFolder, isInside, realPath, realPathFinder } from '../files/files.js';
import type { Input } from './inputs.js';

/** One file to compile: a source and its output. Absolute paths. */
export interface Job {
  input: string;
  output: string;
}

/** A file that will be written. */
export interface OutputFile {
  file: string;
  content: string | Uint8Array;
}

export interface Folders {
  cwd: string;
  outDir: string;
}

/** The same as those of `tsc` with `jsx: preserve`. */
const outputExtension: Readonly<Record<string, string>> = {
  '.js': '.js',
  '.mjs': '.mjs',
  '.cjs': '.cjs',
  '.jsx': '.jsx',
  '.ts': '.js',
  '.mts': '.mjs',
  '.cts': '.cjs',
  '.tsx': '.jsx',
};

/** What a script's name may end in. */
export const extensions: readonly string[] = Object.keys(outputExtension);

/**
 * The absolute path of a script that is given alone, and not by a glob. Throws `Problems` if it is not there, or is no
 * script.
 */
export function findScript(name: string, cwd: string): string {
  const file = path.resolve(cwd, name);
  if (!isFile(file)) throw new Problems([unreadable(name, 'no such file')]);
  if (!extensions.includes(path.extname(file))) throw new Problems([notAScript(name, extensions)]);
  return file;
}

/** The mark of a compiled file, at the start of a line of a comment or as a directive. */
const COMPILED = /(?:^|\/[/*])[^\S\n]*\**[^\S\n]*@compiled(?![\w$-])|(["'])use compiled\1/m;

/**
 * The output of each input. Throws `Problems` if one would overwrite a source or another output, or if its folder
 * cannot exist.
 */
export function planOutputs(inputs: readonly Input[], { cwd, outDir }: Folders): Job[] {
  const findRealPath = realPathFinder();
  const sources = new Set(inputs.map(({ file }) => findRealPath(file) ?? file));
  const inputOf = new Map<string, string>();
  const problems: CliError[] = [];
  const jobs: Job[] = [];
  const obstacles = new Map<string, CliError>();
  const realFolders = new Map<string, string>();
  for (const { file, name } of inputs) {
    const shown = path.relative(cwd, file);
    const extension = outputExtension[path.extname(name)];
    if (extension === undefined) {
      problems.push(notAScript(shown, extensions));
      continue;
    }
    const output = path.join(outDir, name.slice(0, -path.extname(name).length) + extension);
    const realOutput = path.join(realFolder(output), path.basename(output));
    const twin = inputOf.get(realOutput);
    inputOf.set(realOutput, shown);
    const existing = findRealPath(output);
    if (twin !== undefined) problems.push(sameOutput(twin, shown, path.relative(cwd, output)));
    else if (existing !== undefined && sources.has(existing)) problems.push(wouldOverwrite(path.relative(cwd, output)));
    jobs.push({ input: file, output });
  }
  throwIfAny([...obstacles.values(), ...problems]);
  return jobs;

  /** The folder of an output with all links resolved. Each folder is looked up once. */
  function realFolder(output: string): string {
    const folder = path.dirname(output);
    let real = realFolders.get(folder);
    if (real === undefined) {
      findObstacle(output);
      realFolders.set(folder, (real = realPath(folder) ?? folder));
    }
    return real;
  }

  /** Adds a problem if a part of the path is not a folder, or is a link that leads out of the output folder. */
  function findObstacle(output: string): void {
    for (const folder of foldersDownTo(path.dirname(output))) {
      if (obstacles.has(folder) || !exists(folder)) return;
      const shown = path.relative(cwd, folder);
      if (!isFolder(folder)) return void obstacles.set(folder, noFolder(shown, path.relative(cwd, output)));
      const real = realPath(folder);
      if (isInside(folder, outDir) && real !== undefined && !isInside(real, realPath(outDir) ?? outDir))
        return void obstacles.set(folder, leadsOut(shown, path.relative(cwd, real)));
    }
  }
}

/** The folders above, the outermost first, then the folder itself. */
function foldersDownTo(folder: string): string[] {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [...foldersDownTo(above), folder];
}

/** A problem for each output whose path is an existing folder. */
export function foldersInTheWay(files: readonly OutputFile[], { cwd }: Folders): CliError[] {
  return files.filter(({ file }) => isFolder(file)).map(({ file }) => folderInTheWay(path.relative(cwd, file)));
}

/**
 * A problem for each file that an output would overwrite although its user may have written it. If the output folder
 * also contains sources, only files with the mark of a compiled file are overwritten. A folder without sources is taken
 * to contain outputs only.
 */
export function handwrittenAmong(
  files: readonly OutputFile[],
  jobs: readonly Job[],
  { cwd, outDir }: Folders,
): CliError[] {
  const home = realPath(outDir);
  if (files.length === 0 || home === undefined) return [];
  const findRealPath = realPathFinder();
  if (!jobs.some(({ input }) => isInside(findRealPath(input) ?? input, home))) return [];
  const inputOf = new Map(jobs.map(({ input, output }) => [output, input]));
  return files.flatMap((one) => {
    const input = inputOf.get(one.file);
    if (input === undefined || !exists(one.file) || isFolder(one.file) || isOurs(one)) return [];
    return [handwritten(path.relative(cwd, one.file), path.relative(cwd, input))];
  });
}

/** Whether the file is there as it would be written. A link to such a file is not. */
export function isUpToDate({ file, content }: OutputFile): boolean {
  try {
    if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return false;
    return readFileSync(file).equals(typeof content === 'string' ? Buffer.from(content) : content);
  } catch {
    return false;
  }
}

/** Whether the existing file was compiled, or is the same as the new one. */
function isOurs({ file, content }: OutputFile): boolean {
  if (!isFile(file)) return false;
  const existing = readFileSync(file);
  return COMPILED.test(existing.toString('latin1')) || existing.equals(Buffer.from(content));
}
