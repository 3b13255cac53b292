/** Which options hold for a file: those that the `spindle` command would read in the folder that has them. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { CONFIG_FILES, readConfig } from '@spindle/cli/config';
import type { TransformOptions } from '@spindle/compiler';

export interface Settings {
  readonly options: TransformOptions;
  /** A package.json around the file asks for Spindle, or there is a configuration of it. */
  readonly isProject: boolean;
  /** Where the options come from. */
  readonly file: string | undefined;
  /** Why that cannot be read. The defaults hold. */
  readonly problem: string | undefined;
}

/** What was read of each file, until the file changes. */
class FileCache<T> {
  readonly #known = new Map<string, { readonly changedMs: number; readonly value: T }>();

  get(file: string, readIt: () => T): T {
    const changedMs = changeOf(file);
    const known = this.#known.get(file);
    if (known?.changedMs === changedMs) return known.value;
    const value = readIt();
    this.#known.set(file, { changedMs, value });
    return value;
  }

  clear(): void {
    this.#known.clear();
  }
}

interface Place {
  /** Folders around the file, innermost first, up to that which is open in the editor. */
  readonly folders: readonly string[];
  /** False if the editor does not trust the folder: a configuration that is code is not run. */
  readonly isTrusted: boolean;
}

const DEFAULTS: Settings = { options: {}, isProject: false, file: undefined, problem: undefined };

/** Reads each configuration once, and again when its file has changed. */
export class SettingsReader {
  readonly #settings = new FileCache<Promise<Settings>>();
  readonly #manifests = new FileCache<Manifest>();

  async of({ folders, isTrusted }: Place): Promise<Settings> {
    let isProject = false;
    for (const folder of folders) {
      const code = CONFIG_FILES.find((name) => isFile(path.join(folder, name)));
      const manifest = path.join(folder, 'package.json');
      const found = code === undefined ? undefined : path.join(folder, code);
      if (found !== undefined && !isTrusted && !found.endsWith('.json')) return { ...DEFAULTS, isProject: true };
      if (found !== undefined) return this.#settings.get(found, () => read(folder, found));
      const says = this.#manifests.get(manifest, () => readManifest(manifest));
      if (says.hasOptions) return this.#settings.get(manifest, () => read(folder, manifest));
      isProject ||= says.asksForSpindle;
    }
    return { ...DEFAULTS, isProject };
  }

  /** A configuration may import other files, of which no time of change tells. */
  forget(): void {
    this.#settings.clear();
  }
}

async function read(cwd: string, file: string): Promise<Settings> {
  try {
    const { options } = await readConfig({ cwd, configFile: undefined });
    return { options, isProject: true, file, problem: undefined };
  } catch (error) {
    return { ...DEFAULTS, isProject: true, file, problem: messageOf(error) };
  }
}

const messageOf = (error: unknown): string => (error as Partial<Error> | undefined)?.message ?? String(error);

const isFile = (file: string): boolean => changeOf(file) !== 0;

/** 0: there is no such file. */
function changeOf(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.mtimeMs : 0;
}

interface Manifest {
  readonly hasOptions: boolean;
  readonly asksForSpindle: boolean;
}

function readManifest(file: string): Manifest {
  if (!isFile(file)) return { hasOptions: false, asksForSpindle: false };
  const text = readFileSync(file, 'utf8');
  return { hasOptions: hasOptions(text), asksForSpindle: /"(?:@spindle\/[\w-]+|babel-plugin-threads)"/.test(text) };
}

function hasOptions(manifest: string): boolean {
  try {
    return (JSON.parse(manifest) as { spindle?: unknown } | null)?.spindle !== undefined;
  } catch {
    // npm complains of it.
    return false;
  }
}

/** The folders around a file, up to the one of `roots` that holds it, else up to the top. */
export function foldersAround(file: string, roots: readonly string[]): string[] {
  const folders: string[] = [];
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    folders.push(folder);
    if (roots.includes(folder) || path.dirname(folder) === folder) return folders;
  }
}
