/**
 * Compares two builds: `node bench/pair.js ../before a-1k d` measures the rows whose ids begin with one of these texts, in the checkout `../before` and
 * in this one; both must be built. Their processes alternate, so that other load on the machine affects both; `--times 5` is how often each runs.
 * For each of our contenders it prints the median of its ratio to the first one, before and now, and the quotient of both.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { quantile } from './measure.js';
import { listRows, runOnce } from './processes.js';

const here = path.join(import.meta.dirname, '..');
const FILES = ['resume', 'spawn', 'calls', 'timers', 'frames', 'saves'];
/** Rows that do not depend on the build: other libraries and queues of timers. */
const isOfOthers = (id) => id.startsWith('peers-');

const { values, positionals } = parseArgs({
  options: { times: { type: 'string', default: '5' } },
  allowPositionals: true,
});
const [before, ...wanted] = positionals;
if (before === undefined) throw new Error('bench: name the checkout to compare with: node bench/pair.js ../before');
const times = Number(values.times);

for (const file of FILES) {
  const there = new Set(listRows(file, { root: before }).map((one) => one.id ?? one));
  for (const { id } of listRows(file)) {
    if (!there.has(id) || isOfOthers(id) || (wanted.length > 0 && !wanted.some((start) => id.startsWith(start))))
      continue;
    compare(file, id);
  }
}

function compare(file, id) {
  const ratios = new Map();
  for (let time = 0; time < times; time++) {
    // The two builds take turns at going first.
    const roots = time % 2 === 0 ? [before, here] : [here, before];
    for (const root of roots) {
      for (const { name, ratio } of runOnce(file, id, { root }).results) {
        if (!ratios.has(name)) ratios.set(name, { [before]: [], [here]: [] });
        ratios.get(name)[root].push(ratio);
      }
    }
  }
  for (const [name, of] of ratios) {
    if (!name.startsWith('spindle') || of[before].length !== of[here].length) continue;
    const [was, is] = [before, here].map((root) => quantile(of[root], 0.5));
    console.log(`${id}  ${name}: ${was.toFixed(2)} → ${is.toFixed(2)}, ${(is / was).toFixed(2)} times`);
  }
}
