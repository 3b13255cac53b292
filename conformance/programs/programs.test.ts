import { checkPrograms, type Checked } from './check.js';

let checked: Checked;

// One seed, so that a change is judged by itself; the nightly run takes a new one each time.
test('500 random programs do compiled, and stressed, what they do plain', async () => {
  checked = await checkPrograms({ runs: 500, seed: 20261121 });
  expect(checked.failures.join('\n\n')).toBe('');
}, 1_800_000);

test('most of them wait, call and come to their end', () => {
  const { programs, waiting, askedToWait, ended, skipped, lines, statements } = checked.count.totals;
  expect(programs).toBe(500);
  expect(skipped / programs).toBeLessThan(0.02);
  expect(ended / programs).toBeGreaterThan(0.6);
  expect(waiting / askedToWait).toBeGreaterThan(0.8);
  expect(lines / programs).toBeGreaterThan(15);
  expect(statements / programs).toBeGreaterThan(20);
});
