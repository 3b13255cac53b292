import path from 'node:path';
import { decode } from './files/encoding.js';
import { badConfig, configNotRead, notUtf8, Problems, reasonOf } from './errors.js';
import { exists, readBytes } from './files/files.js';

/** The options of the plugin as the file contains them. The plugin validates them. */
export type PluginOptions = Record<string, unknown> & { runtime?: Record<string, unknown> };

const defaultFile = 'spindle.config.json';

export interface Config {
  options: PluginOptions;
  /** The file that the options come from, as the user names it; undefined if there is none. */
  file: string | undefined;
}

/** A warning if no options were read, but the folder contains a file such as `spindle.config.js`. */
export function unreadConfig({ cwd, config }: { cwd: string; config: Config }): string | undefined {
  if (config.file !== undefined) return undefined;
  const found = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts']
    .map((ending) => defaultFile.replace(/json$/, ending))
    .find((name) => exists(path.join(cwd, name)));
  return found && configNotRead(found, defaultFile);
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
  if (isCode(file))
    throw new Problems([badConfig(file, 'is code, but options are read from JSON. Put them into a `.json` file.')]);
  let bytes: Buffer;
  try {
    bytes = await readBytes(path.resolve(cwd, file));
  } catch (error) {
    if (!needed && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    const fix = needed
      ? 'Give `--config` a file of options as JSON.'
      : 'Fix that, or give another file with `--config`.';
    throw new Problems([badConfig(file, `cannot be read: ${reasonOf(error)}. ${fix}`)]);
  }
  const decoded = decode(bytes);
  if ('bad' in decoded) throw new Problems([notUtf8(file, decoded.bad)]);
  const value = parse(decoded.text.replace(/^\uFEFF/, ''), file);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problems([badConfig(file, 'does not contain an object. Put the options of the plugin in { }.')]);
  }
  return value as PluginOptions;
}

const isCode = (file: string): boolean => /\.[cm]?[jt]s$/.test(file);

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const withoutTexts = text.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '');
    const fix = /\/[/*]/.test(withoutTexts) ? 'JSON has no comments: remove them.' : 'Fix it there.';
    throw new Problems([badConfig(file, `is not JSON: ${(error as Error).message}. ${fix}`)]);
  }
}
