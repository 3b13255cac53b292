import { copyFile, link, mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { notPutBack, Problems, reasonOf, unwritable } from './errors.js';
import { exists } from './files.js';
import type { Folders, OutputFile } from './outputs.js';

/** What moves files; tests give one that fails. */
interface FileSystem {
  rename(from: string, to: string): Promise<void>;
}

/** Stages of this process that are being filled. */
const stages = new Set<string>();

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
    // Those that were made for files which then could not be written. One that somebody else has used meanwhile stays.
    for (const folder of made.toReversed()) await rmdir(folder).catch(() => {});
  }
}

/** Makes the folder and those around it, and notes which were not there, the outermost first. */
async function makeFolder(folder: string, made: string[]): Promise<void> {
  const missing: string[] = [];
  for (let at = folder; !exists(at); at = path.dirname(at)) missing.unshift(at);
  if (missing.length === 0) return;
  await mkdir(folder, { recursive: true });
  made.push(...missing);
}

/** What runs that were killed have left. The number in the name is that of the process; one that lives still writes. */
async function removeLeftovers(outDir: string): Promise<void> {
  for (const name of await readdir(outDir)) {
    const [, pid] = /^\.spindle-(\d+)-/.exec(name) ?? [];
    const stage = path.join(outDir, name);
    if (pid === undefined || isLive(Number(pid), stage)) continue;
    // What cannot be removed is in nobody's way.
    await rm(stage, { recursive: true, force: true }).catch(() => {});
  }
}

/** The own number may be that of a process before this one, as it often is in a container. */
function isLive(pid: number, stage: string): boolean {
  if (pid === process.pid) return stages.has(stage);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Gives a stage a name that no later run takes for a leftover. */
async function keep(stage: string): Promise<string> {
  const kept = stage.replace(/\.spindle-(\d+-\w+)$/, '.spindle-kept-$1');
  try {
    await rename(stage, kept);
    return kept;
  } catch {
    return stage;
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
