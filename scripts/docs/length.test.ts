import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = execFileSync('git', ['ls-files', '*.md', ':!*CHANGELOG.md', ':!.changeset'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((page) => page !== '' && existsSync(root + page));
const lengthOf = (page: string): number => statSync(root + page).size;

/** Bytes. Each only falls: whoever adds to a page takes out elsewhere what nobody looks up. */
const LIMITS: Readonly<Record<string, number>> = { 'README.md': 5000, 'ARCHITECTURE.md': 20_000 };
const LIMIT_OF_ALL = 440_000;

test.each(Object.entries(LIMITS))('%s has at most %d bytes', (page, limit) => {
  expect(lengthOf(page)).toBeLessThanOrEqual(limit);
});

test.each(['npm ci && npm run demo', readFileSync(`${root}.ci/run`, 'utf8').trim().split('\n').at(-1)!])(
  'the first screen of the README has `%s`',
  (command) => {
    const screen = readFileSync(`${root}README.md`, 'utf8').split('\n').slice(0, 40).join('\n');
    expect(screen).toContain(`\n${command} `);
  },
);

test('all pages together are not longer than they were', () => {
  const sum = pages.map(lengthOf).reduce((all, one) => all + one, 0);
  expect(sum).toBeLessThanOrEqual(LIMIT_OF_ALL);
});
