/** The versions of Babel that the tests run with. Each is called a lane. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const folders = { 7: '.', 8: 'compat/babel8' };

/**
 * The `require` of a file in that lane: `requireOf('8').resolve('@babel/core')`.
 * @throws {Error} if the lane is not installed: Node would find the Babel of the root in its place.
 */
export function requireOf(lane) {
  const folder = path.join(root, folders[lane]);
  if (!existsSync(path.join(folder, 'node_modules/@babel/core')))
    throw new Error(`Lane ${lane} is not installed: \`npm ci --prefix ${folders[lane]}\`.`);
  return createRequire(path.join(folder, 'package.json'));
}
