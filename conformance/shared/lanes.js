/** The Babels that we run: one lane each. */
import { createRequire } from 'node:module';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const folders = { 7: '.', 7.22: 'compat/babel7.22', 8: 'compat/babel8' };

/** `require` as a file of that lane has it: `requireOf('8').resolve('@babel/core')`. */
export const requireOf = (lane) => createRequire(path.join(root, folders[lane], 'package.json'));
