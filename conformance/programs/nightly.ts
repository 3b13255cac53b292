/** Random programs in a process of their own: `PROGRAM_RUNS`, `PROGRAM_SEED`, `PROGRAM_FAILURES`. Bundled and started by scripts/nightly-programs.js. */
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
// Pairs of scripts are few pieces in many orders: they need no more.
const pairs = Math.ceil(runs / 10);
const difference = checkPairs({ runs: pairs, seed });
console.log(difference ?? `${pairs} pairs of scripts load and do compiled what they do plain`);
process.exitCode = failures.length === 0 && difference === undefined ? 0 : 1;
