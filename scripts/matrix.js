/** The lanes that are too slow for every change: a newer Node, and each ESLint. */
import { runSteps } from './steps.js';

await runSteps([
  { name: 'rules in ESLint 9 and 10', run: ['node', 'scripts/compat.js', 'eslint'] },
  { name: 'tests on Node 24', run: ['node', 'scripts/compat.js', 'node24'] },
]);
