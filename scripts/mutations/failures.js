import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Runs the tests of a path in a copy of the repository. Gives `12 tests fail, first: …`, or undefined if all pass. */
export function failuresIn(copy, tests, env = {}) {
  const outputFile = path.join(copy, 'report.json');
  const args = ['scripts/jest.js', '--json', `--outputFile=${outputFile}`, '--silent', tests];
  spawnSync(process.execPath, args, { cwd: copy, stdio: 'ignore', env: { ...process.env, ...env } });
  const { testResults } = JSON.parse(readFileSync(outputFile, 'utf8'));
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
