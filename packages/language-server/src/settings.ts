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

interface Read {
  readonly changedMs: number;
  readonly settings: Promise<Settings>;
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
  readonly #read = new Map<string, Read>();

  async of({ folders, isTrusted }: Place): Promise<Settings> {
    let isProject = false;
    for (const folder of folders) {
      const code = CONFIG_FILES.find((name) => isFile(path.join(folder, name)));
      const manifest = path.join(folder, 'package.json');
      const found = code === undefined ? undefined : path.join(folder, code);
      if (found !== undefined && !isTrusted && !found.endsWith('.json')) return { ...DEFAULTS, isProject: true };
      if (found !== undefined) return this.#settings(folder, found);
      const says = whatManifestSays(manifest);
      if (says.hasOptions) return this.#settings(folder, manifest);
      isProject ||= says.asksForSpindle;
    }
    return { ...DEFAULTS, isProject };
  }

  /** A configuration may import other files, of which no time of change tells. */
  forget(): void {
    this.#read.clear();
  }

  #settings(folder: string, file: string): Promise<Settings> {
    const changedMs = changeOf(file);
    const known = this.#read.get(file);
    if (known?.changedMs === changedMs) return known.settings;
    const settings = read(folder, file);
    this.#read.set(file, { changedMs, settings });
    return settings;
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

const manifests = new Map<string, { changedMs: number; hasOptions: boolean; asksForSpindle: boolean }>();

function whatManifestSays(file: string): { readonly hasOptions: boolean; readonly asksForSpindle: boolean } {
  const changedMs = changeOf(file);
  const known = manifests.get(file);
  if (known?.changedMs === changedMs) return known;
  const says = { changedMs, hasOptions: false, asksForSpindle: false };
  if (changedMs !== 0) {
    const text = readFileSync(file, 'utf8');
    says.asksForSpindle = /"(?:@spindle\/[\w-]+|babel-plugin-threads)"/.test(text);
    says.hasOptions = hasOptions(text);
  }
  manifests.set(file, says);
  return says;
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
