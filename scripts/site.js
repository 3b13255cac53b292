/** The documentation site, also from a fresh clone: installs, builds the packages, and gives the options to site/run.js. */
import path from 'node:path';
import { installSteps } from './install.js';
import { runSteps } from './steps.js';

process.chdir(path.join(import.meta.dirname, '..'));

await runSteps([
  ...installSteps(['.', 'site']),
  { name: 'build the packages', run: ['npm', 'run', '--silent', 'build'] },
  { name: 'site', run: ['node', 'site/run.js', ...process.argv.slice(2)] },
]);
