import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  folderInTheWay,
  handwritten,
  leadsOut,
  noFolder,
  notAScript,
  sameOutput,
  throwIfAny,
  wouldOverwrite,
  type CliError,
} from './errors.js';
import { exists, isFile, isFolder, isInside, realPath } from './files.js';
import type { Input } from './inputs.js';

/** From which file to which. Absolute paths. */
export interface Step {
  input: string;
  output: string;
}

/** What is to be written where. */
export interface OutputFile {
  file: string;
  content: string | Buffer;
}

export interface Folders {
  cwd: string;
  outDir: string;
}

/** As `tsc` names them where it keeps JSX. */
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

/** The mark of a compiled file, at the start of a line of a comment or as a directive. */
const COMPILED = /(?:^|\/[/*])[^\S\n]*\**[^\S\n]*@compiled(?![\w$-])|(["'])use compiled\1/m;

/** Names the output of each input. Refuses what would overwrite a source or another output, and what cannot lie where it would have to. */
export function planOutputs(inputs: readonly Input[], { cwd, outDir }: Folders): Step[] {
  const sources = new Set(inputs.map(({ file }) => realPath(file) ?? file));
  const inputOf = new Map<string, string>();
  const problems: CliError[] = [];
  const steps: Step[] = [];
  const inTheWay = new Map<string, CliError>();
  const looked = new Map<string, string>();
  for (const { file, name } of inputs) {
    const shown = path.relative(cwd, file);
    const extension = outputExtension[path.extname(name)];
    if (extension === undefined) {
      problems.push(notAScript(shown, Object.keys(outputExtension)));
      continue;
    }
    const output = path.join(outDir, name.slice(0, -path.extname(name).length) + extension);
    const place = path.join(realFolder(output), path.basename(output));
    const twin = inputOf.get(place);
    inputOf.set(place, shown);
    const standing = realPath(output);
    if (twin !== undefined) problems.push(sameOutput(twin, shown, path.relative(cwd, output)));
    else if (standing !== undefined && sources.has(standing)) problems.push(wouldOverwrite(path.relative(cwd, output)));
    steps.push({ input: file, output });
  }
  throwIfAny([...inTheWay.values(), ...problems]);
  return steps;

  /** The folder of an output without links, once for all that will lie in it. */
  function realFolder(output: string): string {
    const folder = path.dirname(output);
    let real = looked.get(folder);
    if (real === undefined) {
      noteInTheWay(output);
      looked.set(folder, (real = realPath(folder) ?? folder));
    }
    return real;
  }

  /** What stands on the way to an output and is no folder, or is a link that leads out of the output folder. */
  function noteInTheWay(output: string): void {
    for (const folder of foldersDownTo(path.dirname(output))) {
      if (inTheWay.has(folder) || !exists(folder)) return;
      const shown = path.relative(cwd, folder);
      if (!isFolder(folder)) return void inTheWay.set(folder, noFolder(shown, path.relative(cwd, output)));
      const real = realPath(folder);
      if (isInside(folder, outDir) && real !== undefined && !isInside(real, realPath(outDir) ?? outDir))
        return void inTheWay.set(folder, leadsOut(shown, path.relative(cwd, real)));
    }
  }
}

/** All folders above, the outermost first, and the folder itself. */
function foldersDownTo(folder: string): string[] {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [...foldersDownTo(above), folder];
}

/** The folders that stand in the place of an output. */
export function foldersInTheWay(files: readonly OutputFile[], { cwd }: Folders): CliError[] {
  return files.filter(({ file }) => isFolder(file)).map(({ file }) => folderInTheWay(path.relative(cwd, file)));
}

/**
 * What these outputs would destroy. Where sources lie in the output folder, a file that stands in the place of an output may be
 * somebody's own: only what bears the mark of a compiled file is replaced there. A folder without sources holds outputs.
 */
export function handwrittenAmong(
  files: readonly OutputFile[],
  steps: readonly Step[],
  { cwd, outDir }: Folders,
): CliError[] {
  const home = realPath(outDir);
  if (home === undefined || !steps.some(({ input }) => isInside(realPath(input) ?? input, home))) return [];
  const inputOf = new Map(steps.map(({ input, output }) => [output, input]));
  return files.flatMap((one) => {
    const input = inputOf.get(one.file);
    if (input === undefined || !exists(one.file) || isFolder(one.file) || isOurs(one)) return [];
    return [handwritten(path.relative(cwd, one.file), path.relative(cwd, input))];
  });
}

/** Compiled, or just what would be written. */
function isOurs({ file, content }: OutputFile): boolean {
  if (!isFile(file)) return false;
  const standing = readFileSync(file);
  return COMPILED.test(standing.toString('latin1')) || standing.equals(Buffer.from(content));
}
