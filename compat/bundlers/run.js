/**
 * The unplugin in real bundlers: `npm run compat -- bundlers`. They are not part of `npm test`, where esbuild stands for all.
 *
 *   npm run compat -- bundlers           all of it
 *   npm run compat -- bundlers vitest    the test files with this word in their name
 */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { runSteps, TEST_OPTIONS } from '../../scripts/steps.js';

const here = import.meta.dirname;
process.chdir(path.join(here, '../..'));

const [word = ''] = process.argv.slice(2);
const tests = readdirSync(here).filter((name) => name.endsWith('.test.js') && name.includes(word));
if (tests.length === 0) {
  console.error(`compat bundlers: no test file has "${word}" in its name.`);
  process.exitCode = 1;
} else {
  const install = ['npm', 'ci', '--prefix', 'compat/bundlers', '--ignore-scripts', '--loglevel=error'];
  const files = tests.map((name) => `compat/bundlers/${name}`);
  await runSteps([
    ...(isInstalled() ? [] : [{ name: 'install', run: install }]),
    { name: 'build', run: ['npm', 'run', '--silent', 'build'] },
    { name: 'bundlers', run: ['node', '--test', ...TEST_OPTIONS, ...files] },
  ]);
}

/** Whether the packages were installed after the last change of the lock file. */
function isInstalled() {
  const changedMs = (file) => statSync(path.join(here, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return changedMs('node_modules/.package-lock.json') > changedMs('package-lock.json');
}
