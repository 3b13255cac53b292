import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { badConfig, Problems, reasonOf, unreadable } from './errors.js';

/** Options of the plugin, as they stand in the file. The plugin judges them. */
export type PluginOptions = Record<string, unknown> & { runtime?: Record<string, unknown> };

const defaultFile = 'spindle.config.json';

export interface Config {
  options: PluginOptions;
  /** The file that the options come from, as the user names it; undefined where there is none. */
  file: string | undefined;
}

/** Reads the options of the plugin from `--config`, else from `spindle.config.json` if it is there. */
export async function readConfig(from: { cwd: string; configFile: string | undefined }): Promise<Config> {
  const file = from.configFile ?? defaultFile;
  const options = await readOptions(file, { cwd: from.cwd, needed: from.configFile !== undefined });
  return { options: options ?? {}, file: options && file };
}

async function readOptions(
  file: string,
  { cwd, needed }: { cwd: string; needed: boolean },
): Promise<PluginOptions | undefined> {
  let text: string;
  try {
    text = await readFile(path.resolve(cwd, file), 'utf8');
  } catch (error) {
    if (!needed && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Problems([unreadable(file, reasonOf(error))]);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Problems([badConfig(file, `is not JSON: ${(error as Error).message}. Mend it there.`)]);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problems([badConfig(file, 'does not hold an object. Put the options of the plugin in { }.')]);
  }
  return value as PluginOptions;
}
