/** Gaps are judged on a machine that is free, and only there. */
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

test('gaps within the bounds pass, whatever the machine does', () => {
  for (const [still, idle] of [
    [[1], 50],
    [[1000], 50],
    [[1], 0],
  ])
    assert.deepEqual(judged({ still, idle }), [
      `a move: p50 51, p95 96, p99 100, worst 100 ms; without it p50 ${still}, p95 ${still}, p99 ${still}, worst ${still} ms, ${idle} % of the cores idle`,
    ]);
});

test('a gap over its bound fails on a machine that is free', () => {
  assert.throws(() => judged({ gaps: [...HUNDRED, 101] }), /worst is 101 ms, at most 100 are wanted/);
  assert.throws(() => judged({ gaps: [61] }), /p50 is 61 ms, at most 60 are wanted/);
  assert.throws(() => judged({ gaps: [101], still: [30] }), /p50 is 101 ms.*\n.*worst is 101 ms/);
  assert.throws(() => judged({ gaps: [61], idle: 40 }), /p50 is 61 ms/);
});

test('on a machine that is busy it is told, and each bound is judged for itself', () => {
  const [, told, ...rest] = judged({ gaps: [...HUNDRED, 101], still: [51] });
  assert.match(told, /BUSY, NOT JUDGED: a move, worst is 101 ms, at most 100 are wanted; without it 51 ms, 50 % of/);
  assert.deepEqual(rest, []);
  assert.throws(() => judged({ gaps: [101], still: [31] }), /worst is 101 ms/);
});

test('who needs little may wait for little where many need all: the cores tell that the machine is busy', () => {
  assert.equal(judged({ gaps: [101], idle: 39 }).length, 3);
});

test('what passes in any case is no room for a busy machine', () => {
  const given = { gaps: [1101], bounds: { worst: 1100 }, surelyMs: 600 };
  assert.throws(() => judged({ ...given, still: [250] }), /worst is 1101 ms/);
  assert.equal(judged({ ...given, still: [251] }).length, 2);
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
