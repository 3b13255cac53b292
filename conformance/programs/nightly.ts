/**
 * Checks random programs in a process of its own; see `PROGRAM_RUNS`, `PROGRAM_SEED`, `PROGRAM_FAILURES` and `PROGRAM_REDUCE` below.
 * scripts/nightly-programs.js bundles and starts it. What V8 has counted of this script is written to the file `PROGRAM_COVERAGE`.
 */
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { checkPrograms } from './check.js';
import { checkPairs } from './scripts.js';

const runs = Number(process.env['PROGRAM_RUNS']);
const seed = Number(process.env['PROGRAM_SEED']);

const maxFailures = Number(process.env['PROGRAM_FAILURES'] ?? 10);
// `0`: a program that fails stays as it is.
const reduces = process.env['PROGRAM_REDUCE'] !== '0';

const coverage = process.env['PROGRAM_COVERAGE'];
const session = new Session();
session.connect();
await session.post('Profiler.enable');
if (coverage !== undefined) await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

const { count, failures } = await checkPrograms({ runs, seed, maxFailures, reduces }, (done) => {
  if (done % 5000 === 0) console.log(`  seed ${seed}: ${done} of ${runs}`);
});
console.log(`${count.text()}, seed ${seed}`);
for (const failure of failures) console.log(`\n${failure}`);
// Fewer pairs are enough, as they consist of few pieces in different orders.
const pairs = Math.ceil(runs / 10);
const difference = checkPairs({ runs: pairs, seed });
console.log(difference ?? `${pairs} pairs of scripts load and do compiled what they do plain`);
process.exitCode = failures.length === 0 && difference === undefined ? 0 : 1;

if (coverage !== undefined) {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  writeFileSync(coverage, JSON.stringify(result.find(({ url }) => url === import.meta.url)!.functions));
}
