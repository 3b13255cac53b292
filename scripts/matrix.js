/** The lanes that are too slow for every change: the oldest Babel that we support, a newer Node, and each ESLint. */
import { runSteps } from './steps.js';

const install = (folder) => ['npm', 'ci', '--prefix', `compat/${folder}`, '--loglevel=error', '--ignore-scripts'];

await runSteps([
  { name: 'install Babel 7.22', run: install('babel7.22') },
  { name: 'tests on Babel 7.22', run: ['node', 'scripts/jest.js', '--babel=7.22'] },
  { name: 'rules in ESLint 9 and 10', run: ['npm', 'run', '--silent', 'test:eslint'] },
  { name: 'tests on Node 24', run: ['npm', 'run', '--silent', 'test:node24'] },
]);
