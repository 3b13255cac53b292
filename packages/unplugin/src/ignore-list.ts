/**
 * Debuggers step over the files on the `ignoreList` of a source map. Bundlers put `node_modules` there; the runtime may stand elsewhere,
 * by a link.
 */
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Says of a source, as a map names it, and the file of the map whether debuggers ignore it. */
export type IgnoreList = (source: string, mapFile: string) => boolean;

/** The folder of the runtime, as the project finds it. */
export function findRuntime(root: string): string | undefined {
  try {
    const manifest = createRequire(path.join(root, 'package.json')).resolve('@spindle/runtime/package.json');
    return path.dirname(realpathSync(manifest));
  } catch {
    return undefined;
  }
}

/** What is ignored without the plugin, and the runtime. */
export function withRuntime(given: IgnoreList | boolean | undefined, folder: string | undefined): IgnoreList {
  const usual: IgnoreList =
    typeof given === 'function' ? given : given === false ? () => false : (source) => source.includes('node_modules');
  return (source, mapFile) => isIn(folder, path.resolve(path.dirname(mapFile), source)) || usual(source, mapFile);
}

const isIn = (folder: string | undefined, file: string): boolean =>
  folder !== undefined && file.startsWith(folder + path.sep);

/** The same for Rolldown, to which a function costs a call for each source. */
export function patternOf(folder: string | undefined): RegExp {
  const name = folder?.split(path.sep).slice(-2).join('/');
  return name === undefined ? /node_modules/ : new RegExp(`node_modules|${escaped(name)}/`);
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
