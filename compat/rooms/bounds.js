/**
 * Milliseconds of real processes are judged where the same run shows that the machine is free: where those who play on without what is judged wait for less than
 * half of a bound. Else it is told, loudly, that nothing was judged.
 */
import assert from 'node:assert/strict';

/** So much of a bound may go without what is judged. */
const MOST_STILL = 0.5;

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

/**
 * Prints gaps, in ms, and throws for those over `bounds`: `{ p50, p95, p99, worst }`, each of which may be missing. `still`: the gaps of the same run without what is
 * judged. `surelyMs`: what passes in any case, such as a lease, and is in each bound.
 */
export function judgeGaps(what, { gaps, still, bounds, surelyMs = 0 }, print = console.log) {
  for (const [name, list] of Object.entries({ gaps, still })) assert.notEqual(list.length, 0, `${what}: no ${name}`);
  print(`${what}: added gap ${printQuantiles(gaps)} ms; without it ${printQuantiles(still)} ms`);
  const [found, usual] = [quantiles(gaps), quantiles(still)];
  const over = [];
  for (const [name, most] of Object.entries(bounds)) {
    if (found[name] <= most) continue;
    const isFree = usual[name] <= MOST_STILL * (most - surelyMs);
    if (isFree) over.push(`${name} is ${found[name]} ms, at most ${most} are wanted`);
    else
      print(
        `\n  THE MACHINE WAS BUSY, NOT JUDGED: ${what}, ${name} ${found[name]} ms, at most ${most} are wanted; without it ${usual[name]} ms\n`,
      );
  }
  assert.deepEqual(over, [], what);
}
