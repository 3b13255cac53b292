/** Where jest has no times of an earlier run, as in CI, the suites that take longest begin first: none is left for one core alone. */
import Sequencer from '@jest/test-sequencer';

const longest = [
  'conformance/programs/',
  'runtime/test/model/',
  'fixtures/variants',
  'fixtures/fixtures',
  'fixtures/presets',
  'conformance/test262/judge',
  'babel-plugin-threads/test/(marks/marks|context/unique-names|validate|same-as-plain)',
].map((path) => new RegExp(path));

/** The place among the longest, or behind them all. */
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
