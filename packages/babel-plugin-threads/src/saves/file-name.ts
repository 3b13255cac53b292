/** What a file is called in saves. */
import { firstOf } from '../babel/ast.js';
import { errors } from '../messages/errors.js';
import type { Source } from '../context/compilation.js';
import { refuseAt } from '../context/diagnostic.js';

/** What is asked of Node where it is there: the plugin also runs in pages. */
declare const process:
  | { getBuiltinModule?(name: 'node:fs'): { existsSync(path: string): boolean } | undefined }
  | undefined;

/**
 * `walk.js`: its path below the option `root`, with `/`, so that it is the same for each tool and system. A path that is not absolute
 * is taken to be such a name. Refuses a file without one.
 */
export function nameInSaves(source: Source): string {
  const file = slashed(source.file.opts.filename ?? '');
  const isAbsolute = /^(?:\/|[A-Za-z]:\/)/.test(file);
  const given = source.options.root;
  const root = given === undefined ? folderOfPackage(isAbsolute ? file : '') : slashed(given).replace(/\/$/, '');
  const isBelow = isAbsolute
    ? (given !== undefined || root !== '') && file.startsWith(`${root}/`)
    : file !== '' && !/^\.\.?\//.test(file);
  // For updates each name does that is no other file's.
  if (!isBelow && source.options.saves === true)
    refuseAt(source, firstOf(source.program.node), errors.noNameInSaves, { path: file, root });
  return isBelow && isAbsolute ? file.slice(root.length + 1) : file;
}

const slashed = (path: string): string => path.replaceAll('\\', '/');

/** The nearest one above the file that has a package.json; empty if there is none, or nobody to ask. */
function folderOfPackage(file: string): string {
  const fs = typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:fs');
  if (fs === undefined) return '';
  for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
    const folder = file.slice(0, end);
    if (fs.existsSync(`${folder}/package.json`)) return folder;
  }
  return '';
}
