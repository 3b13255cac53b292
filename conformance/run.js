/** Compares each test of test262 with its compiled self: `npm run conformance -- <folder of test262>`. */
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { makeCompiler } from './compile.js';
import { commitOf, listTests } from './corpus.js';
import { readExceptions } from './exceptions.js';
import { readOptions } from './options.js';
import { runAll } from './pool.js';
import { makeReport } from './report.js';

const options = readOptions(process.argv.slice(2));
const { corpus, lane, modes, workerCount, json } = options;
const names = listTests(corpus, options);
const { version } = await makeCompiler(lane);
const report = makeReport({ modes, isExcepted: readExceptions() });
const startMs = Date.now();

let done = 0;
await runAll(names, { corpus, lane, modes, workerCount, onResult });

const minutes = ((Date.now() - startMs) / 60_000).toFixed(1);
console.log(`test262 ${commitOf(corpus)}, ${names.length} files. Babel ${version}, Node ${process.version}.`);
console.log(`${os.cpus()[0].model}, ${workerCount} processes, ${minutes} minutes.`);
report.print();
const wrong = report.bad.filter(({ outcome }) => outcome !== 'refused');
console.log('');
for (const { name, mode, isStrict, outcome, detail } of wrong)
  console.log(`${outcome} ${mode}${isStrict ? ' strict' : ''} ${name}: ${detail.split('\n')[0]}`);
if (json !== '') writeFileSync(json, JSON.stringify(report.bad, null, 1));
process.exitCode = wrong.length > 0 ? 1 : 0;

function onResult(name, results) {
  report.add(name, results);
  if (++done % 1000 === 0) console.error(`${done} of ${names.length} files`);
}
