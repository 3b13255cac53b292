/** Gaps are judged by their bounds on a machine that is free, and by longer ones on one that is busy. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeGaps, quantiles, Rest } from './bounds.js';

const HUNDRED = Array.from({ length: 100 }, (_, i) => i + 1);
const bounds = { p50: 60, worst: 100 };

function restOf(gaps, idle = 50) {
  const rest = new Rest();
  rest.add(gaps, { idle, all: 100 });
  return rest;
}

/** What is printed. */
function judged({ still = [1], idle, ...given }) {
  const printed = [];
  judgeGaps('a move', { gaps: HUNDRED, still: restOf(still, idle), bounds, ...given }, (line) => printed.push(line));
  return printed;
}

test('quantiles of a hundred numbers, and of one', () => {
  assert.deepEqual(quantiles(HUNDRED.toReversed()), { p50: 51, p95: 96, p99: 100, worst: 100 });
  assert.deepEqual(quantiles([7]), { p50: 7, p95: 7, p99: 7, worst: 7 });
});

const FREE = 'p50 ≤ 60, worst ≤ 100';
const limitsOf = ([line]) => line.split('; ').slice(2).join('; ');

test('it is told what was found, and what is wanted', () => {
  assert.deepEqual(judged({}), [
    `a move: p50 51, p95 96, p99 100, worst 100 ms; without it p50 1, p95 1, p99 1, worst 1 ms, 50 % of the cores idle; ${FREE}`,
  ]);
});

test('a gap over its bound fails on a machine that is free', () => {
  assert.throws(() => judged({ gaps: [...HUNDRED, 101] }), /worst is 101 ms, wanted is worst ≤ 100'/);
  assert.throws(() => judged({ gaps: [61] }), /p50 is 61 ms, wanted is p50 ≤ 60'/);
  assert.throws(() => judged({ gaps: [101], still: [30] }), /p50 is 101 ms.*\n.*worst is 101 ms/);
  assert.throws(() => judged({ gaps: [61], idle: 40 }), /p50 is 61 ms/);
});

test('on a machine whose players wait without it, a gap may be three times its bound, and no more; each bound is judged for itself', () => {
  const still = [...Array.from({ length: 99 }, () => 1), 51];
  const busy = 'p50 ≤ 60, worst ≤ 300 (THE MACHINE IS BUSY; else 100)';
  assert.equal(limitsOf(judged({ gaps: [...HUNDRED, 300], still })), busy);
  assert.throws(
    () => judged({ gaps: [...HUNDRED, 301], still }),
    /worst is 301 ms, wanted is worst ≤ 300 \(THE MACHINE/,
  );
  assert.throws(() => judged({ gaps: [61], still }), /p50 is 61 ms/);
});

test('where players wait for longer than a bound without it, a gap may be three times as long as theirs, and no more', () => {
  const given = { still: [150], bounds: { worst: 100 } };
  assert.equal(limitsOf(judged({ ...given, gaps: [450] })), 'worst ≤ 450 (THE MACHINE IS BUSY; else 100)');
  assert.throws(() => judged({ ...given, gaps: [451] }), /worst is 451 ms/);
});

test('who needs little may wait for little where many need all: the cores tell that the machine is busy', () => {
  assert.match(limitsOf(judged({ gaps: [180], idle: 39 })), /p50 ≤ 180 \(.*, worst ≤ 300 \(/);
  assert.throws(() => judged({ gaps: [181], idle: 39 }), /p50 is 181 ms/);
});

test('what passes in any case is no room for a busy machine', () => {
  const given = { bounds: { worst: 1100 }, surelyMs: 600 };
  assert.throws(() => judged({ ...given, gaps: [1101], still: [250] }), /worst is 1101 ms/);
  assert.match(limitsOf(judged({ ...given, gaps: [2100], still: [251] })), /worst ≤ 2100 \(/);
  assert.throws(() => judged({ ...given, gaps: [2101], still: [251] }), /worst is 2101 ms/);
});

test('nothing is not judged', () => {
  assert.throws(() => judged({ gaps: [] }), /no gaps/);
  assert.throws(() => judged({ still: [] }), /no still/);
});

test('a rest has the gaps of its time, and what the cores did', async () => {
  const rest = new Rest();
  const beats = [{ atMs: performance.now(), gapMs: 0 }];
  await rest.take([{ beats }], 80);
  assert.equal(rest.gaps.length, 1);
  assert.ok(rest.gaps[0] >= 25 && rest.idle >= 0 && rest.idle <= 1, `${rest.gaps} ${rest.idle}`);
});
