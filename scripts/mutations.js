/**
 * Breaks the rules of ownership, of waits and of saves one at a time, in a copy of the repository, and shows which tests notice: `npm run mutations`.
 * `npm run mutations -- event` breaks only rules that begin with this text, and `npm run mutations -- '' test/model` runs only tests of that path.
 * The exit code is 1 if a broken rule goes unnoticed. The rules are explained in docs/ownership.md.
 */
import { failuresIn } from './mutations/failures.js';
import { FRAMES_MUTATIONS } from './mutations/frames.js';
import { mutate } from './mutations/mutate.js';
import { MUTATIONS } from './mutations/runtime.js';
import { SAVES_MUTATIONS } from './mutations/saves.js';

const [, , only, tests] = process.argv;

mutate({
  mutations: [...MUTATIONS, ...FRAMES_MUTATIONS, ...SAVES_MUTATIONS],
  folder: 'packages/runtime/src',
  only,
  // A program that differs is enough. There is no need to find the smallest. More programs, and more points of a scene, are tried than in `npm test`.
  noticed: ({ copy, mutation: { file, noticedBy = 'packages/runtime' } }) =>
    failuresIn(copy, tests ?? noticedBy, file, { MODEL_SHRINK: '0', MODEL_RUNS: '500', MODEL_ONE_IN: '3' }),
});
