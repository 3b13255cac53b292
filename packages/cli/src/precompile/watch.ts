import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import picomatch from 'picomatch';
import { CONFIG_FILES } from '../config.js';
import { type Finding, Problems } from '../errors.js';
import { isFolder, isInside } from '../files/files.js';
import { baseOf } from '../outputs/inputs.js';
import { isUpToDate, type OutputFile } from '../outputs/outputs.js';
import { build, type BuildRequest, type Memory, newMemory } from './build.js';

/** What the command needs of its surroundings to watch. Tests pass their own: they call `onChange` by hand. */
export interface WatchHost {
  /** Resolves when it has begun. `onChange` is called with absolute paths of files that came, changed or went. */
  watch(folder: string, filter: WatchFilter, onChange: (file: string) => void): Promise<Watching>;
  /** Resolves when the changes of one save have probably all been told. */
  settle(): Promise<unknown>;
  /** Ends the command. */
  until: AbortSignal;
}

export interface WatchFilter {
  /** Whether the folders in the folder are watched too. */
  recursive: boolean;
  isIgnored: (file: string) => boolean;
}

interface Watching {
  close(): Promise<void>;
}

/** An editor that saves several files tells them within this time. */
const SETTLE_MS = 30;

/** The real file system, until the process is asked to end. */
export function realWatchHost(): WatchHost {
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
  return {
    async watch(folder, { recursive, isIgnored }, onChange) {
      const { watch } = await import('chokidar');
      const depth = recursive ? {} : { depth: 0 };
      const watcher = watch(folder, { ...depth, ignoreInitial: true, ignored: isIgnored });
      watcher.on('all', (event, file) => {
        if (!event.endsWith('Dir')) onChange(path.resolve(file));
      });
      await new Promise((ready) => watcher.once('ready', () => ready(undefined)));
      return watcher;
    },
    settle: () => sleep(SETTLE_MS),
    until: ended.signal,
  };
}

/**
 * Builds, then builds again after each change, until the host says that it is enough. A build that fails leaves the
 * outputs of the one before.
 */
export async function watchAndBuild(request: BuildRequest, host: WatchHost): Promise<boolean> {
  const memory = newMemory();
  let outputs: readonly OutputFile[] = [];
  const changes = new Changes(host);
  const isConfig = configFiles(request);
  const isWatched = watchedFiles(request);
  const onChange = (file: string): void => {
    // What this command has written itself is no change.
    if (outputs.some((one) => one.file === file && isUpToDate(one))) return;
    if (isConfig(file) || isWatched(file)) changes.add(file);
  };
  const watching = await Promise.all(
    placesOf(request).map(({ folder, recursive }) =>
      host.watch(folder, { recursive, isIgnored: (file) => isLeftOut(file, request) }, onChange),
    ),
  );
  let changed: ReadonlySet<string> | undefined = new Set();
  for (let isFirst = true; changed !== undefined; isFirst = false) {
    forget(memory, changed, isConfig);
    const warnings: Finding[] = [];
    try {
      const built = await build(request, warnings, memory);
      const removed = await removeOld(outputs, built.outputs);
      outputs = built.outputs;
      request.report.done({ ...built.outcome, removed: removed.map((file) => path.relative(request.cwd, file)) });
    } catch (error) {
      if (!(error instanceof Problems)) throw error;
      request.report.failed(error.list, warnings);
    }
    if (isFirst) request.report.note('Watching for changes.');
    changed = await changes.next();
  }
  await Promise.all(watching.map((one) => one.close()));
  return true;
}

function forget(memory: Memory, changed: ReadonlySet<string>, isConfig: (file: string) => boolean): void {
  for (const file of changed) {
    memory.files.delete(file);
    if (!isConfig(file)) continue;
    memory.config = undefined;
    memory.files.clear();
  }
}

/** The files that have changed since the last build began. */
class Changes {
  readonly #host: WatchHost;
  #files = new Set<string>();
  #wake: (() => void) | undefined;
  constructor(host: WatchHost) {
    this.#host = host;
    host.until.addEventListener('abort', () => this.#wake?.());
  }

  add(file: string): void {
    this.#files.add(file);
    this.#wake?.();
  }

  /** Waits for the next change. Gives all of them, or undefined when the host has ended. */
  async next(): Promise<ReadonlySet<string> | undefined> {
    const { until } = this.#host;
    if (this.#files.size === 0 && !until.aborted) await new Promise<void>((wake) => (this.#wake = wake));
    if (until.aborted) return undefined;
    await this.#host.settle();
    const files = this.#files;
    this.#files = new Set();
    return files;
  }
}

/** The outputs of sources that are gone are removed, unless somebody has changed them. */
async function removeOld(before: readonly OutputFile[], now: readonly OutputFile[]): Promise<string[]> {
  const kept = new Set(now.map(({ file }) => file));
  const old = before.filter((one) => !kept.has(one.file) && isUpToDate(one)).map(({ file }) => file);
  for (const file of old) await rm(file, { force: true });
  return old;
}

/** A change of these files may change every output. */
function configFiles({ cwd, configFile }: BuildRequest): (file: string) => boolean {
  const given = configFile === undefined ? undefined : path.resolve(cwd, configFile);
  const names = [...(given === undefined ? CONFIG_FILES : []), 'package.json'];
  return (file) => file === given || names.includes(path.basename(file));
}

function watchedFiles({ globs, cwd }: BuildRequest): (file: string) => boolean {
  const wanted = globs.filter((one) => !one.startsWith('!')).map((one) => path.posix.normalize(one));
  const matches = picomatch(wanted);
  return (file) => {
    const name = path.relative(cwd, file).replaceAll(path.sep, '/');
    return matches(name) || matches(file) || wanted.some((one) => path.resolve(cwd, one) === file);
  };
}

/** The folders of the globs, and those of the configuration. */
function placesOf({ globs, cwd, configFile }: BuildRequest): { folder: string; recursive: boolean }[] {
  const bases = globs.filter((one) => !one.startsWith('!')).map((one) => existing(baseOf(one, cwd)));
  const outermost = [...new Set(bases)].filter((one) => !bases.some((other) => other !== one && isInside(one, other)));
  const configs = [cwd, ...(configFile === undefined ? [] : [path.dirname(path.resolve(cwd, configFile))])];
  return [
    ...outermost.map((folder) => ({ folder, recursive: true })),
    ...[...new Set(configs)]
      .filter((folder) => !outermost.some((other) => isInside(folder, other)))
      .map((folder) => ({ folder, recursive: false })),
  ];
}

function existing(folder: string): string {
  return isFolder(folder) || path.dirname(folder) === folder ? folder : existing(path.dirname(folder));
}

function isLeftOut(file: string, { cwd, outDir }: BuildRequest): boolean {
  const whole = path.resolve(cwd, outDir);
  return (
    /(?:^|[\\/])(?:node_modules|\.git|\.spindle-[^\\/]*)(?:[\\/]|$)/.test(path.relative(cwd, file)) ||
    (whole !== cwd && isInside(file, whole))
  );
}
