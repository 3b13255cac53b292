/**
 * Breaks the rules of ownership and of waits one at a time, in a copy of the repository, and shows which tests notice:
 * `npm run mutations`, or `npm run mutations -- event` for those whose rule begins so, or `npm run mutations -- '' test/model` to ask
 * only the tests of that path.
 * Ends with exit code 1 if a broken rule goes unnoticed. The rules stand in docs/ownership.md.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MUTATIONS } from './mutation-list.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const copy = mkdtempSync(path.join(tmpdir(), 'spindle-mutations-'));
const skipped = new Set(['node_modules', '.git', 'dist', 'build']);
cpSync(root, copy, { recursive: true, filter: (file) => !skipped.has(path.basename(file)) });
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));

const [, , only = '', asked = 'packages/runtime'] = process.argv;
let unnoticed = 0;
for (const mutation of MUTATIONS.filter(({ rule }) => rule.startsWith(only))) {
  const failed = failuresOf(mutation);
  if (failed.length === 0) unnoticed++;
  console.log(`${failed.length === 0 ? 'UNNOTICED' : 'noticed  '}  ${mutation.rule}`);
  console.log(`           ${failed.length} tests fail${failed.length > 0 ? `, first: ${failed[0]}` : ''}`);
}
rmSync(copy, { recursive: true });
console.log(`\n${unnoticed} of the broken rules went unnoticed.`);
process.exitCode = unnoticed === 0 ? 0 : 1;

/** The titles of the tests that fail under one mutation. */
function failuresOf({ rule, file, find, replace }) {
  const target = path.join(copy, 'packages/runtime/src', file);
  const source = readFileSync(target, 'utf8');
  if (source.split(find).length !== 2)
    throw new Error(`mutations: "${rule}" does not fit ${file} any more. Mend its text.`);
  writeFileSync(
    target,
    source.replace(find, () => replace),
  );
  const outputFile = path.join(copy, 'report.json');
  const args = ['--json', `--outputFile=${outputFile}`, '--silent', asked];
  // That a program differs is enough: it need not be the smallest.
  const env = { ...process.env, MODEL_SHRINK: '0' };
  spawnSync(process.execPath, ['scripts/jest.js', ...args], { cwd: copy, stdio: 'ignore', env });
  writeFileSync(target, source);
  const report = JSON.parse(readFileSync(outputFile, 'utf8'));
  const tests = report.testResults.flatMap(({ assertionResults, status, message, name }) =>
    assertionResults.length === 0 && status === 'failed'
      ? [{ status, fullName: `${name}: ${message}` }]
      : assertionResults,
  );
  return tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName.trim().split('\n')[0]);
}
