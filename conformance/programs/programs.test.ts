import { checkPrograms, type Checked } from './check.js';
import { checkPairs } from './scripts.js';

let checked: Checked;

// One seed for each lane, so that a change is judged by itself; the nightly run takes a new one each time. Two lanes make 500.
const seed = process.env['BABEL'] === '8' ? 20271121 : 20261121;

test('250 random programs do compiled, and stressed, what they do plain', async () => {
  checked = await checkPrograms({ runs: 250, seed });
  expect(checked.failures.join('\n\n')).toBe('');
}, 1_800_000);

test('most of them wait, call and come to their end', () => {
  const { programs, waiting, askedToWait, ended, skipped, lines, statements } = checked.count.totals;
  expect(programs).toBe(250);
  expect(skipped / programs).toBeLessThan(0.02);
  expect(ended / programs).toBeGreaterThan(0.6);
  expect(waiting / askedToWait).toBeGreaterThan(0.8);
  expect(lines / programs).toBeGreaterThan(15);
  expect(statements / programs).toBeGreaterThan(20);
});

test('60 pairs of scripts in one page load and do compiled what they do plain', () => {
  expect(checkPairs({ runs: 60, seed }) ?? '').toBe('');
});
