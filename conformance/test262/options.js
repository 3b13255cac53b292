/** The command line of `npm run conformance --`. */
import path from 'node:path';
import { plantNames } from './plants.js';

export const modes = ['wrapper', 'functions', 'stress', 'wrapper-frames', 'functions-frames', 'stress-frames'];

/** The folders that run without `--only`. */
const folders = ['language', 'annexB/language'];

const usage = `npm run conformance -- <folder of test262> [options]
  --babel=7|8           the lane (7)
  --mode=${modes.join(',')}
                        (all; those with -frames compile with that target)
  --only=<folder,…>     below test/ (${folders.join(',')})
  --every=<n>           each n-th file only (1), from file number --from=<i> (0)
  --minutes=<n>         begins no file after that time; what has run then is a sample of all folders
  --workers=<n>         processes (2)
  --plant=<bug>         compiles with a bug (${plantNames.join(', ')}):
                        how many cases notice it?
  --json=<file>         a line for each case that is not the same, with its first difference`;

/** Gives the options. If they are wrong, it prints the usage and ends the process. */
export function readOptions(args) {
  const given = {
    babel: '7',
    mode: modes.join(','),
    only: folders.join(','),
    every: '1',
    from: '0',
    minutes: '',
    workers: '2',
    json: '',
    plant: '',
  };
  let corpus;
  for (const arg of args) {
    const [, name, value] = /^--([a-z]+)=(.*)$/.exec(arg) ?? [];
    if (name === undefined && corpus === undefined && !arg.startsWith('-')) corpus = path.resolve(arg);
    else if (name in given) given[name] = value;
    else fail(`\`${arg}\` is not known.`);
  }
  if (corpus === undefined) fail('The folder of test262 is missing.');
  const wanted = given.mode.split(',');
  for (const mode of wanted) if (!modes.includes(mode)) fail(`\`--mode=${mode}\` is not known.`);
  if (given.plant !== '' && !plantNames.includes(given.plant)) fail(`\`--plant=${given.plant}\` is not known.`);
  return {
    corpus,
    lane: given.babel,
    modes: wanted,
    only: given.only.split(',').map((folder) => folder.replace(/^test\//, '')),
    every: Number(given.every),
    from: Number(given.from),
    minutes: given.minutes === '' ? undefined : Number(given.minutes),
    workerCount: Number(given.workers),
    json: given.json,
    plant: given.plant,
  };
}

function fail(text) {
  console.error(`${text}\n${usage}`);
  process.exit(2);
}
