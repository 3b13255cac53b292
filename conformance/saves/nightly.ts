/**
 * Checks saves of random programs, each program in a fresh process: see `SAVE_PAUSES`, `SAVE_SEED` and `SAVE_REDUCE` below. scripts/nightly-saves.js
 * bundles and starts it, with the bundle of child.ts as its argument.
 */
import { fork } from 'node:child_process';
import { checkSaves } from './check.js';
import type { Job } from './go-on.js';
import type { Saved } from './instance.js';

const [child = ''] = process.argv.slice(2);
const pauses = Number(process.env['SAVE_PAUSES']);
const seed = Number(process.env['SAVE_SEED']);
// `0`: a program that fails stays as it is.
const reduces = process.env['SAVE_REDUCE'] !== '0';

/** Programs of which one process goes on, each save in an instance of its own. Each fiftieth save has a process for itself. */
const TOGETHER = 20;
const ONE_IN = 50;
let count = 0;

type Answer = readonly (string | null)[];

async function askProcess(jobs: readonly Job[]): Promise<readonly Answer[]> {
  const fresh = fork(child, [], { execArgv: [], serialization: 'advanced' });
  const answer = new Promise<readonly Answer[]>((resolve, reject) => {
    fresh.once('message', (given) => resolve(given as readonly Answer[]));
    fresh.once('exit', (code) => reject(new Error(`the process ended with ${code}`)));
    fresh.send([...jobs]);
  });
  return answer.catch((error: unknown) => jobs.map(({ saved }) => saved.map(() => String(error))));
}

async function goOn(jobs: readonly Job[]): Promise<readonly Answer[]> {
  const answers = jobs.map(({ saved }) => saved.map((): string | null => null));
  const places = jobs.flatMap(({ saved }, job) => saved.map((_, at) => ({ job, at, isAlone: ++count % ONE_IN === 0 })));
  const groups = places.filter(({ isAlone }) => isAlone).map((one) => [one]);
  for (let from = 0; from < jobs.length; from += TOGETHER)
    groups.push(places.filter(({ job, isAlone }) => !isAlone && job >= from && job < from + TOGETHER));
  for (const group of groups) {
    const those = [...new Set(group.map(({ job }) => job))];
    const savedOf = (job: number): Saved[] =>
      group.filter((one) => one.job === job).map(({ at }) => jobs[job]!.saved[at]!);
    const given = await askProcess(those.map((job) => ({ ...jobs[job]!, saved: savedOf(job) })));
    const flat = given.flat();
    group.forEach(({ job, at }, n) => (answers[job]![at] = flat[n]!));
  }
  return answers;
}

let reported = 0;
const checked = await checkSaves({ pauses, seed, reduces, goOn, onChunk });
const { failures, ...counts } = checked;
for (const failure of failures) console.log(`\n${failure}`);
const { programs, same, refused } = counts;
const total = Object.values(refused).reduce((sum, one) => sum + one, 0);
console.log(
  `${counts.pauses} pauses of ${programs} programs, seed ${seed}: ${same} go on the same, ${total} refused, ${failures.length} programs fail; refused: ${JSON.stringify(refused)}`,
);
process.exitCode = failures.length === 0 ? 0 : 1;

function onChunk({ pauses: done, failures: { length } }: typeof checked): void {
  if (Math.floor(done / 5000) !== reported)
    console.log(`  seed ${seed}: ${done} of ${pauses}, ${length} programs fail`);
  reported = Math.floor(done / 5000);
}
