import { copyFile, link, mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { notPutBack, Problems, reasonOf, unwritable } from '../errors.js';
import { exists } from '../files/files.js';
import type { Folders, OutputFile } from './outputs.js';

/** The operation that moves files. Tests pass one that fails. */
interface FileSystem {
  rename(from: string, to: string): Promise<void>;
}

/** The staging folders that this process is writing to. */
const stages = new Set<string>();

/**
 * Writes all files: first into a staging folder inside `outDir`, then each is renamed to its place. Another process
 * that reads a file at this time sees the old or the new one, never a part of it. If the disk is full, or a file cannot
 * be written, everything stays as it was.
 */
export async function writeAll(
  files: readonly OutputFile[],
  { cwd, outDir }: Folders,
  system: FileSystem = { rename },
): Promise<void> {
  const made: string[] = [];
  let stage: string | undefined;
  try {
    await makeFolder(outDir, made);
    await removeLeftovers(outDir);
    stage = await mkdtemp(path.join(outDir, `.spindle-${process.pid}-`));
    stages.add(stage);
    for (const [index, { file, content }] of files.entries()) {
      await makeFolder(path.dirname(file), made);
      await writeFile(path.join(stage, String(index)), content);
    }
    await moveAll(files, stage, system);
    made.length = 0;
  } catch (error) {
    if (error instanceof NotPutBack) {
      const kept = await keep(stage!);
      stage = undefined;
      throw new Problems([notPutBack(path.relative(cwd, kept), reasonOf(error.cause))]);
    }
    throw new Problems([unwritable(path.relative(cwd, outDir) || '.', reasonOf(error))]);
  } finally {
    if (stage !== undefined) {
      stages.delete(stage);
      await rm(stage, { recursive: true, force: true });
    }
    // These folders were created for files that could not be written. One that another process has used since then is
    // not empty, and stays.
    for (const folder of made.toReversed()) await rmdir(folder).catch(() => {});
  }
}

/** Creates the folder and those above it, and adds the new ones to `made`, the outermost first. */
async function makeFolder(folder: string, made: string[]): Promise<void> {
  const missing: string[] = [];
  for (let at = folder; !exists(at); at = path.dirname(at)) missing.unshift(at);
  if (missing.length === 0) return;
  await mkdir(folder, { recursive: true });
  made.push(...missing);
}

/**
 * Removes the staging folders of runs that were killed. Their names contain the id of the process; one that is still
 * alive is still writing.
 */
export async function removeLeftovers(outDir: string): Promise<void> {
  if (!exists(outDir)) return;
  for (const name of await readdir(outDir)) {
    const [, pid] = /^\.spindle-(\d+)-/.exec(name) ?? [];
    const stage = path.join(outDir, name);
    if (pid === undefined || isLive(Number(pid), stage)) continue;
    // A leftover that cannot be removed does no harm.
    await rm(stage, { recursive: true, force: true }).catch(() => {});
  }
}

/**
 * A process id may be used again, as often in a container: a folder with the id of this process may be a leftover of an
 * earlier one.
 */
function isLive(pid: number, stage: string): boolean {
  if (pid === process.pid) return stages.has(stage);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Renames a staging folder, so that no later run removes it as a leftover. */
async function keep(stage: string): Promise<string> {
  const kept = stage.replace(/\.spindle-(\d+-\w+)$/, '.spindle-kept-$1');
  try {
    await rename(stage, kept);
    return kept;
  } catch {
    return stage;
  }
}

/** The old files could not be restored: they are still in the staging folder. */
class NotPutBack extends Error {}

/** Moves the staged files `0`, `1`, … to their places. If one cannot be moved, the old files are restored. */
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

/**
 * Keeps the old file by a hard link, or by a copy if the file system has no hard links; undefined if there is no old
 * file.
 */
async function keepOld(file: string, kept: string): Promise<string | undefined> {
  try {
    await link(file, kept);
  } catch {
    if (!exists(file)) return undefined;
    await copyFile(file, kept);
  }
  return kept;
}
