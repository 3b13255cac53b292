/**
 * Milliseconds of real processes are judged by the same run without what is judged. The machine is free where players wait for less than half of a bound then, and enough of the
 * cores' time is left over. On one that is busy they may wait for three times the bound, or three times as long as without what is judged.
 */
import assert from 'node:assert/strict';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** So much of a bound may go without what is judged. */
const MOST_STILL = 0.5;
/** So much of the cores' time has to be left over: what is judged takes more of it. */
const LEAST_IDLE = 0.4;
/** Where three other processes always ran on two cores, gaps took up to 2.5 times a bound. */
const TIMES_BUSY = 3;

/** `{ p50, p95, p99, worst }` */
export function quantiles(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (part) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), worst: Math.round(sorted.at(-1)) };
}

export const printQuantiles = (numbers) =>
  Object.entries(quantiles(numbers))
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/** What a run is like without what is judged. */
export class Rest {
  gaps = [];
  #idle = 0;
  #all = 0;

  /** Nothing happens to the players for so long. */
  async take(players, ms) {
    const [sinceMs, before] = [performance.now(), readCores()];
    await sleep(ms);
    this.add(addedGaps(players, sinceMs), readCores(), before);
  }

  add(gaps, { idle, all }, before = { idle: 0, all: 0 }) {
    this.gaps.push(...gaps);
    this.#idle += idle - before.idle;
    this.#all += all - before.all;
  }

  /** So much of the cores' time was left over. */
  get idle() {
    return this.#idle / this.#all;
  }
}

function readCores() {
  const times = cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({
    idle,
    all: user + nice + sys + irq + idle,
  }));
  return times.reduce((sum, one) => ({ idle: sum.idle + one.idle, all: sum.all + one.all }));
}

/**
 * Prints gaps, or what else takes ms, and throws for those over `bounds`: `{ p50, p95, p99, worst }`, each of which may be missing. `still`: the `Rest` of the same run. `surelyMs`: what
 * passes in any case, such as a lease, and is in each bound.
 */
export function judgeGaps(what, { gaps, still, bounds, surelyMs = 0 }, print = console.log) {
  for (const [name, list] of Object.entries({ gaps, still: still.gaps }))
    assert.notEqual(list.length, 0, `${what}: no ${name}`);
  const [found, usual] = [quantiles(gaps), quantiles(still.gaps)];
  const limits = Object.entries(bounds).map(([name, freeMs]) => {
    const ownMs = freeMs - surelyMs;
    const isFree = usual[name] <= MOST_STILL * ownMs && still.idle >= LEAST_IDLE;
    const mostMs = isFree ? freeMs : surelyMs + TIMES_BUSY * Math.max(ownMs, usual[name]);
    return { name, mostMs, told: `${name} ≤ ${mostMs}${isFree ? '' : ` (THE MACHINE IS BUSY; else ${freeMs})`}` };
  });
  const idle = `${Math.round(100 * still.idle)} % of the cores idle`;
  print(
    `${what}: ${printQuantiles(gaps)} ms; without it ${printQuantiles(still.gaps)} ms, ${idle}; ${limits.map(({ told }) => told).join(', ')}`,
  );
  const over = limits.filter(({ name, mostMs }) => found[name] > mostMs);
  assert.deepEqual(
    over.map(({ name, told }) => `${name} is ${found[name]} ms, wanted is ${told}`),
    [],
    what,
  );
}

/** Adds a beat to those that a client has heard: one comes in each pulse. */
export function hearBeat(beats, atMs = performance.now()) {
  beats.push({ atMs, gapMs: atMs - (beats.at(-1)?.atMs ?? atMs) });
}

/** The longest time between two beats since, also the one that goes on. */
export function longestGapMs(beats, sinceMs) {
  const gaps = beats.filter(({ atMs }) => atMs >= sinceMs).map(({ gapMs }) => gapMs);
  return Math.max(...gaps, performance.now() - (beats.at(-1)?.atMs ?? performance.now()));
}

/** Of each player, what was added to the 50 ms between two beats. */
export const addedGaps = (players, sinceMs) => players.map(({ beats }) => longestGapMs(beats, sinceMs) - 50);
