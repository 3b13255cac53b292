/** Checks random programs in a process of its own; see `PROGRAM_RUNS`, `PROGRAM_SEED` and `PROGRAM_FAILURES` below. scripts/nightly-programs.js bundles and starts it. */
import { checkPrograms } from './check.js';
import { checkPairs } from './scripts.js';

const runs = Number(process.env['PROGRAM_RUNS']);
const seed = Number(process.env['PROGRAM_SEED']);

const maxFailures = Number(process.env['PROGRAM_FAILURES'] ?? 10);

const { count, failures } = await checkPrograms({ runs, seed, maxFailures }, (done) => {
  if (done % 5000 === 0) console.log(`  seed ${seed}: ${done} of ${runs}`);
});
console.log(`${count.text()}, seed ${seed}`);
for (const failure of failures) console.log(`\n${failure}`);
// Fewer pairs are enough, as they consist of few pieces in different orders.
const pairs = Math.ceil(runs / 10);
const difference = checkPairs({ runs: pairs, seed });
console.log(difference ?? `${pairs} pairs of scripts load and do compiled what they do plain`);
process.exitCode = failures.length === 0 && difference === undefined ? 0 : 1;
