import { copyFile, link, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  folderInTheWay,
  notAScript,
  notPutBack,
  Problems,
  reasonOf,
  sameOutput,
  throwIfAny,
  unwritable,
  wouldOverwrite,
  type CliError,
} from './errors.js';
import { exists, isFolder, realPath } from './files.js';
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

/** What moves files; tests give one that fails. */
interface FileSystem {
  rename(from: string, to: string): Promise<void>;
}

/**
 * Writes all files: first each into a folder of its own inside `outDir`, then each by one rename into its place. So whoever
 * reads meanwhile sees an old file or a new one, never a part of one. A full disk, or a place that cannot be written, leaves
 * everything as it was.
 */
export async function writeAll(
  files: readonly OutputFile[],
  { cwd, outDir }: Folders,
  system: FileSystem = { rename },
): Promise<void> {
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
    await moveAll(files, stage, system);
  } catch (error) {
    if (error instanceof NotPutBack) {
      const kept = path.relative(cwd, stage!);
      stage = undefined;
      throw new Problems([notPutBack(kept, reasonOf(error.cause))]);
    }
    throw new Problems([unwritable(path.relative(cwd, outDir) || '.', reasonOf(error))]);
  } finally {
    if (stage !== undefined) await rm(stage, { recursive: true, force: true });
  }
}

/** The old files could not be put back: they stay in the stage. */
class NotPutBack extends Error {}

/** Moves the staged files `0`, `1`, … into their places. If one cannot go, those before it give way to what was there. */
async function moveAll(files: readonly OutputFile[], stage: string, system: FileSystem): Promise<void> {
  const moved: { file: string; old: string | undefined }[] = [];
  try {
    for (const [index, { file }] of files.entries()) {
      const old = await keepOld(file, path.join(stage, `${index}.old`));
      await system.rename(path.join(stage, String(index)), file);
      moved.push({ file, old });
    }
  } catch (error) {
    try {
      for (const { file, old } of moved.toReversed()) await (old === undefined ? rm(file) : system.rename(old, file));
    } catch (cause) {
      throw new NotPutBack('not put back', { cause });
    }
    throw error;
  }
}

/** A second name for the file, or a copy where the disk knows no second names; undefined where nothing stands. */
async function keepOld(file: string, kept: string): Promise<string | undefined> {
  try {
    await link(file, kept);
  } catch {
    if (!exists(file)) return undefined;
    await copyFile(file, kept);
  }
  return kept;
}
