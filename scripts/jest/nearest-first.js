/** For `npm run mutations`: the test files of the folder of the broken file (`BROKEN_FILE`) start first, then the short ones, so that a broken rule is noticed soon. */
import { statSync } from 'node:fs';
import path from 'node:path';
import Sequencer from '@jest/test-sequencer';

const { BROKEN_FILE = '' } = process.env;
const folder = path.dirname(BROKEN_FILE);
const name = path.basename(BROKEN_FILE, '.ts');

/** The bytes of a test file, less so many for a test of the same file, or of the same folder, that these come first. Those of the model take longest. */
function costOf({ path: file }) {
  if (path.basename(file).startsWith(name)) return -2e6;
  if (file.includes('/test/model/')) return 2e6;
  return statSync(file).size - (file.includes(`/test/${folder}/`) ? 1e6 : 0);
}

export default class NearestFirst extends Sequencer {
  sort(tests) {
    return [...tests].sort((one, other) => costOf(one) - costOf(other));
  }
}
