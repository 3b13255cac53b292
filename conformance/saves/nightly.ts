/**
 * Checks saves and marks of random programs, saves each in a fresh process: see `SAVE_PAUSES`, `SAVE_SEED`, `SAVE_FAILURES` and `SAVE_REDUCE` below. scripts/nightly-saves.js
 * bundles and starts it, with the bundle of child.ts as its argument.
 */
import { fork } from 'node:child_process';
import { type Checked, checkSaves, type Kind } from './check.js';
import type { Job } from './go-on.js';
import { lookedBackPrograms } from './looked-back-programs.js';
import { modelPrograms } from './model-programs.js';
import { randomPrograms } from './random-programs.js';
import { rewoundModelPrograms } from './rewound-model-programs.js';
import { rewoundPrograms } from './rewound-programs.js';

const [child = ''] = process.argv.slice(2);
const pauses = Number(process.env['SAVE_PAUSES']);
const seed = Number(process.env['SAVE_SEED']);
const maxFailures = Number(process.env['SAVE_FAILURES'] ?? 10);
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
    const given = await askProcess(
      those.map((job) => {
        const saved = group.filter((one) => one.job === job).map(({ at }) => jobs[job]!.saved[at]!);
        return { ...jobs[job]!, saved } as Job;
      }),
    );
    const flat = given.flat();
    group.forEach(({ job, at }, n) => (answers[job]![at] = flat[n]!));
  }
  return answers;
}

/** So many pauses of programs for one of the model. */
const OF_PROGRAMS = 4;

for (const [name, kind, share] of [
  ['programs', randomPrograms(), OF_PROGRAMS],
  ['programs of the model', modelPrograms, 1],
  // In this process, as a mark goes back in place.
  ['programs that go back', rewoundPrograms, OF_PROGRAMS],
  ['programs of the model that go back', rewoundModelPrograms, OF_PROGRAMS],
  ['programs of the model that look back', lookedBackPrograms, OF_PROGRAMS],
] as const)
  await check(name, kind, Math.ceil((pauses * share) / (OF_PROGRAMS + 1)));

async function check(name: string, kind: Kind, wanted: number): Promise<void> {
  const reported = { pauses: 0, failures: 0 };
  const checked = await checkSaves(kind, { pauses: wanted, seed, maxFailures, reduces, goOn, onChunk });
  const { failures, programs, same, refused } = checked;
  const total = Object.values(refused).reduce((sum, one) => sum + one, 0);
  console.log(
    `${checked.pauses} pauses of ${programs} ${name}, seed ${seed}: ${same} go on the same, ${total} refused, ${failures.length} programs fail; refused: ${JSON.stringify(refused)}; edited: ${JSON.stringify(checked.edits)}`,
  );
  if (failures.length > 0) process.exitCode = 1;

  function onChunk({ pauses: done, failures: found }: Checked): void {
    for (const failure of found.slice(reported.failures)) console.log(`\n${failure}`);
    if (Math.floor(done / 5000) !== Math.floor(reported.pauses / 5000))
      console.log(`  seed ${seed}: ${done} of ${wanted}, ${found.length} ${name} fail`);
    Object.assign(reported, { pauses: done, failures: found.length });
  }
}
