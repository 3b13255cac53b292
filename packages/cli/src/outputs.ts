import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  folderInTheWay,
  notAScript,
  Problems,
  reasonOf,
  sameOutput,
  throwIfAny,
  unwritable,
  wouldOverwrite,
  type CliError,
} from './errors.js';
import { isFolder, realPath } from './files.js';
import type { Input } from './inputs.js';

/** From which file to which. Absolute paths. */
export interface Step {
  input: string;
  output: string;
}

/** What is to be written where. */
export interface OutputFile {
  file: string;
  text: string;
}

interface Folders {
  cwd: string;
  outDir: string;
}

const outputExtension: Readonly<Record<string, string>> = {
  '.js': '.js',
  '.mjs': '.mjs',
  '.cjs': '.cjs',
  '.ts': '.js',
  '.mts': '.mjs',
  '.cts': '.cjs',
};

/** Names the output of each input. Refuses what would overwrite a source or another output. */
export function planOutputs(inputs: readonly Input[], { cwd, outDir }: Folders): Step[] {
  const sources = new Set(inputs.map(({ file }) => realPath(file) ?? file));
  const inputOf = new Map<string, string>();
  const problems: CliError[] = [];
  const steps: Step[] = [];
  for (const { file, name } of inputs) {
    const shown = path.relative(cwd, file);
    const extension = outputExtension[path.extname(name)];
    if (extension === undefined) {
      problems.push(notAScript(shown, Object.keys(outputExtension)));
      continue;
    }
    const output = path.join(outDir, name.slice(0, -path.extname(name).length) + extension);
    const twin = inputOf.get(output);
    inputOf.set(output, shown);
    const standing = realPath(output);
    if (twin !== undefined) problems.push(sameOutput(twin, shown, path.relative(cwd, output)));
    else if (standing !== undefined && sources.has(standing)) problems.push(wouldOverwrite(path.relative(cwd, output)));
    steps.push({ input: file, output });
  }
  throwIfAny(problems);
  return steps;
}

/**
 * Writes all files: first each into a folder of its own inside `outDir`, then each by one rename into its place. So whoever
 * reads meanwhile sees an old file or a new one, never a part of one, and a full disk leaves everything as it was.
 */
export async function writeAll(files: readonly OutputFile[], { cwd, outDir }: Folders): Promise<void> {
  const blocked = files.filter(({ file }) => isFolder(file));
  throwIfAny(blocked.map(({ file }) => folderInTheWay(path.relative(cwd, file))));
  let stage: string | undefined;
  try {
    await mkdir(outDir, { recursive: true });
    stage = await mkdtemp(path.join(outDir, '.spindle-'));
    for (const [index, { file, text }] of files.entries()) {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(path.join(stage, String(index)), text);
    }
    for (const [index, { file }] of files.entries()) await rename(path.join(stage, String(index)), file);
  } catch (error) {
    throw new Problems([unwritable(path.relative(cwd, outDir) || '.', reasonOf(error))]);
  } finally {
    if (stage !== undefined) await rm(stage, { recursive: true, force: true });
  }
}
