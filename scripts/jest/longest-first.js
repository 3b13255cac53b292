/** Without times of an earlier run, as in CI, the longest test files start first. Otherwise one of them could run alone at the end, with the other cores idle. */
import Sequencer from '@jest/test-sequencer';

/** Of those of `together.js` and the files beside them. */
const longest = [
  'together/7/packages-cli',
  'together/7/(fixtures|scripts|packages-babel-plugin-threads)',
  'together/7/packages-runtime-test-(model|saves)|together/8/fixtures',
  'together/7/(examples|conformance|packages-unplugin)',
  'together/8/(examples|conformance|packages-babel-plugin-threads)',
  'together/7/packages-(compiler|language-server)|together/7/play',
  'together/7/packages-runtime|inspector/test/timeline|runtime/test/(execution/(deep-calls|unwinding)|globals.test)',
].map((path) => new RegExp(path));

/** The position in the list, or the end of it. */
function rankOf({ path }) {
  const at = longest.findIndex((each) => each.test(path));
  return at === -1 ? longest.length : at;
}

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isTimed = sorted.some(({ duration }) => duration !== undefined);
    return isTimed ? sorted : sorted.sort((one, other) => rankOf(one) - rankOf(other));
  }
}
