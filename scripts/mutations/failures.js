import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * Runs the tests of a path in a copy of the repository. Gives `12 tests fail, first: …`, or undefined if all pass. Tests that end without
 * a report fail, too: an error that nobody catches in a Promise ends the process.
 */
export function failuresIn(copy, tests, env = {}) {
  const outputFile = path.join(copy, 'report.json');
  const args = ['scripts/jest.js', '--json', `--outputFile=${outputFile}`, '--silent', tests];
  rmSync(outputFile, { force: true });
  spawnSync(process.execPath, args, { cwd: copy, stdio: 'ignore', env: { ...process.env, ...env } });
  if (!existsSync(outputFile)) return 'the tests end without a report';
  const { testResults } = JSON.parse(readFileSync(outputFile, 'utf8'));
  if (testResults.length === 0) throw new Error(`mutations: there is no test in ${tests}`);
  // The copy has no build, so tests of the build always fail there.
  const failed = testResults.flatMap(titlesOfFailed).filter((title) => !title.includes('on the build'));
  return failed.length === 0 ? undefined : `${failed.length} tests fail, first: ${failed[0]}`;
}

/** The titles of failed tests. If a test file could not start, its message takes the place of a title. */
function titlesOfFailed({ assertionResults, status, message, name }) {
  const all =
    assertionResults.length === 0 && status === 'failed'
      ? [{ status, fullName: `${name}: ${message}` }]
      : assertionResults;
  return all.filter((one) => one.status === 'failed').map(({ fullName }) => fullName.trim().split('\n')[0]);
}
