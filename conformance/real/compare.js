/**
 * Compares programs that are written with `await input()` to themselves: the original, run natively, and a copy without `async` and `await` that is
 * marked, compiled and run with the runtime. Both must print the same for the same inputs.
 *
 *   npm run real -- <folder or file>… [--seeds=3] [--inputs=300] [--babel=7] [--target=generators] [--verbose]
 *
 * Runs each .js and .mjs file that contains an `await`. The exit code is 1 if one prints something else.
 */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { globSync } from 'tinyglobby';

const usage = `npm run real -- <folder or file>… [--seeds=3] [--inputs=300] [--babel=7] [--target=generators|frames]
  [--verbose]`;
/** The limit for each of three phases: reading the program, playing the original, playing the compiled copy. */
const timeoutMs = 60_000;
const { files, options } = readArguments(process.argv.slice(2));

const startMs = performance.now();
const played = [];
for (const file of files) {
  const result = await play(file);
  played.push({ file, ...result });
  if (result.fault !== undefined || options.verbose === 'true') console.log(rowOf(played.at(-1)));
}
const good = played.filter(({ fault, leftOut }) => fault === undefined && leftOut === undefined);
const out = played.filter(({ leftOut }) => leftOut !== undefined);
const bad = played.filter(({ fault }) => fault !== undefined);
for (const { file, leftOut } of out) console.log(`left out: ${path.basename(file)}: ${leftOut}`);
for (const { file, fault } of bad) console.log(`\n${path.basename(file)}: ${fault}`);
const sum = (key) => good.reduce((total, one) => total + one[key], 0);
const allEnds = good.flatMap((one) => one.ends);
const count = (isIt) => allEnds.filter(isIt).length;
console.log(
  `\n${good.length} programs print the same (${good.map(({ file }) => path.basename(file)).join(', ')}): ` +
    `${allEnds.length} games, ${sum('inputs')} inputs, ${sum('lines')} lines, ${sum('frames')} frames; ` +
    `${count((end) => end === 'ended')} came to their end, ${count((end) => end === 'wants input')} wanted more input, ` +
    `${count((end) => end === 'threw TooLong')} were cut off, as they printed for ever, ${count((end) => end.startsWith('threw') && end !== 'threw TooLong')} threw. ${out.length} left out, ${bad.length} differ. ` +
    `Target ${options.target}, Babel lane ${options.babel}, Node ${process.version}, ${Math.round((performance.now() - startMs) / 1000)} s.`,
);
process.exitCode = bad.length === 0 ? 0 : 1;

function rowOf({ file, lines, inputs, frames, ends, leftOut, fault }) {
  if (fault !== undefined) return `${path.basename(file)}: DIFFERS`;
  if (leftOut !== undefined) return `${path.basename(file)}: left out`;
  return `${path.basename(file)}: ${lines} lines, ${inputs} inputs, ${frames} frames, ${ends.join(', ')}`;
}

/** Plays a program with `options.seeds` seeds. A seed with which the original runs for ever is replaced by another. */
async function play(file) {
  const total = { lines: 0, inputs: 0, frames: 0, ends: [] };
  for (let seed = 1; seed <= 3 * options.seeds && total.ends.length < options.seeds; seed++) {
    const { isSpinning, leftOut, fault, lines, inputs, frames, end } = await playGame(file, seed);
    if (leftOut !== undefined || fault !== undefined) return { leftOut, fault };
    if (isSpinning) continue;
    total.lines += lines;
    total.inputs += inputs;
    total.frames += frames;
    total.ends.push(end);
  }
  return total.ends.length > 0
    ? total
    : { leftOut: 'it spins for ever, uncompiled too, with all inputs that were tried' };
}

/** Plays one game in a worker, as it may run for ever. */
function playGame(file, seed) {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('worker.js', import.meta.url), { workerData: { ...options, file, seed } });
    let isPlain = true;
    let timer;
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        void worker.terminate();
        resolve(isPlain ? { isSpinning: true } : { fault: `seed ${seed}: compiled, it spins for ever` });
      }, timeoutMs);
    };
    restart();
    worker.on('message', ({ phase, result }) => {
      if (phase !== undefined) isPlain = phase === 'plain';
      if (result === undefined) return restart();
      clearTimeout(timer);
      void worker.terminate();
      resolve(result);
    });
    worker.on('error', (error) => {
      clearTimeout(timer);
      resolve({ fault: String(error.stack) });
    });
  });
}

function readArguments(args) {
  const given = { seeds: '3', inputs: '300', babel: '7', target: 'generators', verbose: 'false' };
  const sources = [];
  for (const arg of args) {
    const [, name, value = 'true'] = /^--([a-z]+)(?:=(.*))?$/.exec(arg) ?? [];
    if (name !== undefined && name in given) given[name] = value;
    else if (name === undefined) sources.push(path.resolve(arg));
    else fail(`\`${arg}\` is not known.`);
  }
  if (sources.length === 0) fail('No folder is given.');
  const found = sources.flatMap((one) =>
    statSync(one).isFile()
      ? [one]
      : globSync('**/*.{js,mjs}', { cwd: one, ignore: ['**/node_modules/**'], absolute: true }),
  );
  const awaiting = found
    .sort()
    .filter((file) => /\bawait\b|^import .*\binput\b|\bgameMain\b/m.test(readFileSync(file, 'utf8')));
  return { files: awaiting, options: { ...given, seeds: Number(given.seeds), inputs: Number(given.inputs) } };
}

function fail(text) {
  console.error(`${text}\n${usage}`);
  process.exit(2);
}
