/**
 * Breaks the rules of ownership and of waits one at a time, in a copy of the repository, and shows which tests notice:
 * `npm run mutations`, or `npm run mutations -- event` for those whose rule begins so, or `npm run mutations -- '' test/model` to ask
 * only the tests of that path.
 * Ends with exit code 1 if a broken rule goes unnoticed. The rules stand in docs/ownership.md.
 */
import { failuresIn } from './mutations/failures.js';
import { mutate } from './mutations/mutate.js';
import { MUTATIONS } from './mutations/runtime.js';

const [, , only, tests = 'packages/runtime'] = process.argv;

mutate({
  mutations: MUTATIONS,
  folder: 'packages/runtime/src',
  only,
  // That a program differs is enough: it need not be the smallest.
  noticed: ({ copy }) => failuresIn(copy, tests, { MODEL_SHRINK: '0' }),
});
