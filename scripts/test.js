/**
 * What CI runs: fast checks first, then all tests with Babel 7, those that depend on Babel with Babel 8, and some programs on the short names of
 * production, side by side. Stops at the first step that fails.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSteps } from './steps.js';

const folder = mkdtempSync(join(tmpdir(), 'spindle-test-'));
const countFile = join(folder, 'count');
process.env.COUNT_FILE = countFile;
const npmRun = (script) => ['npm', 'run', '--silent', script];

await runSteps([
  [
    { name: 'structure', run: npmRun('structure') },
    { name: 'build', run: npmRun('build') },
    { name: 'format', run: npmRun('format:check') },
    { name: 'install Babel 8', run: ['npm', 'ci', '--prefix', 'compat/babel8', '--loglevel=error'] },
  ],
  [
    { name: 'lint', run: npmRun('lint') },
    { name: 'packages', run: npmRun('packages') },
    { name: 'unused', run: npmRun('unused') },
    { name: 'size', run: npmRun('size') },
    { name: 'short names', run: ['node', 'scripts/production.js', 'build/short'] },
  ],
  { name: 'tests on Babel 7 and 8', run: ['node', 'scripts/jest.js', '--babel=7,8,short', '--together'] },
]);
if (existsSync(countFile)) printCount(readFileSync(countFile, 'utf8'));
rmSync(folder, { recursive: true });

/** Prints one line `N passed, N failed`. */
function printCount(text) {
  const [passed, failed] = text.trim().split(' ');
  console.log(`\n${passed} passed, ${failed} failed`);
}
