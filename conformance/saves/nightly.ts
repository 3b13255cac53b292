/**
 * Checks saves of random programs, each program in a fresh process: see `SAVE_PAUSES`, `SAVE_SEED` and `SAVE_REDUCE` below. scripts/nightly-saves.js
 * bundles and starts it, with the bundle of child.ts as its argument.
 */
import { fork } from 'node:child_process';
import { checkSaves } from './check.js';
import type { Job } from './go-on.js';

const [child = ''] = process.argv.slice(2);
const pauses = Number(process.env['SAVE_PAUSES']);
const seed = Number(process.env['SAVE_SEED']);
// `0`: a program that fails stays as it is.
const reduces = process.env['SAVE_REDUCE'] !== '0';

/** Each fiftieth save has a process of its own. */
const ONE_IN = 50;
let count = 0;

type Answer = readonly (string | null)[];

function answerOf(job: Job): Promise<Answer> {
  const fresh = fork(child, [], { execArgv: [] });
  return new Promise((resolve, reject) => {
    fresh.once('message', (answer) => resolve(answer as Answer));
    fresh.once('exit', (code) => reject(new Error(`the process ended with ${code}`)));
    fresh.send(job);
  });
}

async function goOn({ saved, ...rest }: Job): Promise<Answer> {
  const alone = new Set(saved.filter(() => ++count % ONE_IN === 0));
  const together = saved.filter((one) => !alone.has(one));
  const answers = new Map<unknown, string | null>();
  for (const jobs of [together, ...Array.from(alone, (one) => [one])]) {
    if (jobs.length === 0) continue;
    const answer = await answerOf({ ...rest, saved: jobs }).catch((error: unknown) => jobs.map(() => String(error)));
    jobs.forEach((one, at) => answers.set(one, answer[at] ?? null));
  }
  return saved.map((one) => answers.get(one) ?? null);
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
