/** The versions of Babel that the tests run with. Each is called a lane. */
import { createRequire } from 'node:module';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const folders = { 7: '.', 7.22: 'compat/babel7.22', 8: 'compat/babel8' };

/** The `require` of a file in that lane: `requireOf('8').resolve('@babel/core')`. */
export const requireOf = (lane) => createRequire(path.join(root, folders[lane], 'package.json'));
