/** Without times of an earlier run, as in CI, the longest test files start first. Otherwise one of them could run alone at the end, with the other cores idle. */
import Sequencer from '@jest/test-sequencer';

const longest = [
  'conformance/programs/',
  'runtime/test/model/',
  'fixtures/(variants|frames|presets|fixtures)\\.',
  // What starts processes waits for them.
  'unplugin/test/register|cli/test/run/',
  'fixtures/minimize|test262/judge|compiler/test/same-as-plugin|scenes/test/targets',
  'cli/test/(compile/|precompile)|examples/|scripts/(packages|types/)|language-server/test/stdio|unplugin/test/packed',
  'language-server/test/quick-fixes|execution/(deep-calls|frame-objects)',
  'babel-plugin-threads/test/(plan-unchanged|context/unique-names|marks/marks|source-maps|validate)',
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
