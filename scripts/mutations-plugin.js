/**
 * Breaks rules of the plugin one at a time, in a copy of the repository, and checks that the tests notice: `npm run mutations:plugin`. With
 * `-- <beginning>`, only rules that begin with this text are broken. The exit code is 1 if one goes unnoticed.
 */
import { spawnSync } from 'node:child_process';
import { failuresIn } from './mutations/failures.js';
import { LOWER_MUTATIONS } from './mutations/lower.js';
import { mutate } from './mutations/mutate.js';
import { PLUGIN_MUTATIONS } from './mutations/plugin.js';
import { SAVES_PLUGIN_MUTATIONS } from './mutations/saves.js';

mutate({
  mutations: [...PLUGIN_MUTATIONS, ...LOWER_MUTATIONS, ...SAVES_PLUGIN_MUTATIONS],
  folder: 'packages/babel-plugin-threads/src',
  only: process.argv[2],
  noticed: ({ copy, mutation: { file, noticedBy } }) =>
    noticedBy === undefined ? differenceIn(copy) : failuresIn(copy, noticedBy, file),
});

/** The first difference found by random programs, which begin with those of `npm test`. */
function differenceIn(copy) {
  const wanted = { PROGRAM_RUNS: '1000', PROGRAM_SEED: '20261121', PROGRAM_FAILURES: '1', PROGRAM_REDUCE: '0' };
  const env = { ...process.env, ...wanted };
  const { status, stdout } = spawnSync(process.execPath, ['scripts/nightly.js', 'programs'], { cwd: copy, env });
  if (status === 0) return undefined;
  return /^(?:compiled|waiting|stressed)[a-z ]*: .*$/m.exec(stdout.toString())?.[0] ?? 'the plugin does not build';
}
