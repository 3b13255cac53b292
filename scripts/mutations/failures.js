import { spawnSync } from 'node:child_process';

/**
 * Runs the tests of a path in a copy of the repository, those near the broken file first, up to the first test file that fails. Gives the first
 * test that fails, or the end of what is printed if none says so (an error that nobody catches in a Promise ends the process); undefined if all pass.
 */
export function failuresIn(copy, tests, brokenFile, env = {}) {
  const inOrder = ['--runInBand', '--bail', '--testSequencer=<rootDir>/scripts/jest/nearest-first.js'];
  const args = ['scripts/jest.js', '--silent', ...inOrder, tests];
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, BROKEN_FILE: brokenFile, ...env },
  });
  if (status === 0) return undefined;
  if (stderr.includes('No tests found')) throw new Error(`mutations: there is no test in ${tests}`);
  return /^ +● (.+)$/m.exec(stderr)?.[1] ?? stderr.trim().slice(-300);
}
