/** Runs each test of test262 plain and compiled, and compares the runs: `npm run conformance -- <folder of test262>`. */
import { appendFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeCompiler } from './compile.js';
import { commitOf, listTests } from './corpus.js';
import { reasonOf } from './exceptions.js';
import { readOptions } from './options.js';
import { runAll } from './pool.js';
import { Report } from './report.js';

const options = readOptions(process.argv.slice(2));
const { corpus, lane, modes, plant, workerCount, json, minutes: limit } = options;
const names = listTests(corpus, options);
const { version } = await makeCompiler(lane);
// With a planted bug, exceptions count as well.
const report = new Report({ modes, reasonOf: plant === '' ? reasonOf : () => undefined });
const startMs = Date.now();

if (json !== '') writeFileSync(json, '');

const judged = new Set();
const untilMs = limit === undefined ? Infinity : startMs + limit * 60_000;
await runAll(names, { untilMs, corpus, lane, modes, plant, workerCount, onResult });

const count = judged.size === names.length ? names.length : `${judged.size} of ${names.length}`;
const minutes = ((Date.now() - startMs) / 60_000).toFixed(1);
console.log(`test262 ${commitOf(corpus)}, ${count} files. Babel ${version}, Node ${process.version}.`);
console.log(`Spindle ${commitOf(path.join(import.meta.dirname, '../..'))}.`);
console.log(`${os.cpus()[0].model}, ${workerCount} processes, ${minutes} minutes.`);
if (plant === '') report.print();
else report.printNoticed();
const wrong = report.notSame.filter(({ outcome }) => outcome === 'different' || outcome === 'crashed');
console.log('');
for (const { name, mode, isStrict, outcome, detail } of plant === '' ? wrong : [])
  console.log(`${outcome} ${mode}${isStrict ? ' strict' : ''} ${name}: ${detail.split('\n')[0]}`);
process.exitCode = wrong.length > 0 ? 1 : 0;

function onResult(name, results) {
  const before = report.notSame.length;
  report.add(name, results);
  if (json !== '') for (const one of report.notSame.slice(before)) appendFileSync(json, `${JSON.stringify(one)}\n`);
  judged.add(name);
  if (judged.size % 1000 === 0) console.error(`${judged.size} of ${names.length} files`);
}
