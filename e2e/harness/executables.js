/** Finds programs. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** The path of the first of these programs that can be run, on the path or at a usual place; undefined if there is none. One that is `named` takes precedence. */
export function findProgram({ named, names, places }) {
  if (named !== undefined && named !== '') return isRunnable(named) ? named : undefined;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...onPath, ...places].find(isRunnable);
}

function isRunnable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
