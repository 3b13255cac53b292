/**
 * What CI runs: fast checks first, then all tests with Babel 7, then those that depend on Babel with Babel 8. Stops at the first step that
 * fails.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSteps } from './steps.js';

const folder = mkdtempSync(join(tmpdir(), 'spindle-test-'));
const countFile = join(folder, 'count');
process.env.COUNT_FILE = countFile;
const npmRun = (script) => ['npm', 'run', '--silent', script];
const jest = ['node', 'scripts/jest.js'];

await runSteps([
  [
    { name: 'structure', run: npmRun('structure') },
    { name: 'build', run: npmRun('build') },
  ],
  [
    { name: 'format', run: npmRun('format:check') },
    { name: 'lint', run: npmRun('lint') },
    { name: 'packages', run: npmRun('packages') },
    { name: 'install Babel 8', run: ['npm', 'ci', '--prefix', 'compat/babel8', '--loglevel=error'] },
  ],
  { name: 'tests on Babel 7', run: [...jest, '--babel=7'] },
  { name: 'tests on Babel 8', run: [...jest, '--babel=8'] },
]);
if (existsSync(countFile)) printCount(readFileSync(countFile, 'utf8'));
rmSync(folder, { recursive: true });

/** Prints one line `N passed, N failed` with the sums of the lanes. */
function printCount(text) {
  const lanes = text.trim().split('\n');
  const sum = (column) => lanes.reduce((total, lane) => total + Number(lane.split(' ')[column]), 0);
  console.log(`\n${sum(0)} passed, ${sum(1)} failed`);
}
