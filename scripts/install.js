import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * The steps that install the packages of each folder (`.` for the root): a command with them works in a fresh clone.
 * There is nothing to do where the packages were installed after the last change of the lock file.
 */
export function installSteps(folders) {
  return folders.filter((folder) => !isInstalled(folder)).map(stepOf);
}

function isInstalled(folder) {
  const mark = path.join(folder, 'node_modules/.package-lock.json');
  return existsSync(mark) && statSync(mark).mtimeMs >= statSync(path.join(folder, 'package-lock.json')).mtimeMs;
}

function stepOf(folder) {
  const where = folder === '.' ? [] : ['--prefix', folder];
  const options = ['--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];
  return { name: `install ${folder === '.' ? 'the tools' : folder}`, run: ['npm', 'ci', ...where, ...options] };
}
